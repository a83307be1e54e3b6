internal import RawInput

protocol JSONSource: SourceReader {
    func recognises(_ sketch: JSONSketch) -> Bool

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws
}

extension JSONSource {
    func recognises(_ head: InputHead) -> Bool {
        head.sketch.map(recognises) ?? false
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        try read(try JSONDocument(&file, of: self, context), context, emit: emit)
    }
}

internal import RawInput

/// A format of JSON documents.
protocol JSONSource: SourceReader {
    /// What the head of a document shows: all paths of one of these alternatives, `?` standing for any one step.
    var shows: [[String]] { get }

    func recognises(_ sketch: JSONSketch) -> Bool

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws
}

extension JSONSource {
    func recognises(_ head: InputHead) -> Bool { head.sketch.map(recognises) ?? false }

    func recognises(_ sketch: JSONSketch) -> Bool { sketch.shows(shows) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        try read(try JSONDocument(&file, of: self, context), context, emit: emit)
    }
}

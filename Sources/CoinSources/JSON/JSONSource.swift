internal import CoinModel
internal import RawInput

/// A format of JSON documents.
protocol JSONSource: SourceReader {
    /// What the head of a document shows: all paths of one of these alternatives, `?` standing for any one step.
    var shows: [[String]] { get }
    /// Whether a head that shows this is that of another format.
    var isOther: @Sendable (JSONSketch) -> Bool { get }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws
}

extension JSONSource {
    var isOther: @Sendable (JSONSketch) -> Bool { { _ in false } }

    func recognises(_ head: InputHead) -> Bool { head.sketch.map { $0.shows(shows) && !isOther($0) } ?? false }

    /// Reads and parses the whole of an input, once its head shows the format.
    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        let head = if let head = context.head { head } else { InputHead(bytes: try file.peek(InputHead.length)) }
        if let refusal = head.refusal { throw refusal }
        guard recognises(head) else {
            // What is not a document shows no format either; that is the better reason.
            try validateDocument(&file, head)
            throw SourceError("wrong-format", detail: "is not of the format \(id); leave out --source")
        }
        var context = context
        context.head = head
        let document = try JSONDocument(try file.readAll(limit: JSONDocument.sizeLimit), from: head.start)
        try read(document, context, emit: emit)
    }
}

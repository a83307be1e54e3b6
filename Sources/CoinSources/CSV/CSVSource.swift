/// A format that separated-values files come in.
protocol CSVSource: SourceReader {
    /// Whether the first lines of a text are of this format.
    func recognises(_ sketch: TextSketch) -> Bool
}

extension CSVSource {
    func recognises(_ head: InputHead) -> Bool {
        guard case .text(let sketch) = head.shape else { return false }
        return recognises(sketch)
    }
}

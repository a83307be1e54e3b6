/// A format that separated-values files come in.
protocol CSVSource: SourceReader {
    func recognises(_ sketch: TextSketch) -> Bool
}

extension CSVSource {
    func recognises(_ head: InputHead) -> Bool {
        guard case .text(let sketch) = head.shape else { return false }
        return recognises(sketch)
    }
}

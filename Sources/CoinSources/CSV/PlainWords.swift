public import CoinModel

/// A number that a person typed, in plain digits with a point; nil for none, and without a decimal mark in `notation` for one
/// with marks that can be read in two ways.
public func plainNumber(_ text: String, _ notation: NumberAndDateStyle) -> String? {
    let plain = notation.decimal.map { NumberGrammar.plain(text, decimal: $0 == .comma ? "," : ".") } ?? text
    return plain.flatMap { NumberGrammar.double($0) == nil ? nil : $0 }
}

/// A time that a person typed, as a date or a moment in UTC; nil for none, and for one with two readings.
public func plainTime(_ text: String, _ notation: NumberAndDateStyle) -> String? {
    if let time = AsOf.read(Array(text.utf8).span) { return time.description }
    let cells = CellReader(notation)
    let time = cells.time(text, takesZoneless: false, line: 1, column: 0)
    return cells.refusal == nil ? time?.description : nil
}

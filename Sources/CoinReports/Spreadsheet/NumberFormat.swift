internal import CoinTables

extension Cell {
    /// The spreadsheet's format that shows this number as `DisplayCell` does; nil for text and for what is missing.
    func numberFormat(_ display: Column.Display) -> String? {
        let value: Double
        switch self {
        case .integer(let whole):
            if display == .plain { return "0" }
            value = Double(whole)
        case .number(let number): value = number
        case .text, .missing: return nil
        }
        switch display {
        case _ where abs(value) >= 1e15: return scientific
        case .plain, .exact, .excerpt: return fourDigits(abs(value), whole: "0")
        case .money: return fourDigits(abs(value), whole: "#,##0")
        case .fixed(let places): return fixed(places)
        case .signed(let places):
            let plain = fixed(places)
            // What rounds to zero has no sign.
            let isZero = abs(value) < 1 && DisplayCell(number: self, display)?.tone == DisplayCell.Tone.none
            return isZero ? "\(plain);\(plain)" : "+\(plain);-\(plain)"
        }
    }
}

private let scientific = "0.000E+00"

private func fixed(_ places: Int) -> String {
    places > 0 ? "0." + String(repeating: "0", count: places) : "0"
}

/// Four significant digits, from 1,000 on whole, with an exponent below 10⁻⁶.
private func fourDigits(_ size: Double, whole: String) -> String {
    if size == 0 || size >= 999.95 { return whole }
    if size < 1e-6 { return scientific }
    var places = 1
    var bound = 99.995
    while size < bound { (places, bound) = (places + 1, bound / 10) }
    return fixed(places)
}

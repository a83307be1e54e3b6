internal import CoinModel
internal import CoinTables

extension String {
    /// The most UTF-16 units that a cell of a workbook holds.
    static let longestInSpreadsheet = 32_767

    /// The text for a cell of a workbook, from which it reads back as it was.
    ///
    /// Characters that XML 1.0 forbids (controls but tab and line ends, U+FFFE, U+FFFF) are shown by their codes, such as
    /// `<U+0007>`. What looks like an escape of the format (`_x0041_`, ECMA-376 part 1, 22.9.2.19) has its first
    /// character escaped. A text that is too long ends with how much of it is left out.
    var spreadsheetText: String {
        let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "_") }
        if isPlain, utf8.count <= String.longestInSpreadsheet { return self }
        let whole = escapedForSpreadsheet(Array(unicodeScalars)[...], upTo: .max).text
        if whole.utf16.count <= String.longestInSpreadsheet { return whole }
        let count = unicodeScalars.count
        func note(_ written: Int) -> String { " … [\(count - written) of \(count) characters left out]" }
        let room = String.longestInSpreadsheet - note(0).utf16.count
        let (text, written) = escapedForSpreadsheet(Array(unicodeScalars)[...], upTo: room)
        return text + note(written)
    }
}

/// The beginning of a text, escaped, that takes at most so many UTF-16 units, and how many characters it is.
private func escapedForSpreadsheet(
    _ scalars: ArraySlice<Unicode.Scalar>,
    upTo limit: Int
) -> (text: String, length: Int) {
    var text = ""
    var units = 0
    for (place, scalar) in zip(scalars.indices, scalars) {
        let piece =
            switch scalar {
            case "_" where isEscape(scalars[place...].prefix(7)): "_x005F_"
            case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"...: String(scalar)
            default: "<U+\(hexadecimal(scalar.value))>"
            }
        units += piece.utf16.count
        if units > limit { return (text, place - scalars.startIndex) }
        text += piece
    }
    return (text, scalars.count)
}

/// Whether seven characters are `_xHHHH_`.
private func isEscape(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let start = scalars.startIndex
    return scalars.count == 7 && scalars[start + 1] == "x" && scalars.last == "_"
        && scalars[(start + 2)..<(start + 6)].allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
}

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
        case .plain, .exact, .excerpt, .tags: return fourDigits(abs(value), whole: "0")
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

internal import CoinModel
internal import CoinTables

/// A cell as people are shown it, and which way its number points.
struct DisplayCell: Equatable {
    enum Tone: String {
        case none
        case up
        case down
    }

    let text: String
    let tone: Tone
    let isMissing: Bool

    init(_ text: String, tone: Tone = .none, isMissing: Bool = false) {
        self.text = text
        self.tone = tone
        self.isMissing = isMissing
    }

    /// The same with a text in parentheses behind it, if there is one and a value.
    func followed(by aside: String) -> DisplayCell {
        aside.isEmpty || isMissing ? self : DisplayCell("\(text) (\(aside))", tone: tone)
    }

    /// The number of a cell under a display; nil for text and for what is missing.
    ///
    /// Rounds half away from zero on the shortest decimal that reads back as the Double, so 2.675 becomes 2.68 as on
    /// paper. A number of four significant digits keeps its trailing zeros; from 1,000 on it is whole. Below 10⁻⁶ and
    /// from 10¹⁵ on, numbers of every display have an exponent. Only `signed` numbers point up or down, and one that
    /// rounds to zero has no sign.
    init?(number cell: Cell, _ display: Column.Display) {
        guard let exact = cell.numberText else { return nil }
        let decimal = ShortestDecimal(exact)
        let isWhole = if case .integer = cell { true } else { false }
        switch display {
        case .plain, .exact, .excerpt, .tags:
            self.init(isWhole ? exact : decimal.toFourDigits())
        case .fixed(let places):
            self.init(decimal.isLarge ? decimal.scientific() : decimal.fixed(places))
        case .signed(let places):
            let text = decimal.isLarge ? decimal.scientific() : decimal.fixed(places)
            let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
            self.init(
                isZero || decimal.isNegative ? text : "+" + text,
                tone: isZero ? .none : decimal.isNegative ? .down : .up
            )
        case .money:
            self.init(thousandsMarked(decimal.toFourDigits()))
        }
    }
}

extension Cell {
    /// The number of this cell for machines, valid in JSON and CSV alike; nil for text and for what is missing.
    ///
    /// The shortest decimal that reads back as the same Double: `0.1`, `5.0`, `1e-05`, `1e+16`. A whole Double keeps
    /// its `.0`, so that readers that guess types (pandas, DuckDB) see a column of doubles even where all are whole.
    var numberText: String? {
        var text = ""
        text.append(numberOf: self, orMissing: "")
        return text.isEmpty ? nil : text
    }

    /// The cell as people are shown it under a column: rounded, with hidden characters visible, `N/A` when missing.
    func display(_ column: Column) -> DisplayCell {
        if case .text(let text) = self {
            if column.display == .tags { return DisplayCell(text.replacingScalars { $0 == ";" ? ", " : nil }.visible) }
            guard case .excerpt(let limit) = column.display, text.unicodeScalars.count > limit else {
                return DisplayCell(text.visible)
            }
            return DisplayCell((String(text.unicodeScalars.prefix(limit)) + " …").visible)
        }
        return DisplayCell(number: self, column.display) ?? DisplayCell("N/A", isMissing: true)
    }
}

extension String {
    /// Appends `numberText` of a cell, or this where it has none.
    mutating func append(numberOf cell: Cell, orMissing none: String) {
        switch cell {
        case .integer(let value): append(String(value))
        // Written in place: a text of 17 digits by itself would be allocated, which takes twice the time of an export.
        case .number, .text, .missing:
            if let number = cell.writtenNumber { number.write(to: &self) } else { append(none) }
        }
    }
}

extension Table {
    /// The cells as people are shown them, in the kind of their row where rows differ, else of their column.
    var displayed: [[DisplayCell]] {
        rows.enumerated().map { number, row in
            let kind = rowDisplays.indices.contains(number) ? rowDisplays[number] : .plain
            return zip(columns, row).map { column, cell in
                let own = column.display == .plain ? DisplayCell(number: cell, kind) : nil
                return (own ?? cell.display(column)).followed(by: asides[column.name]?[number] ?? "")
            }
        }
    }
}

/// Decimal digits of a number: 0.d₁d₂d₃… · 10^point, without leading zeros; no digits for zero.
private struct ShortestDecimal {
    let isNegative: Bool
    private(set) var digits: [UInt8] = []
    private(set) var point = 0

    /// Reads the text of an integer or of a finite Double.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        isNegative = bytes.first == UInt8(ascii: "-")
        let mantissa = bytes.prefix { $0 != UInt8(ascii: "e") }
        let exponent = Int(String(decoding: bytes.dropFirst(mantissa.count + 1), as: UTF8.self)) ?? 0
        let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
        let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        digits = mantissa.filter(isDigit).map { $0 - UInt8(ascii: "0") }
        point = whole.filter(isDigit).count + exponent
        normalize()
    }

    /// Whether it is written with an exponent for its size.
    var isLarge: Bool { point > 15 }

    private mutating func normalize() {
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        point = digits.isEmpty ? 0 : point - zeros
    }

    /// Only its first so many digits, rounded half away from zero.
    private func keeping(_ count: Int) -> ShortestDecimal {
        guard count < digits.count else { return self }
        var rounded = self
        let roundsUp = count >= 0 && digits[count] >= 5
        rounded.digits = [0] + digits.prefix(max(0, count))
        rounded.point += 1
        if roundsUp {
            var place = rounded.digits.count - 1
            while rounded.digits[place] == 9 {
                rounded.digits[place] = 0
                place -= 1
            }
            rounded.digits[place] += 1
        }
        rounded.normalize()
        return rounded
    }

    /// With exactly so many decimals; zero has no sign.
    func fixed(_ places: Int) -> String {
        let places = max(0, places)
        let rounded = keeping(point + places)
        let digit: (Int) -> UInt8 = { place in
            rounded.digits.indices.contains(place) ? rounded.digits[place] : 0
        }
        let wholePart = (min(0, rounded.point - 1)..<rounded.point).map(digit)
        let fraction = (rounded.point..<rounded.point + places).map(digit)
        let text = (wholePart.isEmpty ? "0" : written(wholePart)) + (places == 0 ? "" : "." + written(fraction))
        return isNegative && !rounded.digits.isEmpty ? "-" + text : text
    }

    /// To four significant digits, from 1,000 on whole.
    func toFourDigits() -> String {
        if digits.isEmpty { return "0" }
        if isLarge || point < -5 { return scientific() }
        if point > 3 { return fixed(0) }
        return fixed(4 - keeping(4).point)
    }

    /// `1.234e-7`.
    func scientific() -> String {
        let rounded = keeping(4)
        let shown = rounded.digits + Array(repeating: 0, count: max(0, 4 - rounded.digits.count))
        let mantissa = written(shown.prefix(1)) + "." + written(shown.dropFirst().prefix(3))
        return (isNegative ? "-" : "") + mantissa + "e\(rounded.point - 1)"
    }

    private func written(_ digits: some Sequence<UInt8>) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
}

/// `1234567` as `1,234,567`; a number with a fraction or an exponent as it is.
func thousandsMarked(_ text: String) -> String {
    let digits = text.drop { $0 == "-" }
    guard digits.count > 3, digits.allSatisfy(\.isNumber) else { return text }
    var marked = ""
    for (place, digit) in digits.enumerated() {
        if place > 0, (digits.count - place).isMultiple(of: 3) { marked.append(",") }
        marked.append(digit)
    }
    return text.hasPrefix("-") ? "-" + marked : marked
}

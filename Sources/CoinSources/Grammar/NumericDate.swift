internal import CoinModel

/// A date of three numbers: `31.12.2023`, `12/31/2023`, `2023/12/31` or `2023年12月31日`.
///
/// With the year in front it has one reading. With the year behind, day and month may stand in either order, which the
/// text alone shows only where one of them passes 12.
struct NumericDate: Hashable {
    enum Order: Hashable { case dayFirst, monthFirst, yearFirst }

    private let numbers: [Int]
    private let mark: Character
    private let isYearFirst: Bool

    /// Reads days and months of one digit or two and a year of four; nil for anything else.
    init?(_ text: some StringProtocol) {
        var plain = String(text)
        if plain.hasSuffix("日") {
            plain = String(plain.dropLast().map { "年月".contains($0) ? "/" : $0 })
        }
        guard let mark = plain.first(where: { "./-".contains($0) }) else { return nil }
        let parts = plain.split(separator: mark, omittingEmptySubsequences: false)
        let isYearFirst = parts[0].utf8.count == 4
        var numbers: [Int] = []
        for (place, part) in parts.enumerated() {
            let isYear = place == (isYearFirst ? 0 : 2)
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part),
                isYear ? part.utf8.count == 4 : part.utf8.count <= 2
            else { return nil }
            numbers.append(number)
        }
        guard numbers.count == 3 else { return nil }
        (self.numbers, self.mark) = (numbers, mark)
        self.isYearFirst = isYearFirst
    }

    /// The order that the text alone shows; nil where it shows none.
    var order: Order? {
        if isYearFirst { return .yearFirst }
        return switch (day(.dayFirst), day(.monthFirst)) {
        case (.some, nil): .dayFirst
        case (nil, .some): .monthFirst
        default: nil
        }
    }

    /// The days that it may be.
    var readings: [Day] {
        let days = isYearFirst ? [day(.yearFirst)] : [day(.dayFirst), day(.monthFirst)]
        return Set(days.compactMap { $0 }).sorted()
    }

    /// The day that it names in an order; nil when there is no such day.
    func day(_ order: Order) -> Day? {
        switch order {
        case .dayFirst: isYearFirst ? nil : Day(year: numbers[2], month: numbers[1], day: numbers[0])
        case .monthFirst: isYearFirst ? nil : Day(year: numbers[2], month: numbers[0], day: numbers[1])
        case .yearFirst: isYearFirst ? Day(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
        }
    }

    /// The day that it names in a format; nil when it is not of it.
    func day(_ format: NumberAndDateStyle.DateFormat) -> Day? {
        mark == format.mark ? day(format.order) : nil
    }

    /// The day of a text of a known order with any mark, or of eight digits; years of two digits are in this century.
    static func day(_ text: Substring, _ order: NumberAndDateStyle.DateOrder) -> Day? {
        if text.utf8.count == 8, let number = Int(text) {
            return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        let numbers = text.split(omittingEmptySubsequences: false) { "./-".contains($0) }.compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        let (year, day) = order == .dayFirst ? (numbers[2], numbers[0]) : (numbers[0], numbers[2])
        return Day(year: year < 100 ? 2000 + year : year, month: numbers[1], day: day)
    }

    /// The formats, day first and month first, that a date of this mark may be in.
    var formats: [NumberAndDateStyle.DateFormat] {
        NumberAndDateStyle.DateFormat.allCases.filter { $0.mark == mark && $0.order != .yearFirst }
    }
}

extension NumberAndDateStyle.DateFormat {
    var mark: Character { rawValue.first { !$0.isLetter } ?? "." }

    var order: NumericDate.Order {
        rawValue.hasPrefix("DD") ? .dayFirst : rawValue.hasPrefix("MM") ? .monthFirst : .yearFirst
    }
}

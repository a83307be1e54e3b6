import CoinModel

/// A time as a file writes it.
enum TimeText: Hashable {
    case day(Day)
    case instant(Instant)
    /// Three numbers with slashes: day and month in an order that only the whole file can tell.
    case slashed(first: Int, second: Int, year: Int)

    /// Which forms a column may have beside dates and ISO instants with their zone.
    struct Forms: OptionSet {
        let rawValue: Int
        /// `2013-04-29 23:59:59`, meant in UTC.
        static let zoneless = Forms(rawValue: 1)
        /// Seconds (below 10¹¹) or milliseconds since 1970.
        static let unix = Forms(rawValue: 2)
        /// `4/29/2013`, a clock behind it or not.
        static let slashed = Forms(rawValue: 4)
        /// `20220401`.
        static let compact = Forms(rawValue: 8)
    }

    var day: Day? {
        switch self {
        case .day(let day): day
        case .instant(let instant): instant.day
        case .slashed: nil
        }
    }

    static func read(_ text: Span<UInt8>, _ forms: Forms) -> TimeText? {
        if text.count == 10, let day = Day(iso: text) { return .day(day) }
        if let instant = Instant(iso: text) { return .instant(instant) }
        let characters = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
        if let instant = Instant(characters) { return .instant(instant) }
        if forms.contains(.zoneless), let instant = Instant(characters + "Z") { return .instant(instant) }
        if forms.contains(.compact), text.count == 8, let century = pair(text, 0), let year = pair(text, 2),
            let month = pair(text, 4), let day = pair(text, 6)
        {
            return Day(year: century * 100 + year, month: month, day: day).map(TimeText.day)
        }
        if forms.contains(.unix), let value = DecimalText.double(text), abs(value) < 1e14 {
            return .instant(Instant(milliseconds: Int64(abs(value) < 1e11 ? value * 1000 : value)))
        }
        return forms.contains(.slashed) ? slashes(characters) : nil
    }

    private static func slashes(_ text: String) -> TimeText? {
        let date = text.prefix { $0 != " " }
        let parts = date.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard parts.count == 3, let first = parts[0], let second = parts[1], let year = parts[2],
            (1...31).contains(first), (1...31).contains(second), (1...9999).contains(year), date.hasSuffix("\(year)"),
            year > 999
        else { return nil }
        let clock = text.dropFirst(date.count)
        guard clock.isEmpty || Instant("2000-01-01" + clock + "Z") != nil else { return nil }
        return .slashed(first: first, second: second, year: year)
    }
}

extension Day {
    /// The day of a text that starts with `YYYY-MM-DD`.
    fileprivate init?(iso text: Span<UInt8>) {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let century = pair(text, 0), let year = pair(text, 2), let month = pair(text, 5), let day = pair(text, 8)
        else { return nil }
        self.init(year: century * 100 + year, month: month, day: day)
    }
}

extension Instant {
    /// Reads `2024-03-25T10:00:00Z` or `2024-03-25T10:00:00.250Z`, the forms of most sources.
    ///
    /// Nil for any other form, of which some are times as well.
    init?(iso text: Span<UInt8>) {
        let isPlain = text.count == 20
        guard isPlain || text.count == 24 && text[19] == UInt8(ascii: "."), let day = Day(iso: text),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[text.count - 1] == UInt8(ascii: "Z"), let hour = pair(text, 11), let minute = pair(text, 14),
            let second = pair(text, 17), hour < 24, minute < 60, second < 60,
            let hundredths = isPlain ? 0 : pair(text, 20), let thousandths = isPlain ? 0 : pair(text, 21)
        else { return nil }
        let seconds = Int64((hour * 60 + minute) * 60 + second)
        let fraction = Int64(hundredths * 10 + thousandths % 10)
        self.init(milliseconds: Instant(startOf: day).milliseconds + seconds * 1000 + fraction)
    }
}

private func pair(_ text: Span<UInt8>, _ at: Int) -> Int? {
    let (tens, ones) = (text[at] &- 0x30, text[at + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
}

/// Reads one column of times and remembers the last: in most files rows of one time follow each other.
struct TimeColumn {
    let column: Int
    let forms: TimeText.Forms
    private var lastText: [UInt8] = []
    private var last: TimeText?

    init(_ column: Int, _ forms: TimeText.Forms = []) {
        self.column = column
        self.forms = forms
    }

    /// The time of the current row; nil when the field holds none.
    @inline(__always)
    mutating func read(_ row: borrowing CSVScanner) -> TimeText? {
        if last != nil, row.holds(column, lastText) { return last }
        return readField(row)
    }

    private mutating func readField(_ row: borrowing CSVScanner) -> TimeText? {
        let (start, end) = row.trimmed(column)
        last = TimeText.read(row.bytes.span.extracting(start..<end), forms)
        lastText = row.bytes(column)
        return last
    }
}

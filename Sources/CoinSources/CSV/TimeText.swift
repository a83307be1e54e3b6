import CoinModel

/// A time as a file writes it.
enum TimeText: Hashable {
    case day(Day)
    case instant(Instant)
    /// Three numbers with slashes: day and month in an order that only the whole file shows.
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
        if let day = Day(text) { return .day(day) }
        if let instant = Instant(text) { return .instant(instant) }
        if forms.contains(.unix), let value = DecimalText.double(text), abs(value) < 1e14 {
            return .instant(Instant(milliseconds: Int64(abs(value) < 1e11 ? value * 1000 : value)))
        }
        let characters = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
        if forms.contains(.zoneless), let instant = Instant(characters + "Z") { return .instant(instant) }
        if forms.contains(.compact), let day = Day(compact: characters) { return .day(day) }
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
    /// Reads `20220401`.
    init?(compact text: some StringProtocol) {
        guard text.utf8.count == 8 else { return nil }
        self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))")
    }
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

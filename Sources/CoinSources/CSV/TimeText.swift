import CoinModel

/// A time as a file writes it.
enum TimeText: Hashable {
    case day(Day)
    case instant(Instant)

    /// Which forms a column may have beside dates and ISO instants with their zone.
    struct Forms: OptionSet {
        let rawValue: Int
        /// `2013-04-29 23:59:59`, meant in UTC.
        static let zoneless = Forms(rawValue: 1)
        /// Seconds, milliseconds, microseconds or nanoseconds since 1970.
        static let unix = Forms(rawValue: 2)
        /// `20220401`.
        static let compact = Forms(rawValue: 4)
    }

    var day: Day {
        switch self {
        case .day(let day): day
        case .instant(let instant): instant.day
        }
    }

    /// The moment that it is, or its first one.
    var start: Instant {
        switch self {
        case .day(let day): Instant(startOf: day)
        case .instant(let instant): instant
        }
    }

    /// Reads what has one reading in every table; `CellReader` reads the rest.
    static func read(_ text: Span<UInt8>, _ forms: Forms) -> TimeText? {
        if let day = Day(text) { return .day(day) }
        if let instant = Instant(text) { return .instant(instant) }
        if forms.contains(.unix), let value = DecimalText.double(text), let instant = unix(value) {
            return .instant(instant)
        }
        guard forms.contains(.compact) else { return nil }
        return Day(compact: String(decoding: text.indices.map { text[$0] }, as: UTF8.self)).map { .day($0) }
    }

    /// The moment of a number since 1970, by its digits: up to 11 are seconds, 14 milliseconds, 17 microseconds, 20 nanoseconds.
    ///
    /// This is the only place where the unit of a number of a time is told.
    static func unix(_ value: Double) -> Instant? {
        let units = [(1e11, 1e3), (1e14, 1), (1e17, 1e-3), (1e20, 1e-6)]
        guard let (_, milliseconds) = units.first(where: { abs(value) < $0.0 }) else { return nil }
        return Instant(milliseconds: Int64(value * milliseconds))
    }
}

extension Day {
    /// Reads `20220401`.
    init?(compact text: some StringProtocol) {
        guard text.utf8.count == 8 else { return nil }
        self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))")
    }
}

internal import CoinModel

/// A time as a file writes it: a day, or an instant.
extension AsOf {
    /// Reads what has one reading in every table; `CellReader` reads the rest.
    ///
    /// Dates such as `20220401` are among it, and numbers since 1970 from 1973 on: smaller ones are years or days of a
    /// spreadsheet.
    static func read(_ text: Span<UInt8>) -> AsOf? {
        if let day = Day(text) { return .day(day) }
        if let instant = Instant(text) { return .instant(instant) }
        guard let value = NumberGrammar.double(text) else { return nil }
        if abs(value) >= 1e8 { return Instant(unix: value).map { .instant($0) } }
        return Day(compact: String(decoding: text.indices.map { text[$0] }, as: UTF8.self)).map { .day($0) }
    }
}

extension Day {
    /// Reads `20220401`.
    init?(compact text: some StringProtocol) {
        guard text.utf8.count == 8 else { return nil }
        self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))")
    }
}

internal import CoinModel
internal import CoinTables

/// The rows of a timeline as people read them.
struct TimelineRows {
    struct Row {
        let when: AsOf
        let kind: String
        let coin: String
        /// The coin's name and symbol, as far as they are known.
        let title: String
        let what: String
        /// By how much something changed; nil for what is no number.
        let change: Double?

        /// The moment that it is of.
        var moment: Instant { when.moment }
    }

    let rows: [Row]

    /// Nil where a column of a timeline was not chosen.
    init?(_ table: Table) {
        let places = ["when", "kind", "coin_id", "what", "name", "symbol", "change"].map(table.place)
        guard places.prefix(4).allSatisfy({ $0 != nil }) else { return nil }
        rows = table.rows.compactMap { row in
            let texts = places.map { $0.flatMap { row[$0].text } ?? "" }
            guard let when = AsOf(texts[0]) else { return nil }
            let symbol = texts[5].isEmpty ? "" : " (\(texts[5]))"
            let title = texts[4].isEmpty ? texts[2] : texts[4] + symbol
            let change = places[6].flatMap { row[$0].value }
            return Row(when: when, kind: texts[1], coin: texts[2], title: title, what: texts[3], change: change)
        }
    }
}

extension AsOf {
    /// The moment of a fact, at which one of a whole day stands in the day's last second.
    var moment: Instant {
        switch self {
        case .day(let day): Instant(lastSecondOf: day)
        case .instant(let instant): instant
        }
    }
}

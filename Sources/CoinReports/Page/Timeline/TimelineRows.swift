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
        /// By how much something changed; nil for what is not a number.
        let change: Double?

        /// The moment that it is of.
        var moment: Instant { when.moment }
    }

    let rows: [Row]

    /// Nil where a column of a timeline was not chosen.
    init?(_ table: Table) {
        let cells = NamedRows(table)
        guard ["when", "kind", "coin_id", "what"].allSatisfy({ cells.column($0) != nil }) else { return nil }
        rows = table.rows.indices.compactMap { row in
            func text(_ name: String) -> String { cells.text(row, name) }
            guard let when = AsOf(text("when")) else { return nil }
            let symbol = text("symbol").isEmpty ? "" : " (\(text("symbol")))"
            return Row(
                when: when,
                kind: text("kind"),
                coin: text("coin_id"),
                title: text("name").isEmpty ? text("coin_id") : text("name") + symbol,
                what: text("what"),
                change: cells.cell(row, "change")?.value
            )
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

/// A timeline as an Atom feed (RFC 4287): an entry a row, named by a digest of what it says, dated by its own moment.
///
/// The same rows give the same bytes, and a row that comes again later has the id that it had, so that readers show it
/// once.
struct AtomFeed {
    private let rows: TimelineRows
    private let timeline: Timeline
    private let lead: String

    /// Nil for what is not a timeline.
    init?(_ table: Table) {
        guard let timeline = table.timeline, let rows = TimelineRows(table) else { return nil }
        (self.timeline, self.rows) = (timeline, rows)
        lead = table.lead
    }

    func render(into write: (String) -> Void) {
        let newest = rows.rows.map(\.moment).max() ?? timeline.asOf.moment
        write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n")
        write("<id>\(AtomFeed.identifier([timeline.title]))</id>\n<title>\(AtomFeed.text(timeline.title))</title>\n")
        if !lead.isEmpty { write("<subtitle>\(AtomFeed.text(lead))</subtitle>\n") }
        write("<updated>\(newest)</updated>\n<author><name>Assay</name></author>\n")
        var seen: [[String]: Int] = [:]
        for row in rows.rows {
            // The same may be true twice, as two equal trades of a day are.
            let facts = [row.kind, row.coin, row.when.description, row.what]
            seen[facts, default: 0] += 1
            let count = seen[facts, default: 1]
            let id = AtomFeed.identifier([timeline.title] + facts + (count > 1 ? ["\(count)"] : []))
            write("<entry>\n<id>\(id)</id>\n<title>\(AtomFeed.text("\(row.title): \(row.what)"))</title>\n")
            write("<updated>\(row.moment)</updated>\n<category term=\"\(AtomFeed.text(row.kind))\"/>\n")
            write("<content type=\"text\">\(AtomFeed.text(row.what))</content>\n</entry>\n")
        }
        write("</feed>\n")
    }

    /// A UUID of version 8 (RFC 9562), whose bits are a digest of texts.
    private static func identifier(_ texts: [String]) -> String {
        var digits = Array(Hash128(texts: texts).description)
        digits[12] = "8"
        // The variant's two bits are 1 and 0.
        digits[16] = ["8", "9", "a", "b"][(digits[16].hexDigitValue ?? 0) % 4]
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + parts.joined(separator: "-")
    }

    /// A text as XML takes it: what has no place in any document is replaced.
    private static func text(_ text: String) -> String {
        PageText().escapeText(text).replacingScalars { [0xFFFE, 0xFFFF].contains($0.value) ? "\u{FFFD}" : nil }
    }
}

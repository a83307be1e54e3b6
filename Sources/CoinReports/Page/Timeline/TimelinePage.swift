internal import CoinModel
internal import CoinTables

/// The page of a timeline: a list for each day, the newest first; there is no script on it.
struct TimelinePage {
    private let table: Table
    private let rows: [TimelineRows.Row]

    /// Nil for a table that is no timeline.
    init?(_ table: Table) {
        guard table.timeline != nil, let rows = TimelineRows(table) else { return nil }
        (self.table, self.rows) = (table, rows.rows)
    }

    func render(into write: (String) throws -> Void) throws {
        let templates = try PageResource.page.templates()
        try write(templates.render("timeline-head", head))
        var start = 0
        while start < rows.count {
            let day = rows[start].moment.day
            let end = rows[start...].firstIndex { $0.moment.day != day } ?? rows.count
            try write(templates.render("timeline-day", view(of: day, rows[start..<end])))
            start = end
        }
        try write(templates.render("timeline-foot", ["notes": Array(table.remarks.dropFirst())]))
    }

    private var head: [String: Any] {
        let count = counted(rows.count, "fact")
        return [
            "title": table.title, "isPrivate": table.isPrivate, "style": PageAsset.timelineStyle.text,
            "styleDigest": PageAsset.timelineStyle.digest,
            "scriptDigest": "none",
            "lead": table.remarks.first ?? "", "pages": table.pages.map { ["title": $0.title, "address": $0.address] },
            "hasPages": !table.pages.isEmpty, "count": rows.isEmpty ? "Nothing changed that much." : "\(count).",
        ]
    }

    private func view(of day: Day, _ rows: ArraySlice<TimelineRows.Row>) -> [String: Any] {
        let items = rows.map { row -> [String: Any] in
            let tone = TimelinePage.tone(row)
            var fields: [String: Any] = [
                "kind": row.kind, "tone": tone.name, "sign": tone.sign, "coin": row.title, "what": row.what,
            ]
            if let address = table.coinPages[row.coin] { fields["page"] = address }
            return fields
        }
        return ["date": day.description, "day": "\(TimelinePage.weekdays[day.weekday]), \(day)", "items": items]
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The chip of a fact: its tone, which never is the only difference, and its sign.
    private static func tone(_ row: TimelineRows.Row) -> (name: String, sign: String) {
        if let change = row.change { return change < 0 ? ("down", "▼") : ("up", "▲") }
        let known = [
            "alert": ("up", "◆"), "new": ("up", "✦"), "gone": ("off", "○"), "silent": ("off", "■"),
            "appeared": ("up", "✦"), "resumed": ("up", "▲"),
        ]
        return known[row.kind] ?? ("flat", "●")
    }
}

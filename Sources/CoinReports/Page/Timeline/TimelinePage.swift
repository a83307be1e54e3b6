internal import CoinModel
internal import CoinTables

/// The page of a timeline: a list for each day, the newest first; there is no script on it.
struct TimelinePage {
    private let table: Table
    private let rows: [TimelineRows.Row]

    /// Nil for a table that is not a timeline.
    init?(_ table: Table) {
        guard table.timeline != nil, let rows = TimelineRows(table) else { return nil }
        (self.table, self.rows) = (table, rows.rows)
    }

    func render(into write: (String) throws -> Void) throws {
        let templates = PageTemplates.page
        try write(templates.render("timeline-head", head))
        var start = 0
        while start < rows.count {
            let day = rows[start].moment.day
            let end = rows[start...].firstIndex { $0.moment.day != day } ?? rows.count
            try write(templates.render("timeline-day", view(of: day, rows[start..<end])))
            start = end
        }
        try write(templates.render("timeline-foot", table.frame.foot(Array(table.remarks.dropFirst()), nil)))
    }

    private var head: [String: Any] {
        let count = counted(rows.count, "fact")
        var fields = table.frame.head(table.title, .timelineStyle, nil)
        fields["isPrivate"] = table.isPrivate
        fields["lead"] = table.remarks.first ?? ""
        fields["count"] = rows.isEmpty ? "Nothing changed that much." : "\(count)."
        return fields
    }

    /// The facts of a day that stand in view; more are folded below them.
    private static let mostShown = 25

    private func view(of day: Day, _ rows: ArraySlice<TimelineRows.Row>) -> [String: Any] {
        let items = rows.map { row -> [String: Any] in
            let tone = TimelinePage.tone(row)
            return [
                "kind": row.kind, "tone": tone.name, "sign": tone.sign, "coin": row.title, "what": row.what,
                "page": table.coinPages[row.coin] ?? "",
            ]
        }
        let left = items.dropFirst(TimelinePage.mostShown)
        return [
            "date": day.description, "day": "\(TimelinePage.weekdays[day.weekday]), \(day)",
            "items": Array(items.prefix(TimelinePage.mostShown)), "left": Array(left),
            "more": "\(left.count) more",
        ]
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

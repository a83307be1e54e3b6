internal import CoinModel

/// A column with the first days of weeks, which have to be Sundays.
struct WeekColumn {
    /// Weeks before this day are not weeks of a coin: method.md's bound for sane commit times.
    static let firstDay = Day(index: 12_784)

    let column: Int
    private var time: TimeColumn
    private var sundays = 0
    private var others = 0
    private var otherLine = 0

    init(_ column: Int) {
        self.column = column
        time = TimeColumn(column, takesZoneless: true)
    }

    /// The week of the current row, which was over when the file was made.
    mutating func read(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) -> Week {
        let week = try readAny(row, context)
        guard week <= context.lastSeenWeek else {
            throw RowError("running-week", column: column, "the week of \(week) was not over when the file was made")
        }
        return week
    }

    /// The week of the current row, over or not.
    mutating func readAny(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) -> Week {
        let day = try time.read(row).day
        try context.bounds(from: WeekColumn.firstDay).check(Instant(startOf: day), column: column)
        guard day.weekday == 0 else {
            if others == 0 { otherLine = row.line }
            others += 1
            throw RowError("week-start", column: column, "\(day) is not a Sunday, and weekly totals cannot be re-cut")
        }
        sundays += 1
        return Week(containing: day)
    }

    /// Checks that not every week starts on another day.
    ///
    /// - Throws: `SourceError` `week-start`.
    func settle() throws(SourceError) {
        guard sundays == 0, others > 0 else { return }
        let detail = "its weeks do not start on Sunday, and weekly totals cannot be re-cut; export days or Sunday weeks"
        throw SourceError("week-start", line: otherLine, detail: detail)
    }
}

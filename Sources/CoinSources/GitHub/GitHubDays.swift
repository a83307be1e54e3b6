internal import CoinModel

/// The days of rows of a week each, as GitHub answers commits and stars: `{"week":…,"total":…,"days":[7 counts]}`.
///
/// The days are what is read: they are summed into the canonical weeks whatever day the answer's weeks start on. A
/// week counts when all its seven days are there; a week of zeros is an observed zero.
struct GitHubDays {
    /// What the head of such an answer shows.
    static let shows = [["*/days/*", "*/week", "*/total"]]

    private var days: [Day: (line: Int, count: Double)] = [:]

    /// Reads the rows of a document; one whose days do not add up or overlap another row's is rejected.
    init(_ document: borrowing JSONDocument, _ emit: ItemSink) throws {
        let columns = ["week", "total"] + (0...7).map { "days/\($0)" }
        try document.forEachRow("*", columns) { row in
            try rejecting(row.line, emit) { try add(row) }
        }
    }

    private mutating func add(_ row: JSONRow) throws(RowError) {
        let first = try row.requiredInstant(0).day
        var counts: [Double] = []
        for column in 2..<9 { counts.append(try row.count(column)) }
        guard row[9] == .missing else { throw RowError("bad-number", "its week has more than seven days") }
        let (total, sum) = (try row.count(1), counts.reduce(0, +))
        guard sum == total else { throw RowError("total-mismatch", "its days sum to \(sum), not to \(total)") }
        let named = (0..<7).map { first.advanced(by: $0) }
        guard named.allSatisfy({ days[$0] == nil }) else {
            throw RowError("duplicate-time", "the week of \(first) overlaps an earlier row")
        }
        for (day, count) in zip(named, counts) { days[day] = (row.line, count) }
    }

    /// The week of the newest day; nil of none.
    var newest: Week? { days.keys.max().map { Week(containing: $0) } }

    /// The weeks all of whose days are there.
    var weeks: JSONFacts.Weeks {
        var weeks: JSONFacts.Weeks = [:]
        for week in Set(days.keys.map { Week(containing: $0) }) {
            let counts = (0..<7).compactMap { days[week.start.advanced(by: $0)] }
            if counts.count == 7 { weeks[week] = (counts[0].line, [counts.reduce(0) { $0 + $1.count }]) }
        }
        return weeks
    }
}

internal import CoinModel

/// GitHub's `/stats/commit_activity`: the commits of a year's days, in weeks that start on Sunday.
///
/// The days are what is read: they are summed into the canonical weeks whatever day the answer's weeks start on. A
/// week counts when all its seven days are there; a week of zeros is an observed zero. The week that ends last is
/// still running unless it was over when the answer was observed (`--observed-at`, or the `Date` of a stored HTTP
/// answer), and is left out. Merges are not counted by this source. The answer that a repository is empty (HTTP 409) is
/// a year of observed zeros, if it says when it was given. Weeks that run backwards are those of the stars' history, whose rows
/// look the same.
struct GitHubCommitActivity: JSONSource {
    let id = "github-commit-activity"
    let kind = LoadKind.commits
    let title = "GitHub /stats/commit_activity; file named owner__name, or --repo (JSON)"
    let shows = [["*/days/*", "*/week", "*/total"]]

    func recognises(_ head: InputHead) -> Bool {
        head.isEmptyRepository || head.sketch?.shows(shows) ?? false
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let isEmpty = context.head?.isEmptyRepository ?? false
        let days = isEmpty ? [:] : try days(document, emit)
        let repository = try context.repositoryOfFile()
        var facts = JSONFacts(id, .week, [.commits], context)
        let observed = context.askedAt?.lastCompleteWeek
        guard !isEmpty else { return try facts.takeYearOfZeros(repository, upTo: observed, emit) }
        var weeks: JSONFacts.Weeks = [:]
        for week in Set(days.keys.map { Week(containing: $0) }) {
            let counts = (0..<7).compactMap { days[week.start.advanced(by: $0)] }
            if counts.count == 7 { weeks[week] = (counts[0].line, [counts.reduce(0) { $0 + $1.commits }]) }
        }
        // The running week's missing days come as zeros, so its seven days prove nothing.
        let newest = days.keys.max().map { Week(containing: $0) }
        try facts.take(weeks, of: repository, upTo: observed ?? newest?.advanced(by: -1), emit)
    }

    private typealias Days = [Day: (line: Int, commits: Double)]

    private func days(_ document: borrowing JSONDocument, _ emit: ItemSink) throws -> Days {
        var days: Days = [:]
        var last: Day?
        let columns = ["week", "total"] + (0...7).map { "days/\($0)" }
        try document.forEachRow("*", columns) { row in
            try rejecting(row.line, emit) {
                let first = try row.requiredInstant(0).day
                if let last, first < last { throw UnsupportedFormat.stars("/stargazers/history").refusal }
                last = first
                var counts: [Double] = []
                for column in 2..<9 { counts.append(try row.count(column)) }
                guard row[9] == .missing else { throw RowError("bad-number", "its week has more than seven days") }
                let (total, sum) = (try row.count(1), counts.reduce(0, +))
                guard sum == total else { throw RowError("total-mismatch", "its days sum to \(sum), not to \(total)") }
                let named = (0..<7).map { first.advanced(by: $0) }
                guard named.allSatisfy({ days[$0] == nil }) else {
                    throw RowError("duplicate-time", "the week of \(first) overlaps an earlier row")
                }
                for (day, commits) in zip(named, counts) { days[day] = (row.line, commits) }
            }
        }
        return days
    }
}

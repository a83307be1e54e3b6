internal import CoinModel

/// GitHub's `/stats/contributors`: the weeks of up to a hundred authors over a repository's life.
///
/// Commits of a week are the sum over the authors, developers those with a commit in it. The newest week is still
/// running unless it was over when the answer was observed, and is left out.
struct GitHubContributors: JSONSource {
    let id = "github-contributors"
    let kind = LoadKind.commits
    let title = "GitHub /stats/contributors; file named owner__name, or --repo (JSON)"
    let shows = [["*/total", "*/weeks/*/w", "*/weeks/*/c"]]

    /// Authors beyond this many are not in the answer.
    private static let authorLimit = 100

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repositoryOfFile()
        var weeks: JSONFacts.Weeks = [:]
        try document.forEachRow("*/weeks/*", ["w", "c"]) { row in
            try rejecting(row.line, emit) {
                let start = try row.requiredInstant(0)
                guard start == Instant(startOf: start.week.start) else {
                    let detail = "has a week that starts at \(start), not on Sunday, and cannot be re-cut"
                    throw SourceError("week-start", detail: detail)
                }
                let commits = try row.count(1)
                var sum = weeks[start.week] ?? (row.line, [0, 0])
                sum.values[0] += commits
                sum.values[1] += commits > 0 ? 1 : 0
                weeks[start.week] = sum
            }
        }
        let lastComplete = context.askedAt?.lastCompleteWeek ?? weeks.keys.max()?.advanced(by: -1)
        var facts = JSONFacts(id, .week, [.commits, .developers], context)
        try facts.take(weeks, of: repository, upTo: lastComplete, emit)
        let authors = try document.count(of: "*")
        if authors >= GitHubContributors.authorLimit {
            try emit(.warning("\(authors) authors are as many as the source names: further ones are not counted"))
        }
    }
}

/// GitHub's `/stats/participation`: 52 windows of seven days that end with the day before the answer.
///
/// The answer has no date, so the day of asking must be known. The windows are not Sunday weeks and cannot be re-cut;
/// they stay a series of their own, each at its last day. Merges are counted.
struct GitHubParticipation: JSONSource {
    let id = "github-participation"
    let kind = LoadKind.commits
    let title = "GitHub /stats/participation, dated by its answer or --observed-at; named owner__name or --repo (JSON)"
    let shows = [["all/*", "owner/*"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repositoryOfFile()
        let lastDay = try context.requiredAskedAt().limit.day.advanced(by: -1)
        let windows = try document.count(of: "all/*")
        guard windows == 52 else {
            throw SourceError("bad-length", detail: "holds \(windows) windows, not 52; fetch it again")
        }
        var facts = JSONFacts(id, .day, [.commitsOfSevenDays], context)
        let subject = facts.numbering.add(.repository(repository))
        try facts.takeAll("all/*", [""], of: document, emit) { row in
            JSONFact(
                subject: subject,
                time: .day(lastDay.advanced(by: 7 * (row.line - windows))),
                values: [try row.count(0)]
            )
        }
    }
}

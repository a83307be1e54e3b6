internal import CoinModel

/// GitHub's `/stargazers/history`: the new stars of a repository's days, in weeks, the newest first, page by page.
///
/// Counted are the stars that the repository still has, by the day on which each was given, so one that is taken back lowers a week
/// of the past: of answers in one load the newest one counts. The newest week is left out as that of
/// `/stats/commit_activity` is. A week that two pages have counts once. Weeks before the oldest row are observed zeros where the
/// answer is an HTTP answer that names no further page: no star of them is left.
struct GitHubStars: JSONSource {
    let id = "github-stars-history"
    let kind = LoadKind.commits
    let title = "GitHub /stargazers/history; file named owner__name, or --repo (JSON)"
    let shows = GitHubDays.shows

    func recognises(_ head: InputHead) -> Bool { (head.sketch?.shows(shows) ?? false) && head.hasNewestWeekFirst }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repositoryOfFile()
        let days = try GitHubDays(document, emit)
        var facts = JSONFacts(id, .week, [.stars], context, asked: context.askedAt?.last)
        var weeks = days.weeks
        let last = context.askedAt?.lastCompleteWeek ?? days.newest?.advanced(by: -1)
        if let last, let oldest = weeks.min(by: { $0.key < $1.key }), context.head?.answer?.hasNextPage == false {
            for week in (0..<52).map({ last.advanced(by: -$0) }) where week < oldest.key {
                weeks[week] = (oldest.value.line, [0])
            }
        }
        try facts.take(weeks, of: repository, upTo: last, emit)
    }
}

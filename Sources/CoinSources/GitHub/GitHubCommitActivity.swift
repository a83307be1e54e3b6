internal import CoinModel

/// GitHub's `/stats/commit_activity`: the commits of a year's days, in weeks that start on Sunday.
///
/// The week that ends last is still running unless it was over when the answer was observed (`--observed-at`, or the `Date`
/// of a stored HTTP answer), and is left out. Merges are not counted by this source. The answer that a repository is empty
/// (HTTP 409) is a year of observed zeros, if it says when it was given.
struct GitHubCommitActivity: JSONSource {
    let id = "github-commit-activity"
    let kind = LoadKind.commits
    let title = "GitHub /stats/commit_activity; file named owner__name, or --repo (JSON)"
    let shows = GitHubDays.shows

    func recognises(_ head: InputHead) -> Bool {
        head.isEmptyRepository || (head.sketch?.shows(shows) ?? false) && !head.hasNewestWeekFirst
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let isEmpty = context.head?.isEmptyRepository ?? false
        let repository = try context.repositoryOfFile()
        var facts = JSONFacts(id, .week, [.commits], context)
        guard !isEmpty else { return try facts.takeYearOfZeros(repository, context, emit) }
        let days = try GitHubDays(document, emit)
        // The running week's missing days come as zeros, so its seven days prove nothing.
        let last = context.askedAt?.lastCompleteWeek ?? days.newest?.advanced(by: -1)
        try facts.take(days.weeks, of: repository, upTo: last, emit)
    }
}

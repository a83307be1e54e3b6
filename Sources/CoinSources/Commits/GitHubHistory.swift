internal import CoinModel

/// GitHub's GraphQL `history`: the commits of weeks of the default branch, each under the date of its Sunday.
///
/// Merges are counted, unlike by `/stats/commit_activity`, and authors beyond the hundredth are, unlike by
/// `/stats/contributors`: this is a series of its own. A week is taken when it was over at the answer's time
/// (`--observed-at`, or the `Date` of a stored HTTP answer); where that is not known, the newest is left out. A repository
/// without a default branch is a year of observed zeros, if the answer says when it was given. Of an answer with
/// `errors` only the weeks are taken that are whole beside them; where that is none, it is refused. Without a name from
/// outside, the name in the answer is the repository's.
struct GitHubHistory: JSONSource {
    let id = "github-graphql-history"
    let kind = LoadKind.commits
    let title = "GitHub GraphQL history by week, merges counted; named by the answer, owner__name or --repo (JSON)"
    let shows = [GitHubHistoryAnswer.shows]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let repository = try repository(document, context)
        let observed = context.observed(document.answer)?.lastCompleteWeek
        var facts = JSONFacts(id, .week, [.commits], context)
        switch try GitHubHistoryAnswer.read(document) {
        case .counts(let members): try take(members, document, repository, observed, &facts, emit)
        case .someCounts(let members, let said):
            try emit(.warning("counts only \(members.count) weeks: the source says \(said) of others"))
            try take(members, document, repository, observed, &facts, emit)
        case .empty: try facts.takeYearOfZeros(repository, upTo: observed, emit)
        case .noContent:
            throw SourceError("empty", detail: "counts no week: its branch leads to no commit; count a clone")
        case .gone, .forbidden: throw SourceError("source-error", detail: "is a refusal; correct the name or the token")
        case .failed(let said):
            throw SourceError("source-error", detail: "is an error of the source (\(said)); fetch it again")
        }
    }

    private func repository(_ document: borrowing JSONDocument, _ context: ReadContext) throws -> RepositoryName {
        do {
            return try context.repositoryOfFile()
        } catch {
            if let name = document.text("data/repository/nameWithOwner").flatMap({ RepositoryName($0) }) { return name }
            throw error
        }
    }

    /// Takes the weeks of some members up to the last one that was over.
    private func take(
        _ members: [String],
        _ document: borrowing JSONDocument,
        _ repository: RepositoryName,
        _ observed: Week?,
        _ facts: inout JSONFacts,
        _ emit: (SourceItem) throws -> Void
    ) throws {
        let weeks = members.enumerated()
            .compactMap { place, name in GitHubHistoryQuery.week(named: name).map { (week: $0, place: place) } }
            .sorted { $0.week < $1.week }
        guard let newest = weeks.last?.week else { return }
        let lastComplete = observed ?? newest.advanced(by: -1)
        let columns = members.map { "target/\($0)/totalCount" }
        try document.forEachRow(GitHubHistoryAnswer.branch, columns) { row in
            for (week, place) in weeks where week <= lastComplete {
                try facts.take(place + 1, emit) {
                    JSONFact(subject: .repository(repository), time: .week(week), values: [try row.count(place)])
                }
            }
        }
        try facts.flush(emit)
    }
}

extension JSONFacts {
    /// Takes 52 observed zeros, the weeks of a repository that has no commits, and hands them on.
    ///
    /// - Throws: `SourceError` `no-time` when it is not known when it had none, and what `emit` throws.
    mutating func takeYearOfZeros(
        _ repository: RepositoryName,
        upTo newest: Week?,
        _ emit: (SourceItem) throws -> Void
    ) throws {
        guard let newest else {
            throw SourceError("no-time", detail: "has no date; say on which day it was fetched with --observed-at")
        }
        for step in -51...0 {
            try take(1, emit) {
                JSONFact(subject: .repository(repository), time: .week(newest.advanced(by: step)), values: [0])
            }
        }
        try flush(emit)
    }
}

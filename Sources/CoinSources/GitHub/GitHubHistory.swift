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

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repository(of: document)
        let observed = context.askedAt?.lastCompleteWeek
        var facts = JSONFacts(id, .week, [.commits], context)
        let answer = try GitHubHistoryAnswer(document)
        switch answer.state {
        case .data: break
        case .short:
            let rest = "the source says \(answer.complaint) of others"
            try emit(.warning("counts only \(answer.members.count) weeks: \(rest)"))
        case .empty: return try facts.takeYearOfZeros(repository, context, emit)
        case .noContent:
            throw SourceError("empty", detail: "counts no week: its branch leads to no commit; count a clone")
        case .gone, .forbidden: throw SourceError("source-error", detail: "is a refusal; correct the name or the token")
        default:
            let detail = "is an error of the source (\(answer.complaint)); fetch it again"
            throw SourceError("source-error", detail: detail)
        }
        let named = answer.members.map(GitHubHistoryQuery.week)
        guard let newest = named.compactMap(\.self).max() else { return }
        let lastComplete = observed ?? newest.advanced(by: -1)
        var weeks: JSONFacts.Weeks = [:]
        let columns = answer.members.map { "target/\($0)/totalCount" }
        try document.forEachRow(GitHubHistoryAnswer.branch, columns) { row in
            for (place, week) in named.enumerated() {
                guard let week, week <= lastComplete else { continue }
                try rejecting(place + 1, emit) { weeks[week] = (place + 1, [try row.count(place)]) }
            }
        }
        try facts.take(weeks, of: repository, upTo: lastComplete, emit)
    }
}

extension ReadContext {
    /// The repository that an answer of GraphQL is about: as that of any file, else by its own word.
    ///
    /// - Throws: `SourceError` `no-repository` when nothing names one.
    func repository(of document: borrowing JSONDocument) throws(SourceError) -> RepositoryName {
        do throws(SourceError) {
            return try repositoryOfFile()
        } catch {
            if let name = document.text("data/repository/nameWithOwner").flatMap({ RepositoryName($0) }) { return name }
            throw error
        }
    }
}

extension JSONFacts {
    /// The counts of weeks, one for each metric, and the lines that they stand in.
    typealias Weeks = [Week: (line: Int, values: [Double])]

    /// Takes the counts of a repository's weeks up to the last one that was over, and hands them on.
    mutating func take(_ weeks: Weeks, of repository: RepositoryName, upTo last: Week?, _ emit: ItemSink) throws {
        let subject = numbering.add(.repository(repository))
        for (week, counts) in weeks.sorted(by: { $0.key < $1.key }) {
            guard let last, week <= last else { break }
            try take(counts.line, emit) { JSONFact(subject: subject, time: .week(week), values: counts.values) }
        }
        try flush(emit)
    }

    /// Takes 52 observed zeros, the weeks of a repository that has no commits, and hands them on.
    ///
    /// - Throws: `SourceError` `no-time` when it is not known when it had none, and what `emit` throws.
    mutating func takeYearOfZeros(_ repository: RepositoryName, _ context: ReadContext, _ emit: ItemSink) throws {
        let newest = try context.requiredAskedAt().lastCompleteWeek
        let weeks = (0...51).map { (newest.advanced(by: -$0), (line: 1, values: [0.0])) }
        try take(Dictionary(firstOf: weeks), of: repository, upTo: newest, emit)
    }
}

internal import CoinModel

/// What an answer to `GitHubHistoryQuery` says before its counts are read.
///
/// It says all with status 200, what went wrong in `errors`. Of one with errors a week's count is whole where each error
/// names by its path another week and nothing above the weeks; where one does not, nothing is: anything else may be
/// missing, and a missing branch looks like an empty repository.
enum GitHubHistoryAnswer: Hashable {
    /// Counts of weeks: the members that hold them, in order.
    case counts([String])
    /// The members whose counts are whole although there are errors, in the source's words.
    case someCounts([String], String)
    /// There is no default branch: the repository has no commits.
    case empty
    /// Its default branch leads to no commit.
    case noContent
    /// There is no such repository any more, or it is private.
    case gone
    case forbidden
    /// Something else went wrong, in the source's words.
    case failed(String)

    static let branch = "data/repository/defaultBranchRef"
    /// What the head of every answer shows.
    static let shows = ["data/repository/nameWithOwner", branch]
    private static let memberLimit = 1 << 10
    /// How many steps lead from an error's path to a week.
    private static let above = ["repository", "defaultBranchRef", "target"]

    static func read(_ document: borrowing JSONDocument) throws(SourceError) -> GitHubHistoryAnswer {
        if try document.names(of: "", rows: "", limit: memberLimit).contains("errors") { return try fault(document) }
        guard try document.names(of: "", rows: "data/repository", limit: memberLimit).contains("defaultBranchRef")
        else { return .failed("no default branch is named") }
        guard document[branch] != .missing else { return .empty }
        let members = try members(document)
        return members.isEmpty ? .noContent : .counts(members)
    }

    private static func members(_ document: borrowing JSONDocument) throws(SourceError) -> [String] {
        try document.names(of: "", rows: branch + "/target", limit: memberLimit)
            .filter { GitHubHistoryQuery.week(named: $0) != nil }
    }

    private static func fault(_ document: borrowing JSONDocument) throws(SourceError) -> GitHubHistoryAnswer {
        let texts = ["errors/0/type", "errors/0/message"].compactMap { document.text($0).map(InputHead.printable) }
        let said = texts.joined(separator: ", ")
        if document["data/repository"] == .missing, document["errors/1"] == .missing {
            switch texts.first {
            case "NOT_FOUND": return .gone
            case "FORBIDDEN", "INSUFFICIENT_SCOPES": return .forbidden
            default: return .failed(said)
            }
        }
        guard let blamed = try blamed(document) else { return .failed(said) }
        let whole = try members(document).filter { !blamed.contains($0) && isCounted($0, document) }
        return whole.isEmpty ? .failed(said) : .someCounts(whole, said)
    }

    /// The members that errors name by their paths; nil where one names none, or there is none.
    private static func blamed(_ document: borrowing JSONDocument) throws(SourceError) -> Set<String>? {
        let count = try document.count(of: "errors/*")
        guard (1...memberLimit).contains(count) else { return nil }
        var blamed: Set<String> = []
        for error in 0..<count {
            let path = (0...above.count).map { document["errors/\(error)/path/\($0)"] }
            guard path.dropLast() == above.map(JSONValue.text)[...], case .text(let member)? = path.last,
                GitHubHistoryQuery.week(named: member) != nil
            else { return nil }
            blamed.insert(member)
        }
        return blamed
    }

    private static func isCounted(_ member: String, _ document: borrowing JSONDocument) -> Bool {
        guard case .number(let count) = document["\(branch)/target/\(member)/totalCount"] else { return false }
        return count >= 0 && count == count.rounded()
    }

    /// The weeks whose counts are whole, in no order.
    func weeks(_ document: borrowing JSONDocument) -> Set<Week> {
        switch self {
        case .counts(let members), .someCounts(let members, _):
            Set(members.filter { GitHubHistoryAnswer.isCounted($0, document) }.compactMap(GitHubHistoryQuery.week))
        default: []
        }
    }
}

/// What an answer to `GitHubHistoryQuery` says before its counts are read.
///
/// It says all with status 200, what went wrong in `errors`. One with errors is never read in part: of what failed there
/// is no telling what else is missing, and a missing branch looks like an empty repository.
enum GitHubHistoryAnswer: Hashable {
    /// Counts of weeks: the members that hold them, in order.
    case counts([String])
    /// There is no default branch: the repository has no commits.
    case empty
    /// Its default branch leads to no commit.
    case noContent
    /// There is no such repository any more, or it is private.
    case gone
    /// It may not be read.
    case forbidden
    /// Something else went wrong, in the source's words.
    case failed(String)

    /// Where the counts are.
    static let branch = "data/repository/defaultBranchRef"
    private static let memberLimit = 1 << 10

    init(_ document: borrowing JSONDocument) throws(SourceError) {
        guard try !document.names(of: "", rows: "", limit: GitHubHistoryAnswer.memberLimit).contains("errors") else {
            self = GitHubHistoryAnswer.fault(document)
            return
        }
        let limit = GitHubHistoryAnswer.memberLimit
        guard try document.names(of: "", rows: "data/repository", limit: limit).contains("defaultBranchRef") else {
            self = .failed("no default branch is named")
            return
        }
        guard document[GitHubHistoryAnswer.branch] != .missing else {
            self = .empty
            return
        }
        let members = try document.names(of: "", rows: GitHubHistoryAnswer.branch + "/target", limit: limit)
            .filter { GitHubHistoryQuery.week(named: $0) != nil }
        self = members.isEmpty ? .noContent : .counts(members)
    }

    private static func fault(_ document: borrowing JSONDocument) -> GitHubHistoryAnswer {
        let said = ["errors/0/type", "errors/0/message"].compactMap { place in
            if case .text(let text) = document[place] { InputHead.printable(text) } else { nil }
        }
        guard document["data/repository"] == .missing, document["errors/1"] == .missing else {
            return .failed(said.joined(separator: ", "))
        }
        switch said.first {
        case "NOT_FOUND": return .gone
        case "FORBIDDEN", "INSUFFICIENT_SCOPES": return .forbidden
        default: return .failed(said.joined(separator: ", "))
        }
    }

    /// The status of other answers that mean the same; 0 where none does.
    var status: Int {
        switch self {
        case .counts: 200
        case .noContent: 204
        case .forbidden: 403
        case .gone: 404
        case .empty: 409
        case .failed: 0
        }
    }
}

extension InputHead {
    /// Whether it is an answer to `GitHubHistoryQuery`.
    var isCommitHistory: Bool {
        sketch?.shows(["data/repository/nameWithOwner", GitHubHistoryAnswer.branch]) ?? false
    }
}

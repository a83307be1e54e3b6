public import CoinModel
internal import WorkerProtocol

/// What GitHub's API is asked about a repository, and what its answer means before it is read.
public enum GitHubInquiry: String, Sendable, CaseIterable {
    /// The commits of a year's days; the one that rankings use.
    case commitActivity = "commit_activity"
    /// The commits of 52 rolling windows.
    case participation
    /// The weeks of up to a hundred authors.
    case contributors
    /// The commits of complete weeks, merges among them, by GraphQL, which answers only those with a token.
    case history
    /// The new stars of weeks, page by page.
    case stars
    /// The releases that were published, page by page; where there are none, whether there are tags.
    case releases
    /// How many issues and pull requests there are, by GraphQL too.
    case issues

    /// Whether it is answered only to those with a token.
    public var needsToken: Bool { self == .history || self == .issues }

    /// Whether an answer that did not change says the same later on.
    ///
    /// The windows of `participation` end with the day of asking, and a history is asked for other weeks every week.
    public var isConditional: Bool {
        switch self {
        case .commitActivity, .contributors: true
        case .participation, .history, .stars, .releases, .issues: false
        }
    }

    /// How many rows a page of a list has that another one follows; nil for what comes at once.
    public var pageSize: Int? {
        switch self {
        case .stars: 30
        case .releases: 100
        case .commitActivity, .participation, .contributors, .history, .issues: nil
        }
    }

    /// The last page of a list that GitHub answers.
    public static let lastPage = 100

    /// What an answer means.
    public enum State: String, Sendable {
        /// There are figures in it.
        case data
        /// The source was not done: there are figures of some of what was asked, or of none.
        case short
        /// What was answered before still holds (304).
        case unchanged
        /// The repository has no commits (409).
        case empty
        /// There is no content (204): nothing is known, which is not zero.
        case noContent = "no-content"
        /// There is no such repository any more, or it is private (404).
        case gone
        /// It is blocked for legal reasons (451).
        case blocked
        /// It may not be read (403).
        case forbidden
        /// The source refuses to count it (422).
        case refused
        /// The host has blocked the repository (403 with a reason).
        case suspended = "repository-blocked"
        /// The source refuses the question as such (400), as it does one by a version that it no longer supports.
        case badRequest = "bad-request"
        /// Nothing of this is known of the source, or its body is cut.
        case unknown
    }

    /// Where the public API is.
    public static let publicAPI = "https://api.github.com"

    /// This is the only place that pins the version of GitHub's API whose answers are read here, and says until when at least it is
    /// answered: 24 months from the version after it, 2026-03-10, the first with other answers.
    public static let version = (name: "2022-11-28", end: "2028-03-10")

    /// The header lines that ask for that version.
    public static let headers = ["Accept: application/vnd.github+json", "X-GitHub-Api-Version: \(version.name)"]

    /// Where GitHub says the name that a repository has now: the part of the address which a redirect leads to that has its
    /// number; nil where that has none.
    public static func placeOfName(_ moved: String) -> String? {
        guard let match = moved.firstMatch(of: /^https?:\/\/[^?#]*?\/repositories\/\d{1,18}/) else { return nil }
        return String(match.0)
    }

    /// The name in an answer about a repository; nil where it has none.
    public static func name(in body: [UInt8]) -> RepositoryName? {
        do {
            return try JSONDocument(body).text("full_name").flatMap { RepositoryName($0) }
        } catch {
            // A cut answer has no name.
            return nil
        }
    }

    /// The address to ask about a repository, below that of an API, which has no slash at its end; of a list that of a page.
    public func address(_ repository: RepositoryName, api: String, _ query: GitHubHistoryQuery, page: Int = 1) -> String
    {
        let place = "\(api)/repos/\(repository)"
        let pages = pageSize.map { "?per_page=\($0)&page=\(page)" } ?? ""
        return switch self {
        case .commitActivity, .participation, .contributors: "\(place)/stats/\(rawValue)"
        case .history: query.address(repository, api: api)
        case .issues: "\(query.address(api: api))\(repository)/\(rawValue)"
        case .stars: "\(place)/stargazers/history\(pages)"
        case .releases: "\(place)/releases\(pages)"
        }
    }

    /// Where GitHub lists the tags of a repository that has no releases.
    public static func addressOfTags(_ repository: RepositoryName, api: String) -> String {
        "\(api)/repos/\(repository)/tags?per_page=100"
    }

    /// What an answer has before its figures are read.
    public struct Reply: Sendable {
        /// What it means.
        public internal(set) var state: State
        /// The repository's name in it; empty without one.
        public var name = ""
        /// The source's error message where no state covers it; else empty.
        public var complaint = ""
        /// The weeks that a history counts whole.
        public var weeks: Set<Week> = []
        /// What a history cost of the limit's points, and what is left of them.
        public var points: (cost: Int, left: Int)?
    }

    /// What an answer means by its status, and by whether its body begins and ends as a document does.
    public static func state(status: Int, body: [UInt8]) -> State {
        switch status {
        case 200 where body.count < 16 && body.filter { $0 > 0x20 } == Array("[]".utf8): .noContent
        case 200: isWhole(body) ? .data : .unknown
        case 206: .short
        case 304: .unchanged
        case 400: .badRequest
        case 403 where isSuspension(body): .suspended
        case 409: .empty
        default: AnswerVerdict.refusal(status: status).flatMap { State(rawValue: $0) } ?? .unknown
        }
    }

    /// Whether an answer says that the host has blocked the repository: `{"message":…,"block":{"reason":"tos",…}}`.
    private static func isSuspension(_ body: [UInt8]) -> Bool {
        do {
            return try JSONDocument(body).text("block/reason") != nil
        } catch {
            return false
        }
    }

    private static func isWhole(_ body: [UInt8]) -> Bool {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
        let ends = [body.first { !isBlank($0) }, body.last { !isBlank($0) }].compactMap(\.self)
        return ends == Array("[]".utf8) || ends == Array("{}".utf8)
    }
}

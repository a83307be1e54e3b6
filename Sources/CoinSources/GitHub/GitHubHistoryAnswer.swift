internal import CoinModel

/// What an answer to `GitHubHistoryQuery` says before its counts are read.
///
/// It says all with status 200, what went wrong in `errors`. Of one with errors a week's count is whole where each error
/// names by its path another week and nothing above the weeks; where one does not, nothing is: anything else may be
/// missing, and a missing branch looks like an empty repository.
struct GitHubHistoryAnswer: Hashable {
    /// What it means: `short` where only some counts are whole, `noContent` where its default branch leads to no commit,
    /// `unknown` where something else went wrong.
    let state: GitHubInquiry.State
    /// The members that hold counts of weeks, in order; of those of a short answer the whole ones.
    var members: [String] = []
    /// What went wrong, in the source's words; else empty.
    var complaint = ""

    static let branch = "data/repository/defaultBranchRef"
    /// What the head of every answer shows.
    static let shows = ["data/repository/nameWithOwner", branch]
    private static let memberLimit = 1 << 10
    /// How many steps lead from an error's path to a week.
    private static let above = ["repository", "defaultBranchRef", "target"]

    /// Reads an answer.
    init(_ document: borrowing JSONDocument) throws(SourceError) {
        let limit = GitHubHistoryAnswer.memberLimit
        if try document.names(of: "", rows: "", limit: limit).contains("errors") {
            self = try GitHubHistoryAnswer.fault(document)
        } else if try !document.names(of: "", rows: "data/repository", limit: limit).contains("defaultBranchRef") {
            self.init(state: .unknown, complaint: "no default branch is named")
        } else if document[GitHubHistoryAnswer.branch] == .missing {
            self.init(state: .empty)
        } else {
            let members = try GitHubHistoryAnswer.members(document)
            self.init(state: members.isEmpty ? .noContent : .data, members: members)
        }
    }

    private init(state: GitHubInquiry.State, members: [String] = [], complaint: String = "") {
        self.state = state
        self.members = members
        self.complaint = complaint
    }

    private static func members(_ document: borrowing JSONDocument) throws(SourceError) -> [String] {
        try document.names(of: "", rows: branch + "/target", limit: memberLimit)
            .filter { GitHubHistoryQuery.week(named: $0) != nil }
    }

    private static func fault(_ document: borrowing JSONDocument) throws(SourceError) -> GitHubHistoryAnswer {
        let texts = ["errors/0/type", "errors/0/message"].compactMap { document.text($0).map(InputHead.printable) }
        let said = texts.joined(separator: ", ")
        if document["data/repository"] == .missing, document["errors/1"] == .missing {
            let state = GitHubInquiry.State(ofError: texts.first)
            return GitHubHistoryAnswer(state: state, complaint: state == .unknown ? said : "")
        }
        let blamed = try blamed(document)
        let whole = try members(document).filter { !(blamed?.contains($0) ?? true) && isCounted($0, document) }
        return GitHubHistoryAnswer(state: whole.isEmpty ? .unknown : .short, members: whole, complaint: said)
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
        var weeks: Set<Week> = []
        for member in members where GitHubHistoryAnswer.isCounted(member, document) {
            if let week = GitHubHistoryQuery.week(named: member) { weeks.insert(week) }
        }
        return weeks
    }
}

extension GitHubInquiry.State {
    /// What the type of an error of GraphQL means about the one repository that was asked about.
    init(ofError type: String?) {
        switch type {
        case "NOT_FOUND": self = .gone
        case "FORBIDDEN", "INSUFFICIENT_SCOPES": self = .forbidden
        default: self = .unknown
        }
    }
}

extension GitHubInquiry {
    /// What an answer to this question has before its figures are read.
    public func reply(status: Int, body: [UInt8]) -> Reply {
        // A history that was not done in time has a status of 500 or more, and may hold figures all the same.
        guard self == .history && status >= 500 || needsToken && status == 200 else {
            let state = GitHubInquiry.state(status: status, body: body)
            let isList = pageSize == nil || state != .data || GitHubPage(body) != nil
            return Reply(state: isList ? state : .unknown)
        }
        do {
            let document = try JSONDocument(body)
            var reply = Reply(state: GitHubInquiry.state(status: 200, body: body))
            if self == .history {
                let answer = try GitHubHistoryAnswer(document)
                if answer.state != .data { reply.state = answer.state }
                if reply.state == .unknown, status >= 500 { reply.state = .short }
                reply.weeks = answer.weeks(document)
                if answer.state == .unknown { reply.complaint = answer.complaint }
            } else if let fault = try GitHubIssues.fault(document) {
                (reply.state, reply.complaint) = fault
            }
            if case .number(let cost) = document["data/rateLimit/cost"], let cost = Int(exactly: cost),
                case .number(let left) = document["data/rateLimit/remaining"], let left = Int(exactly: left)
            {
                reply.points = (cost, left)
            }
            reply.name = document.text("data/repository/nameWithOwner") ?? ""
            return reply
        } catch {
            return Reply(state: self == .history ? .short : .unknown, complaint: error.detail)
        }
    }
}

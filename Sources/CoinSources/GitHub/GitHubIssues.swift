internal import CoinModel

/// How many issues and pull requests a repository has, by GitHub's GraphQL: a series of its own, dated by its answer.
///
/// The members of the answer are named by what they count: `openIssues`, `closedIssues`, `openPullRequests` and
/// `mergedPullRequests`; pull requests are not among the issues, as they are in `open_issues_count` of REST. An answer with
/// `errors` is refused. Without a name from outside, the name in the answer is the repository's.
struct GitHubIssues: JSONSource {
    let id = "github-graphql-issues"
    let kind = LoadKind.commits
    let title = "GitHub GraphQL totals of issues and pull requests; named by the answer, owner__name or --repo (JSON)"
    let shows = [["data/repository/nameWithOwner", "data/repository/openIssues/totalCount"]]

    private static let members = ["openIssues", "closedIssues", "openPullRequests", "mergedPullRequests"]

    /// What is posted about every repository, up to the variables that name one.
    fileprivate static var preface: String {
        let counts = "openIssues:issues(states:OPEN){totalCount} closedIssues:issues(states:CLOSED){totalCount} "
        let pulls = "openPullRequests:pullRequests(states:OPEN){totalCount} "
        let merged = "mergedPullRequests:pullRequests(states:MERGED){totalCount}"
        let repository = "repository(owner:$owner,name:$name){nameWithOwner \(counts)\(pulls)\(merged)}"
        let query = "query($owner:String!,$name:String!){rateLimit{cost remaining resetAt} \(repository)}"
        return "{\"query\":\"\(query)\",\"variables\":"
    }

    /// Why an answer has no totals, and what it says of that; nil where it has them.
    static func fault(_ document: borrowing JSONDocument) throws(SourceError) -> (GitHubInquiry.State, String)? {
        let texts = ["errors/0/type", "errors/0/message"].compactMap { document.text($0).map(InputHead.printable) }
        if try document.names(of: "", rows: "", limit: 1 << 10).contains("errors") {
            let isGone = document["data/repository"] == .missing && document["errors/1"] == .missing
            let state = isGone ? GitHubInquiry.State(ofError: texts.first) : .unknown
            return (state, state == .unknown ? texts.joined(separator: ", ") : "")
        }
        for member in members {
            guard case .number = document["data/repository/\(member)/totalCount"] else {
                return (.unknown, "\(member) has no number")
            }
        }
        return nil
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repository(of: document)
        let asked = try context.requiredAskedAt().last
        var facts = JSONFacts(id, .snapshot, RepositoryCount.allCases.map(\.metric), context, asked: asked)
        let subject = facts.numbering.add(.repository(repository))
        let columns = GitHubIssues.members.map { "\($0)/totalCount" }
        try facts.takeAll("data/repository", columns, of: document, emit) { row in
            let values = try columns.indices.map { try row.count($0) }
            return JSONFact(subject: subject, time: .moment(asked), values: values)
        }
    }
}

extension GitHubInquiry {
    /// What is posted about every repository to learn its issues, up to the variables that name one.
    public static let prefaceOfIssues = GitHubIssues.preface
}

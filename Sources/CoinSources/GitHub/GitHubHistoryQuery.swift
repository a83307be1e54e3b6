public import CoinModel

/// What is posted to GitHub's GraphQL to learn the commits of a default branch's weeks.
///
/// Every week is a member of the answer named by its date, so that the answer says itself what it counts:
/// `w20240317: history(since: "2024-03-17T00:00:00Z", until: "2024-03-23T23:59:59Z") { totalCount }`. Both ends are
/// within the week, its Sunday 00:00 and the last second of its Saturday, so that no commit stands in two. The answer
/// begins with what the query cost and what is left of the limit.
public struct GitHubHistoryQuery: Sendable {
    /// The most weeks of one query.
    public static let mostWeeks = 104

    /// What is asked for, the newest first.
    public let weeks: [Week]

    /// A query for some weeks.
    public init(weeks: [Week]) { self.weeks = weeks }

    /// A query for so many of the newest weeks that are over.
    public init(weeks: Int, before now: Instant) {
        let newest = AsOf.instant(now).lastCompleteWeek
        self.weeks = (0..<min(max(weeks, 1), GitHubHistoryQuery.mostWeeks)).map { newest.advanced(by: -$0) }
    }

    /// What is posted about every repository, up to the variables that name one.
    public var preface: String {
        let counts = weeks.map { week in
            let time = "since:\"\(week.start)T00:00:00Z\",until:\"\(week.lastDay)T23:59:59Z\""
            return "\(GitHubHistoryQuery.name(of: week)):history(\(time)){totalCount}"
        }
        let branch = "defaultBranchRef{target{...on Commit{\(counts.joined(separator: " "))}}}"
        let repository = "repository(owner:$owner,name:$name){nameWithOwner \(branch)}"
        let query = "query($owner:String!,$name:String!){rateLimit{cost remaining resetAt} \(repository)}"
        return "{\"query\":\"\(query.replacing("\"", with: "\\\""))\",\"variables\":"
    }

    /// What is posted behind that about one repository.
    public func variables(_ repository: RepositoryName) -> String {
        let parts = repository.description.split(separator: "/")
        return "{\"owner\":\"\(parts[0])\",\"name\":\"\(parts[1])\"}}"
    }

    /// Where it is posted, and in a fragment, which is never sent, about what: the key of its answer in an archive.
    public func address(_ repository: RepositoryName, api: String) -> String {
        "\(address(api: api))\(repository)/\(weeks.count)"
    }

    /// What the addresses about all repositories begin with.
    public func address(api: String) -> String {
        // GitHub Enterprise Server has it beside the version of its other API.
        let base = api.hasSuffix("/api/v3") ? String(api.dropLast(2)) : api + "/"
        return "\(base)graphql#"
    }

    /// The runs of weeks of an answer that counts only some, behind its question's address: `/20240303-20240317,20240121`.
    public static func page(_ weeks: Set<Week>) -> String {
        var runs: [(first: Week, last: Week)] = []
        for week in weeks.sorted(by: >) {
            if let run = runs.last, run.first == week.advanced(by: 1) {
                runs[runs.count - 1].first = week
            } else {
                runs.append((week, week))
            }
        }
        let names = runs.map { run in
            let ends = run.first == run.last ? [run.first] : [run.first, run.last]
            return ends.map { name(of: $0).dropFirst() }.joined(separator: "-")
        }
        return "/" + names.joined(separator: ",")
    }

    /// The weeks that `page` names; none where it names none.
    public static func weeks(ofPage page: Substring) -> Set<Week> {
        var weeks: Set<Week> = []
        for run in page.dropFirst().split(separator: ",") {
            let ends = run.split(separator: "-").compactMap { week(named: "w" + $0) }
            guard let first = ends.first, let last = ends.last, (0..<mostWeeks).contains(first.distance(to: last))
            else { return [] }
            for step in 0...first.distance(to: last) { weeks.insert(first.advanced(by: step)) }
        }
        return weeks
    }

    /// The member of an answer that counts a week: `w20240317`.
    static func name(of week: Week) -> String {
        "w" + week.start.description.replacing("-", with: "")
    }

    /// The week that a member of an answer counts; nil for a member that counts none.
    static func week(named name: String) -> Week? {
        guard name.hasPrefix("w"), let day = Day(compact: name.dropFirst()), day.weekday == 0 else { return nil }
        return Week(containing: day)
    }
}

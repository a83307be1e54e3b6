import CoinModel
import TestPrograms
import Testing

@testable import CoinSources

struct GitHubHistoryTests {
    /// 2024-03-25, a Monday, at ten: the week of 2024-03-17 is the last that is over.
    private static let head = "HTTP/1.1 200 OK\r\nDate: Mon, 25 Mar 2024 10:00:00 GMT\r\n\r\n"

    private func answer(_ branch: String, name: String = "Owner/name", errors: String = "") -> String {
        "{\"data\":{\"repository\":{\"nameWithOwner\":\"\(name)\",\"defaultBranchRef\":\(branch)}}\(errors)}"
    }

    private func counts(_ weeks: [(String, String)]) -> String {
        let members = weeks.map { "\"\($0)\":{\"totalCount\":\($1)}" }
        return "{\"target\":{\(members.joined(separator: ","))}}"
    }

    @Test("A query requests each week by its Sunday, from its first to its last second")
    func query() throws {
        let now = try #require(Instant("2024-03-25T10:00:00Z"))
        let repository = try #require(RepositoryName("Owner/na-me.js"))
        let query = GitHubHistoryQuery(weeks: 2, before: now)
        let weeks =
            "w20240317:history(since:\\\"2024-03-17T00:00:00Z\\\",until:\\\"2024-03-23T23:59:59Z\\\"){totalCount} "
            + "w20240310:history(since:\\\"2024-03-10T00:00:00Z\\\",until:\\\"2024-03-16T23:59:59Z\\\"){totalCount}"
        let expected =
            "{\"query\":\"query($owner:String!,$name:String!){rateLimit{cost remaining resetAt} repository(owner:$owner,name:$name){nameWithOwner "
            + "defaultBranchRef{target{...on Commit{\(weeks)}}}}}\","
            + "\"variables\":{\"owner\":\"Owner\",\"name\":\"na-me.js\"}}"
        #expect(query.preface + query.variables(repository) == expected)
        _ = try JSONDocument(Array(expected.utf8))
        let addresses = ["https://api.github.com", "https://git.example/api/v3"].map {
            query.address(repository, api: $0)
        }
        #expect(
            addresses == [
                "https://api.github.com/graphql#Owner/na-me.js/2", "https://git.example/api/graphql#Owner/na-me.js/2",
            ]
        )
    }

    @Test("Every week of a query reads back, and the newest is the last complete one")
    func weeksReadBack() throws {
        for step in 0..<400 {
            let now = Instant(milliseconds: 1_700_000_000_000 + Int64(step) * 90_000_007)
            let preface = GitHubHistoryQuery(weeks: 104, before: now).preface
            let named = preface.matches(of: /(w\d{8}):/).compactMap { GitHubHistoryQuery.week(named: String($0.1)) }
            #expect(named == (0..<104).map { Week(containing: now.day).advanced(by: -1 - $0) })
        }
        for name in ["w20240318", "w2024031", "w202403170", "x20240317", "w20240230", "w-2403171", "", "w"] {
            #expect(GitHubHistoryQuery.week(named: name) == nil, "\(name)")
        }
    }

    @Test("The name of a page lists its weeks as ranges and reads back")
    func pages() throws {
        let week = { (text: String) in try #require(GitHubHistoryQuery.week(named: "w" + text)) }
        let some = try ["20240317", "20240303", "20240310", "20240121"].map(week)
        #expect(GitHubHistoryQuery.page(Set(some)) == "/20240303-20240317,20240121")
        var random = SplitMix(seed: 61)
        for _ in 0..<200 {
            let weeks = Set((0..<104).filter { _ in Bool.random(using: &random) }.map { some[0].advanced(by: -$0) })
            #expect(GitHubHistoryQuery.weeks(ofPage: GitHubHistoryQuery.page(weeks)[...]) == weeks)
        }
        for text in ["/", "", "/20240318", "/20240317-20240303", "/20000102-20240317", "/x-y", "/-"] {
            #expect(GitHubHistoryQuery.weeks(ofPage: text[...]).isEmpty, "\(text)")
        }
    }

    @Test("Weeks complete at the answer's date are read in order, including zeros")
    func weeks() throws {
        let body = answer(counts([("w20240324", "9"), ("w20240317", "0"), ("w20240303", "12"), ("w20240310", "7")]))
        let reading = try JSONReading(text: GitHubHistoryTests.head + body, stem: "x")
        #expect(reading.reader == "github-graphql-history")
        #expect(reading.facts.map(\.time) == ["week 2024-03-03", "week 2024-03-10", "week 2024-03-17"])
        #expect(reading.facts.map(\.values) == [["commits": 12], ["commits": 7], ["commits": 0]])
        #expect(reading.facts.first?.subject == RepositoryName("owner/name").map { .repository($0) })
        // Without a date the newest week may be running still.
        #expect(try JSONReading(text: body, stem: "x").facts.count == 3)
        #expect(try JSONReading(text: body, stem: "x", observedAt: "2024-03-31").facts.count == 4)
    }

    @Test("The repository name of the folder wins over the one in the answer")
    func name() throws {
        let body = answer(counts([("w20240317", "3")]), name: "new/name")
        let reading = try JSONReading(text: GitHubHistoryTests.head + body, folder: "old__name")
        #expect(reading.facts.map(\.subject) == RepositoryName("old/name").map { [.repository($0)] })
    }

    @Test("A week without a valid count is rejected, never zero, and other members are ignored")
    func badWeeks() throws {
        let bad = [("w20240317", "null"), ("w20240310", "-1"), ("w20240303", "\"4\""), ("w20240225", "1.5")]
        let other = [("w20240318", "5"), ("total", "6"), ("w20240218", "8")]
        let reading = try JSONReading(text: GitHubHistoryTests.head + answer(counts(bad + other)))
        #expect(reading.reasons == ["bad-number": 4])
        #expect(reading.facts.map(\.time) == ["week 2024-02-18"])
        let empty = answer("{\"target\":{\"w20240317\":{},\"w20240310\":null}}")
        #expect(try JSONReading(text: GitHubHistoryTests.head + empty).reasons == ["bad-number": 2])
    }

    @Test("A repository without default branch has 52 zeros, one without commits has no values")
    func empty() throws {
        let reading = try JSONReading(text: GitHubHistoryTests.head + answer("null"))
        #expect(reading.facts.count == 52 && reading.facts.allSatisfy { $0.values == ["commits": 0] })
        #expect(reading.facts.last?.time == "week 2024-03-17")
        #expect(try refusalReason { try JSONReading(text: answer("null")) } == "no-time")
        for branch in ["{\"target\":null}", "{\"target\":{}}", "{}", "[]", "0"] {
            let text = GitHubHistoryTests.head + answer(branch)
            #expect(try refusalReason { try JSONReading(text: text) } == "empty", "\(branch)")
        }
    }

    @Test("An answer with errors of single weeks gives the others and is partial")
    func someWeeks() throws {
        let path = { (week: String) in
            "\"path\":[\"repository\",\"defaultBranchRef\",\"target\",\"\(week)\",\"totalCount\"]"
        }
        let branch = counts([("w20240317", "3"), ("w20240310", "2"), ("w20240303", "null"), ("w20240225", "9")])
        let errors = ["w20240310", "w20240303"].map { "{\"type\":\"RESOURCE_LIMITS_EXCEEDED\",\(path($0))}" }
        let body = answer(branch, errors: ",\"errors\":[\(errors.joined(separator: ","))]")
        let reading = try JSONReading(text: GitHubHistoryTests.head + body)
        #expect(reading.facts.map(\.time) == ["week 2024-02-25", "week 2024-03-17"])
        #expect(reading.facts.map(\.values) == [["commits": 9], ["commits": 3]])
        #expect(reading.warnings.count == 1)
        for status in [200, 502] {
            let reply = GitHubInquiry.history.reply(status: status, body: Array(body.utf8))
            #expect(reply.state == .short)
            #expect(reply.weeks.map(GitHubHistoryQuery.name).sorted() == ["w20240225", "w20240317"])
        }
        // One error that names no week takes all of them.
        let elsewhere = [
            "{}", "{\"path\":[\"repository\",\"defaultBranchRef\",\"target\"]}", "{\"path\":[\"repository\"]}", "3",
            "{\"path\":[\"repository\",\"defaultBranchRef\",\"target\",\"total\"]}",
            "{\"path\":[\"r0\",\"defaultBranchRef\",\"target\",\"w20240310\"]}",
        ]
        for error in elsewhere {
            let body = answer(branch, errors: ",\"errors\":[\(errors[0]),\(error)]")
            #expect(GitHubInquiry.history.reply(status: 200, body: Array(body.utf8)).weeks.isEmpty, "\(error)")
            #expect(try refusalReason { try JSONReading(text: GitHubHistoryTests.head + body) } == "source-error")
        }
    }

    @Test("An answer with errors that name no week is rejected")
    func errors() throws {
        let branches = ["null", counts([("w20240317", "3")])]
        let errors = [",\"errors\":[{\"message\":\"Something went wrong\"}]", ",\"errors\":[]", ",\"errors\":null"]
        for (branch, error) in branches.flatMap({ branch in errors.map { (branch, $0) } }) {
            let text = GitHubHistoryTests.head + answer(branch, errors: error)
            #expect(try refusalReason { try JSONReading(text: text) } == "source-error", "\(text)")
        }
    }

    @Test(
        "The verdict on an answer follows from its body",
        arguments: [
            (#"{"data":{"repository":{"nameWithOwner":"a/b","defaultBranchRef":null}}}"#, "empty"),
            (#"{"data":{"repository":{"nameWithOwner":"a/b"}}}"#, "unknown"),
            (#"{"data":{"repository":null}}"#, "unknown"), ("{}", "unknown"), ("[]", "unknown"),
            (#"{"data":{"repository":{"defaultBranchRef":{"target":{"w20240317":{}}}}}}"#, "data"),
            (#"{"data":{"repository":{"defaultBranchRef":{"target":null}}}}"#, "no-content"),
            (#"{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"m"}]}"#, "gone"),
            (#"{"data":{"repository":null},"errors":[{"type":"FORBIDDEN","message":"m"}]}"#, "forbidden"),
            (#"{"errors":[{"type":"NOT_FOUND","message":"m"},{"message":"n"}]}"#, "unknown"),
            (
                #"{"data":{"repository":{"defaultBranchRef":null}},"errors":[{"type":"NOT_FOUND","message":"m"}]}"#,
                "unknown"
            ),
            (#"{"data":{"repository":{"defaultBranchRef":null}"#, "short"),
        ]
    )
    func meaning(body: String, state: String) {
        let reply = GitHubInquiry.history.reply(status: 200, body: Array(body.utf8))
        #expect(reply.state.rawValue == state)
        #expect(reply.complaint.isEmpty == (state != "unknown" && state != "short"))
        // Statuses other than 200 say themselves what they mean.
        #expect(GitHubInquiry.history.reply(status: 404, body: Array(body.utf8)).state == .gone)
    }

    @Test("A recorded error is recognised")
    func recorded() throws {
        let fixture = JSONReading.fixture("github/graphql_200_not_found.http")
        #expect(try refusalReason { try JSONReading(path: fixture) } == "source-error")
        let head = "{\"data\":{\"repository\":null},\"errors\":"
        let error =
            #"[{"type":"NOT_FOUND","path":["repository"],"message":"Could not resolve\u0007 to a Repository"}]}"#
        #expect(GitHubInquiry.history.reply(status: 200, body: Array((head + error).utf8)).state == .gone)
    }
}

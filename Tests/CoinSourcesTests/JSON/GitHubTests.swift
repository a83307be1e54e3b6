import CoinModel
import Testing

struct GitHubTests {
    /// Weeks of `[days]` from a Sunday, 2024-01-07, or so many days after it.
    private func activity(_ weeks: [[Int]], shift: Int = 0, total: Int? = nil) -> String {
        let rows = weeks.enumerated().map { place, days in
            "{\"days\":\(days),\"total\":\(total ?? days.reduce(0, +)),\"week\":\(1_704_585_600 + (place * 7 + shift) * 86_400)}"
        }
        return "[\(rows.joined(separator: ","))]"
    }

    @Test("Weeks are the sums of their days, and the running one is left out")
    func weeks() throws {
        let text = activity([[1, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0]])
        let reading = try JSONReading(text: text, stem: "Owner__name.js")
        #expect(reading.facts.map(\.time) == ["week 2024-01-07", "week 2024-01-14"])
        #expect(reading.facts.map { $0.values["commits"] } == [28, 0])
        #expect(reading.facts[0].subject == RepositoryName("owner/name.js").map { .repository($0) })
        #expect(reading.rejects.isEmpty)
        let observed = [("2024-01-27T23:59:59Z", 2), ("2024-01-27", 3), ("2024-01-14T00:00:00Z", 1)]
        for (observedAt, count) in observed {
            #expect(try JSONReading(text: text, stem: "a__b", observedAt: observedAt).facts.count == count)
        }
    }

    @Test("Weeks that start on another day are rebuilt from days, and incomplete ones left out")
    func recut() throws {
        // Wednesdays: three days of the Sunday week before, then 4 + 3 days of each following one.
        let text = activity([[1, 1, 1, 1, 2, 2, 2], [3, 3, 3, 3, 4, 4, 4], [5, 5, 5, 5, 6, 6, 6]], shift: 3)
        let reading = try JSONReading(text: text, stem: "a__b", observedAt: "2024-03-01")
        #expect(reading.facts.map(\.time) == ["week 2024-01-14", "week 2024-01-21"])
        #expect(reading.facts.map { $0.values["commits"] } == [18, 32])
    }

    @Test("The answer for an empty repository is 52 zeros, and other conflicts are not")
    func empty() throws {
        let body = "{\"message\":\"Git Repository is empty.\",\"documentation_url\":\"https://docs.github.com/rest\"}"
        let head = "HTTP/1.1 409 Conflict\r\n"
        let date = "Date: Mon, 25 Mar 2024 10:00:00 GMT\r\n"
        let reading = try JSONReading(text: head + date + "\r\n" + body, stem: "a__b")
        #expect(reading.facts.count == 52)
        #expect(reading.facts.first?.time == "week 2023-03-26")
        #expect(reading.facts.last?.time == "week 2024-03-17")
        #expect(reading.facts.allSatisfy { $0.values == ["commits": 0] })
        #expect(try refusalReason { try JSONReading(text: head + "\r\n" + body, stem: "a__b") } == "no-time")
        let other = head + date + "\r\n{\"message\":\"Conflict\"}"
        #expect(try refusalReason { try JSONReading(text: other, stem: "a__b") } == "source-error")
    }

    @Test("A week whose days do not sum to its total is rejected")
    func badWeeks() throws {
        let good = [1, 0, 0, 0, 0, 0, 0]
        let reading = try JSONReading(text: activity([good, good], total: 2), stem: "a__b", observedAt: "2024-03-01")
        #expect(reading.reasons == ["total-mismatch": 2])
        #expect(reading.facts.isEmpty)
        let odd = [[1, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 1]]
        let mixed = try JSONReading(text: activity(odd + [good]), stem: "a__b", observedAt: "2024-03-01")
        #expect(mixed.reasons == ["bad-number": 3])
        #expect(mixed.facts.map(\.time) == ["week 2024-01-28"])
    }

    @Test("The caller's repository wins over the file's name, and without either the input is rejected")
    func repository() throws {
        let text = activity([[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]])
        let named = try JSONReading(text: text, stem: "a__b", repository: "c/d")
        #expect(named.facts.map(\.subject) == RepositoryName("c/d").map { [.repository($0)] })
        #expect(try refusalReason { try JSONReading(text: text, stem: "commit_activity") } == "no-repository")
    }

    @Test("Contributors are summed by week, and those with commits are its developers")
    func contributors() throws {
        let text = """
            [{"total":3,"weeks":[{"w":1704585600,"c":2},{"w":1705190400,"c":0},{"w":1705795200,"c":1}],"author":null},
             {"total":5,"weeks":[{"w":1704585600,"c":5},{"w":1705190400,"c":0},{"w":1705795200,"c":0}]}]
            """
        let reading = try JSONReading(text: text, stem: "a__b")
        #expect(reading.facts.map(\.time) == ["week 2024-01-07", "week 2024-01-14"])
        #expect(
            reading.facts.map(\.values) == [["commits": 7, "developers": 2], ["commits": 0, "developers": 0]]
        )
        let monday = text.replacing("1704585600", with: "1704672000")
        #expect(try refusalReason { try JSONReading(text: monday, stem: "a__b") } == "week-start")
    }

    @Test("Participation is dated backwards from the day before its request")
    func participation() throws {
        let counts = (1...52).map { "\($0)" }.joined(separator: ",")
        let text = "{\"all\":[\(counts)],\"owner\":[\(counts)]}"
        let reading = try JSONReading(text: text, stem: "a__b", observedAt: "2024-03-25T10:00:00Z")
        #expect(reading.facts.count == 52)
        #expect(reading.facts.last?.time == "2024-03-24")
        #expect(reading.facts.last?.values == ["commits_of_seven_days": 52])
        #expect(reading.facts.first?.time == "2023-04-02")
        #expect(try refusalReason { try JSONReading(text: text, stem: "a__b") } == "no-time")
        let short = "{\"all\":[1,2],\"owner\":[0,0]}"
        #expect(
            try refusalReason { try JSONReading(text: short, stem: "a__b", observedAt: "2024-03-25") } == "bad-length"
        )
    }

    @Test("Recorded weeks and contributors of one repository agree")
    func endpointsAgree() throws {
        let weeks = try JSONReading(
            path: JSONReading.fixture("github/stats_commit_activity_200.http"),
            repository: "a/b"
        )
        let authors = try JSONReading(
            path: JSONReading.fixture("github/stats_contributors_200.http"),
            repository: "a/b"
        )
        #expect(weeks.facts.map(\.time) == authors.facts.map(\.time))
        #expect(weeks.facts.last?.time == "week 2013-11-03")
    }

    @Test(
        "The status of an answer decides before its body",
        arguments: [
            ("202 Accepted", "[]", "not-ready"), ("204 No Content", "", "empty"),
            ("304 Not Modified", "", "not-modified"),
            ("302 Found", "", "moved"),
            ("403 Forbidden", "{\"message\":\"Repository access blocked\"}", "source-error"),
            ("403 Forbidden", "You passed a rate limit", "rate-limited"), ("404 Not Found", "{}", "source-error"),
            ("429 Too Many Requests", "", "rate-limited"), ("503 Service Unavailable", "<html>", "source-error"),
            ("200 OK", "a,b\n1,2\n", "unsupported"), ("200 OK", "", "empty"), ("200 OK", "{}", "not-ready"),
        ]
    )
    func status(line: String, body: String, reason: String) throws {
        for end in ["\r\n", "\n"] {
            let text = "HTTP/1.1 \(line)\(end)Server: x\(end)\(end)\(body)"
            #expect(try refusalReason { try JSONReading(text: text, stem: "a__b") } == reason)
        }
    }
}

import CoinModel
import Testing

/// Stars by week, releases and tags, as GitHub answers them page by page.
struct GitHubStarsTests {
    /// Weeks of so many stars each, on their Mondays, the newest first; the newest begins on 2024-01-21.
    private func stars(_ weeks: [Int], extra: String = "") -> String {
        let rows = weeks.enumerated().map { place, count in
            "{\"week\":\(1_705_795_200 - 604_800 * place),\"total\":\(count),\"days\":[0,\(count),0,0,0,0,0]}"
        }
        return "[\((rows + (extra.isEmpty ? [] : [extra])).joined(separator: ","))]"
    }

    private func answer(_ body: String, link: String = "", date: String = "Thu, 25 Jan 2024 10:00:00 GMT") -> String {
        "HTTP/1.1 200 OK\r\nDate: \(date)\r\n" + (link.isEmpty ? "" : "Link: \(link)\r\n") + "\r\n" + body
    }

    private static let next =
        "<https://a.example/x?per_page=30&page=1>; rel=\"prev\", <https://a.example/x?page=3>; rel=\"next\""

    @Test("A page of stars is read without the running week, and without guesses about the pages that follow")
    func page() throws {
        let reading = try JSONReading(text: answer(stars([3, 19, 0, 90]), link: GitHubStarsTests.next), stem: "a__b")
        #expect(reading.reader == "github-stars-history" && reading.rejects.isEmpty)
        #expect(reading.facts.map(\.time) == ["week 2023-12-31", "week 2024-01-07", "week 2024-01-14"])
        #expect(reading.facts.map { $0.values["stars"] } == [90, 0, 19])
        // Of two answers in one load the one that came later counts.
        let stamp = Instant("2024-01-25T10:00:00Z")?.milliseconds
        #expect(reading.facts.allSatisfy { $0.stamp == stamp })
        #expect(try JSONReading(text: stars([3, 19]), stem: "a__b", observedAt: "2024-01-27").facts.count == 2)
        #expect(try JSONReading(text: stars([3, 19]), stem: "a__b").facts.map { $0.values["stars"] } == [19])
    }

    @Test("Weeks before the oldest of the last page are zeros, those of a list without a page's headers are missing")
    func lastPage() throws {
        for link in ["", "<https://a.example/x?page=1>; rel=\"prev\""] {
            let reading = try JSONReading(text: answer(stars([3, 19]), link: link), stem: "a__b")
            #expect(reading.facts.count == 52 && reading.facts.first?.time == "week 2023-01-22")
            #expect(reading.facts.map { $0.values["stars"] } == [Double](repeating: 0, count: 51) + [19])
        }
        #expect(try JSONReading(text: stars([3, 19]), stem: "a__b", observedAt: "2024-01-25").facts.count == 1)
    }

    @Test("One week alone is one of stars, and weeks from the oldest on are commits") func direction() throws {
        let one = try JSONReading(text: stars([7]), stem: "a__b", observedAt: "2024-02-01")
        #expect(one.reader == "github-stars-history" && one.facts.map { $0.values["stars"] } == [7])
        let row = { (week: Int) in "{\"days\":[1,0,0,0,0,0,0],\"total\":1,\"week\":\(week)}" }
        let commits = "[\(row(1_704_585_600)),\(row(1_705_190_400))]"
        #expect(try JSONReading(text: commits, stem: "a__b").reader == "github-commit-activity")
    }

    @Test("A week whose days do not add up, or that comes twice, is rejected and not zero") func faults() throws {
        let twice = "{\"week\":1705190400,\"total\":1,\"days\":[1,0,0,0,0,0,0]}"
        let reading = try JSONReading(text: stars([3, 19], extra: twice), stem: "a__b", observedAt: "2024-01-25")
        #expect(reading.reasons == ["duplicate-time": 1] && reading.facts.map { $0.values["stars"] } == [19])
        for (row, reason) in [
            ("{\"week\":1704585600,\"total\":2,\"days\":[1,0,0,0,0,0,0]}", "total-mismatch"),
            ("{\"week\":1704585600,\"total\":-1,\"days\":[-1,0,0,0,0,0,0]}", "bad-number"),
            ("{\"week\":null,\"total\":0,\"days\":[0,0,0,0,0,0,0]}", "bad-time"),
        ] {
            let reading = try JSONReading(text: stars([3, 19], extra: row), stem: "a__b", observedAt: "2024-01-25")
            #expect(reading.reasons == [reason: 1] && reading.facts.count == 1, "\(row)")
        }
    }

    private func release(_ tag: String, _ published: String, draft: Bool = false, pre: Bool = false) -> String {
        let time = published.isEmpty ? "null" : "\"\(published)\""
        return
            "{\"tag_name\":\"\(tag)\",\"published_at\":\(time),\"created_at\":\"2020-01-01T00:00:00Z\",\"draft\":\(draft),"
            + "\"prerelease\":\(pre)}"
    }

    @Test("Releases are counted by day of publication, as tags of clones are; drafts and pre-releases are not")
    func releases() throws {
        let rows = [
            release("v2.1", "2024-01-20T23:59:59Z"), release("lib@1.4", "2024-01-20T01:00:00Z"),
            release("v3.0-rc1", "2024-01-19T00:00:00Z"), release("v3.0", "2024-01-18T00:00:00Z", pre: true),
            release("v2.2", "", draft: true), release("latest", "2024-01-17T00:00:00Z"),
            release("V2.0", "2023-11-05T12:00:00Z"),
        ]
        let body = "[\(rows.joined(separator: ","))]"
        let reading = try JSONReading(text: answer(body), stem: "a__b")
        #expect(reading.reader == "github-releases" && reading.rejects.isEmpty && reading.warnings.isEmpty)
        #expect(reading.facts.map(\.time) == ["2023-11-05", "2024-01-20", "2024-01-25T10:00:00Z"])
        #expect(reading.facts.map(\.values) == [["releases": 1], ["releases": 2], ["releases_listed": 7]])
        // A page behind the first does not say when the list was read; one that another follows may lack a part of the year.
        let second = try JSONReading(text: answer(body, link: GitHubStarsTests.next), stem: "a__b")
        #expect(
            second.facts.count == 2
                && second.warnings == ["goes back to 2023-11-05 only; load the pages that follow it too"]
        )
        #expect(try refusalReason { try JSONReading(text: body, stem: "a__b") } == "no-time")
    }

    @Test("A list of tags says how many there are and when it was read") func tags() throws {
        let row = "{\"name\":\"v1\",\"tarball_url\":\"u\",\"commit\":{\"sha\":\"aa\",\"url\":\"u\"}}"
        let reading = try JSONReading(text: answer("[\(row),\(row)]"), stem: "a__b")
        #expect(reading.facts.map(\.time) == ["2024-01-25T10:00:00Z"])
        #expect(reading.facts.map(\.values) == [["tags_listed": 2]])
        #expect(try refusalReason { try JSONReading(text: "[\(row)]", stem: "a__b") } == "no-time")
    }
}

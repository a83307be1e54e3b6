import CoinModel
import CoinSources
import Foundation
import RawInput
import Testing
import WorkerProtocol

@testable import CoinFetching

/// The exchange with a source, by scripted answers: what is asked, what is archived, and what results.
@Suite struct InquiryTests {
    private static let details = #"{"id":"a","symbol":"A","name":"Aa"}"#

    private func details(_ coins: [String], _ inquiry: inout MarketInquiry) throws {
        let source = try #require(MarketSource.all.first { $0.id == "coinpaprika" })
        for coin in coins { inquiry.plan(source.details(coin), "details", about: coin) }
    }

    @Test("A failing source is requested again, and each answer is archived")
    func retry() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, before in (before < 2 ? 503 : 200, [:], InquiryTests.details) }
        var inquiry = try folder.market("coinpaprika", folder.context())
        try details(["a"], &inquiry)
        try source.ask(&inquiry)
        #expect(source.asked.count == 3 && source.waits.count == 2)
        #expect(inquiry.outcome.answered == 1 && inquiry.outcome.files.count == 1 && inquiry.outcome.faults.isEmpty)
        #expect(try folder.index == ["503 source-failing", "503 source-failing", "200"])
    }

    @Test(
        "A rate limit is waited for as stated, within the wait limit",
        arguments: [(30, 100, true), (30, 29, false)]
    )
    func retryAfter(seconds: Int, patience: Int, isWaitedFor: Bool) throws {
        let folder = ArchiveFolder()
        let limit = ["retry-after": "\(seconds)"]
        let source = ScriptedSource { _, before in
            before == 0 ? (429, limit, #"{"error":"slow down"}"#) : (200, [:], InquiryTests.details)
        }
        var inquiry = try folder.market("coinpaprika", folder.context(patience: patience))
        try details(["a", "b"], &inquiry)
        try source.ask(&inquiry)
        #expect(source.waits.first == (isWaitedFor ? Int64(seconds) * 1000 : nil))
        #expect(inquiry.outcome.answered == (isWaitedFor ? 2 : 0))
        #expect(inquiry.outcome.faults.mapValues { $0.sorted() } == (isWaitedFor ? [:] : ["rate-limited": ["a", "b"]]))
    }

    @Test(
        "An answer that is not ready, empty or a part is reported as what it is",
        arguments: [(202, "pending"), (204, "no-content"), (206, "partial-answer")]
    )
    func withoutData(status: Int, reason: String) throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (status, [:], status == 206 ? InquiryTests.details : "") }
        var inquiry = try folder.market("coinpaprika", folder.context())
        try details(["a"], &inquiry)
        try source.ask(&inquiry)
        #expect(inquiry.outcome.faults == [reason: ["a"]] && inquiry.outcome.files.isEmpty)
    }

    @Test("A source that rejects the key gets no further requests, and its message is shown")
    func stop() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (401, [:], #"{"error":"no such key"}"#) }
        var inquiry = try folder.market("coinpaprika", folder.context())
        try details(["a", "b", "c"], &inquiry)
        try source.ask(&inquiry)
        #expect(source.asked.count == 1)
        #expect(inquiry.outcome.faults == ["bad-credentials": ["a", "b", "c"]])
        #expect(inquiry.outcome.complaints["bad-credentials"] == "no such key")
    }

    @Test("An error with status 200 is archived as an error and requested again later")
    func meaning() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (200, [:], #"{"Response":"Error","Message":"none","Type":2}"#) }
        for run in 1...2 {
            var inquiry = try folder.market("cryptocompare", folder.context())
            let today = try #require(Day("2026-01-01"))
            inquiry.plan(HistoryRequestItem(coin: "X", days: 9, isHourly: false, quote: "usd", today: today))
            try source.ask(&inquiry)
            #expect(source.asked.count == run)
            #expect(inquiry.outcome.faults == ["unknown-coin": ["X"]])
        }
        #expect(try folder.index == ["200 unknown-coin", "200 unknown-coin"])
    }

    @Test("A cached answer is not requested again unless its file was changed")
    func cached() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (200, [:], InquiryTests.details) }
        func run() throws -> FetchOutcome {
            var inquiry = try folder.market("coinpaprika", folder.context())
            try details(["a"], &inquiry)
            try source.ask(&inquiry)
            return inquiry.outcome
        }
        let file = try #require(try run().files.first)
        #expect(try run().cached == 1 && source.asked.count == 1)
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try run().cached == 0 && source.asked.count == 2)
    }

    @Test("Requests beyond the budget are reported and not made")
    func budget() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (404, [:], "{}") }
        let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context(budget: 2))
        let repositories = ["o/a", "o/b", "o/c"].compactMap { RepositoryName($0) }
        let query = GitHubHistoryQuery(weeks: 4, before: access.context.now)
        let none = FetchOutcome("github")
        var inquiry = RepositoryInquiry(repositories, [.commitActivity], query, access, after: none)
        try source.ask(&inquiry)
        #expect(source.asked.count == 2)
        #expect(inquiry.outcome.faults == ["gone": ["o/a", "o/b"], "budget-used-up": ["o/c"]])
        // A repository that is gone is held as such.
        let again = RepositoryInquiry(repositories, [.commitActivity], query, access, after: none)
        #expect(
            again.outcome.cached == 2
                && again.targets.map(\.address) == ["https://a.example/repos/o/c/stats/commit_activity"]
        )
    }

    /// A repository's answer of Saturday noon, asked for again on Saturday night and on Sunday morning.
    @Test("An answer that lacks a week which is over by now is requested again, without its tag")
    func newWeek() throws {
        let folder = ArchiveFolder()
        var tags: [String] = []
        let source = ScriptedSource { _, _ in (200, ["etag": "\"x\""], "[0]") }
        func ask(_ time: String) throws -> Int {
            let now = try #require(Instant(time))
            let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context(at: now))
            let query = GitHubHistoryQuery(weeks: 4, before: now)
            let names = ["o/a"].compactMap { RepositoryName($0) }
            var inquiry = RepositoryInquiry(names, [.commitActivity], query, access, after: FetchOutcome("github"))
            tags = inquiry.targets.map(\.tag)
            try source.ask(&inquiry)
            return source.asked.count
        }
        #expect(try ask("2026-01-03T12:00:00Z") == 1)
        #expect(try ask("2026-01-03T23:00:00Z") == 1)
        #expect(try ask("2026-01-04T06:00:00Z") == 2 && tags == [""])
        // Within the week what has not changed is not sent again.
        #expect(try ask("2026-01-06T06:00:00Z") == 3 && tags == ["\"x\""])
    }

    @Test("An answer from the future is requested again: a clock was wrong") func clockSetBack() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in (200, [:], InquiryTests.details) }
        let later = Instant(milliseconds: ArchiveFolder.now.milliseconds + 86_400_000)
        for (time, requests) in [(later, 1), (ArchiveFolder.now, 2), (ArchiveFolder.now, 2), (later, 3)] {
            var inquiry = try folder.market("coinpaprika", folder.context(at: time))
            try details(["a"], &inquiry)
            try source.ask(&inquiry)
            #expect(source.asked.count == requests)
        }
    }

    @Test("A renamed repository's new name is looked up once, and the rename is reported") func rename() throws {
        let folder = ArchiveFolder()
        let place = "https://a.example/repositories/7"
        let source = ScriptedSource { path, _ in
            switch path {
            case "/repos/o/a/stats/commit_activity": (301, ["location": place + "/stats/commit_activity"], "{}")
            case "/repositories/7": (200, [:], #"{"id":7,"full_name":"n/a"}"#)
            default: (200, [:], "[0]")
            }
        }
        var remarks: [String] = []
        for _ in 1...2 {
            let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context())
            let query = GitHubHistoryQuery(weeks: 4, before: access.context.now)
            let names = ["o/a"].compactMap { RepositoryName($0) }
            let none = FetchOutcome("github")
            var inquiry = RepositoryInquiry(names, [.commitActivity], query, access, after: none)
            try source.ask(&inquiry)
            remarks += inquiry.outcome.remarks.map(\.message)
            #expect(inquiry.renames.map(\.current.description) == ["n/a"])
            #expect(source.asked.count == 3 && inquiry.outcome.answered == 1)
        }
        #expect(remarks == ["has a new name (n/a)"])
    }

    @Test("A source that failed is not requested again in the same run, another one is") func failedBefore() throws {
        let folder = ArchiveFolder()
        let asked = AskedSources()
        let source = ScriptedSource { _, _ in (429, ["retry-after": "1000"], #"{"error":"slow down"}"#) }
        for (id, requests) in [("coinpaprika", 1), ("coinpaprika", 1), ("coingecko", 2)] {
            var inquiry = try folder.market(id, folder.context(asked: asked))
            inquiry.plan(SourceInquiry("/global"), "global", about: "global")
            try source.ask(&inquiry)
            asked.note(inquiry.outcome)
            #expect(source.asked.count == requests)
            let again = id == "coinpaprika" && asked.hasFailed(id) && inquiry.outcome.cost.requests == 0
            #expect(inquiry.outcome.faults == [again ? "failed-before" : "rate-limited": ["global"]])
        }
    }

    @Test("A repository that its host blocked and a version that ended have reasons of their own")
    func blockedRepository() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            path.contains("/tos/") ? (403, [:], #"{"message":"m","block":{"reason":"tos"}}"#) : (400, [:], "{}")
        }
        let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context())
        let query = GitHubHistoryQuery(weeks: 4, before: access.context.now)
        let names = ["o/tos", "o/old"].compactMap { RepositoryName($0) }
        for _ in 1...2 {
            var inquiry = RepositoryInquiry(names, [.commitActivity], query, access, after: FetchOutcome("github"))
            try source.ask(&inquiry)
            #expect(inquiry.outcome.faults == ["repository-blocked": ["o/tos"], "bad-request": ["o/old"]])
        }
        #expect(source.asked.count == 2)
    }

    @Test("CoinMarketCap is asked with a key or by its public part; CryptoCompare only with a key")
    func plans() throws {
        let sources = Dictionary(uniqueKeysWithValues: MarketSource.all.map { ($0.id, $0) })
        let market = try #require(sources["coinmarketcap"])
        let open = try #require(market.plan((hasKey: false, base: nil, isPaid: false)))
        #expect(open.base == "https://pro-api.coinmarketcap.com/public-api" && open.dailyWindow == 0)
        #expect(market.plan((hasKey: true, base: nil, isPaid: false))?.base == "https://pro-api.coinmarketcap.com")
        let page = try #require(market.market).page(ListPage(2, quotes: ["usd", "eur"]))
        #expect(page.hasPrefix("/v3/cryptocurrency/listings/latest?start=5001&limit=5000&convert=USD,EUR"))
        #expect(sources["cryptocompare"]?.plan((hasKey: false, base: nil, isPaid: false)) == nil)
        let list = try #require(sources["coingecko"]?.market)
        #expect(list.page(ListPage(1)).contains("&sparkline=false&"))
        #expect(list.page(ListPage(1, hasSparklines: true)).contains("&sparkline=true&"))
    }

    @Test("An archived error of a history is recognised without its body")
    func graphQL() throws {
        let folder = ArchiveFolder()
        let gone = #"{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"m"}]}"#
        let source = ScriptedSource { _, _ in (200, [:], gone) }
        let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context())
        let query = GitHubHistoryQuery(weeks: 4, before: access.context.now)
        for run in 1...2 {
            let names = ["o/a"].compactMap { RepositoryName($0) }
            var inquiry = RepositoryInquiry(names, [.history], query, access, after: FetchOutcome("github"))
            try source.ask(&inquiry)
            #expect(inquiry.outcome.faults == ["gone": ["o/a"]] && inquiry.outcome.cached == run - 1)
        }
        #expect(try folder.index == ["200 gone"] && source.asked.count == 1)
    }

    @Test("Repositories of an owner are listed page by page, for organisations and users")
    func owners() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            guard path.hasPrefix("/users/") else { return (404, [:], "{}") }
            let rows = path.hasSuffix("page=1") ? 0..<100 : 100..<103
            return (
                200, [:], "[\(rows.map { #"{"full_name":"o/r\#($0)","fork":\#($0 == 7)}"# }.joined(separator: ","))]"
            )
        }
        let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context())
        let owner = try #require(RepositoryOwner("o/*"))
        var inquiry = OwnerInquiry([owner], takesForks: false, access)
        try source.ask(&inquiry)
        #expect(source.asked.count == 3 && inquiry.repositories.count == 102 && inquiry.outcome.faults.isEmpty)
    }
}

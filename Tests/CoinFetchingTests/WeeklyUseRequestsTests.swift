import CoinModel
import CoinSources
import Testing
import WorkerProtocol

@testable import CoinFetching

/// Sources of weekly use, by scripted answers.
@Suite struct WeeklyUseRequestsTests {
    private static let chain = #"{"data":[{"asset":"btc","time":"2025-12-31T00:00:00.000000000Z","TxCnt":"5"}]}"#
    private static let page =
        #"{"items":[{"project":"en.wikipedia","article":"A","timestamp":"2025123100","views":5}]}"#

    private func inquiry(
        _ question: UseQuestion,
        _ names: [String],
        days: Int? = nil,
        patience: Int = 100,
        _ folder: ArchiveFolder
    ) throws -> MarketInquiry {
        let source = try #require(MarketSource.sources(of: question).first)
        var plan = try #require(source.plan((hasKey: false, base: "https://a.example", isPaid: false)))
        (plan.requestsAMinute, plan.agent) = (0, "assay (me@x.example)")
        let access = (plan: plan, key: Secret(""))
        let context = try folder.context(patience: patience)
        var inquiry = MarketInquiry(source, access, quotes: ["usd"], part: "use", isArchivedOnly: false, context)
        let today = ArchiveFolder.now.day
        for name in names {
            inquiry.plan(HistoryRequestItem(coin: name, days: days, isHourly: false, quote: "usd", today: today))
        }
        return inquiry
    }

    @Test("Assets and articles are asked for to the day before, each once, and what is held is not asked again")
    func asked() throws {
        let (folder, other) = (ArchiveFolder(), ArchiveFolder())
        let chains = ScriptedSource { _, _ in (200, [:], Self.chain) }
        let pages = ScriptedSource { _, _ in (200, [:], Self.page) }
        for run in 0...1 {
            var inquiry = try inquiry(.onchain, ["btc", "eos_eth"], days: 30, folder)
            try chains.ask(&inquiry)
            #expect(inquiry.outcome.answered == 2 && inquiry.outcome.cached == 2 * run)
            var articles = try self.inquiry(.attention, ["de:ann (münze)"], days: 3, other)
            #expect(articles.order.headers.contains("User-Agent: assay (me@x.example)"))
            try pages.ask(&articles)
            #expect(articles.outcome.answered == 1 && articles.outcome.cached == run)
        }
        #expect(chains.asked.count == 2 && pages.asked.count == 1)
        // 2026-01-01 is the day of the run.
        let question = try #require(chains.asked.last)
        #expect(question.contains("assets=eos_eth&") && question.contains("start_time=2025-12-03&end_time=2025-12-31&"))
        #expect(question.contains("ignore_forbidden_errors=true&ignore_unsupported_errors=true"))
        let path =
            "/metrics/pageviews/per-article/de.wikipedia/all-access/user/Ann_%28m%c3%bcnze%29/daily/20251230/20251231"
        #expect(pages.asked == [path])
    }

    @Test(
        "What is no answer is named, archived without data, and leaves the other answers",
        arguments: [
            (404, #"{"detail":"we do not have data","status":404,"title":"Not Found"}"#, "gone"),
            (400, #"{"error":{"type":"bad_parameter","message":"Bad parameter 'assets'."}}"#, "unknown-coin"),
            (403, #"{"error":{"type":"forbidden","message":"not available"}}"#, "forbidden"),
            (503, "", "source-failing"), (200, "<html>limited</html>", "source-failing"), (204, "", "no-content"),
            (206, "{}", "partial-answer"), (200, #"{"data":[]}"#, "no-content"),
        ]
    )
    func faults(_ status: Int, _ body: String, _ reason: String) throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            path.contains("assets=gone&") ? (status, [:], body) : (200, [:], Self.chain)
        }
        var inquiry = try inquiry(.onchain, ["btc", "gone"], folder)
        try source.ask(&inquiry)
        #expect(inquiry.outcome.faults == [reason: ["gone"]])
        #expect(inquiry.outcome.files.count == 1)
    }

    @Test("What is no asset is not asked for") func assets() throws {
        let source = ScriptedSource { _, _ in (200, [:], Self.chain) }
        let names = ["", "a b", "btc&metrics=x", "bt\u{e7}", String(repeating: "a", count: 65)]
        var inquiry = try inquiry(.onchain, names, ArchiveFolder())
        try source.ask(&inquiry)
        #expect(source.asked.isEmpty && inquiry.outcome.faults == ["bad-coin": names])
    }

    @Test("What is no article is not asked for") func articles() throws {
        let source = ScriptedSource { _, _ in (200, [:], "{}") }
        var inquiry = try inquiry(.attention, ["Bitcoin", "en:", "EN:a<b", "x:Y"], ArchiveFolder())
        try source.ask(&inquiry)
        #expect(source.asked.isEmpty)
        #expect(inquiry.outcome.faults == ["bad-article": ["Bitcoin", "en:", "EN:a<b", "x:Y"]])
    }

    @Test("Titles are asked for together, and what is no list of pages is named")
    func titles() throws {
        let source = ScriptedSource { path, _ in
            path.contains("titles=Flow%7cFlow%20")
                ? (200, [:], #"{"query":{"pages":[{"title":"Flow"}]}}"#)
                : (200, [:], #"{"error":{"code":"maxlag","info":"waiting"}}"#)
        }
        let wikipedia = MarketSource.articles
        let plan = try #require(wikipedia.plan((hasKey: false, base: "https://a.example/w", isPaid: false)))
        let folder = ArchiveFolder()
        var inquiry = MarketInquiry(
            wikipedia,
            (plan: plan, key: Secret("")),
            quotes: ["usd"],
            part: "articles",
            isArchivedOnly: false,
            try folder.context(patience: 1)
        )
        for (number, titles) in ["Flow|Flow (cryptocurrency)", "Near"].enumerated() {
            inquiry.plan(wikipedia.details(titles), "titles-\(number)", about: titles)
        }
        try source.ask(&inquiry)
        #expect(inquiry.outcome.files.count == 1)
        #expect(inquiry.outcome.faults == ["source-failing": ["Near"]])
        #expect(
            source.asked.contains {
                $0.hasPrefix("/w/api.php?action=query&titles=Flow%7c") && $0.contains("redirects=1")
            }
        )
    }

    @Test("A rate limit is waited for, and beyond the patience all that is left is named") func limits() throws {
        let limit = ["retry-after": "30"]
        let patient = ScriptedSource { _, before in before == 0 ? (429, limit, "") : (200, [:], Self.page) }
        var inquiry = try inquiry(.attention, ["en:A", "en:B"], patience: 200, ArchiveFolder())
        try patient.ask(&inquiry)
        #expect(inquiry.outcome.answered == 2 && inquiry.outcome.faults.isEmpty)
        let hasty = ScriptedSource { _, _ in (429, limit, "") }
        var other = try self.inquiry(.attention, ["en:A", "en:B"], patience: 10, ArchiveFolder())
        try hasty.ask(&other)
        #expect(other.outcome.faults.mapValues(\.count) == ["rate-limited": 2])
    }
}

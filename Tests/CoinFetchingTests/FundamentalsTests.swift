import CoinModel
import CoinSources
import RawInput
import Testing
import WorkerProtocol

@testable import CoinFetching

/// A source of fundamentals, by scripted answers.
@Suite struct FundamentalsTests {
    private func inquiry(_ folder: ArchiveFolder, patience: Int = 100) throws -> MarketInquiry {
        let source = try #require(MarketSource.sources(of: .fundamentals).first)
        var plan = try #require(source.plan((hasKey: false, base: "https://a.example", isPaid: false)))
        plan.requestsAMinute = 0
        var inquiry = MarketInquiry(
            source,
            (plan: plan, key: Secret("")),
            quotes: ["usd"],
            part: "fundamentals",
            isArchivedOnly: false,
            try folder.context(patience: patience)
        )
        for asked in source.fundamentals { inquiry.plan(asked, asked.figure ?? "", about: asked.figure ?? "") }
        return inquiry
    }

    @Test("Four requests bring all, each archived with what it was asked for, and none is repeated")
    func all() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in (200, [:], path.hasPrefix("/overview") ? #"{"protocols":[]}"# : "[]") }
        for run in 1...2 {
            var inquiry = try inquiry(folder)
            try source.ask(&inquiry)
            #expect(inquiry.outcome.answered == 4 && inquiry.outcome.cached == (run - 1) * 4)
            #expect(inquiry.outcome.files.count == 4)
        }
        #expect(source.asked.count == 4)
        #expect(source.asked.allSatisfy { !$0.contains("overview") || $0.contains("excludeTotalDataChart=true&") })
        let entries = try Archive.entries(in: folder.path)
        let texts = try entries.map { entry in
            var file = try InputFile(path: "\(folder.path)/\(entry.file)")
            return String(decoding: try file.readAll(limit: 1 << 16), as: UTF8.self)
        }
        for figure in ["protocols", "chains", "dailyFees", "dailyRevenue"] {
            #expect(texts.count { $0.contains("assay-figure: \(figure)") } == 1)
        }
    }

    @Test(
        "What is no answer is named, archived without data, and leaves the other answers",
        arguments: [
            (404, "Not Found", "gone"), (400, #"{"message":"bad request"}"#, "refused"),
            (503, "", "source-failing"),
            (200, "<html>rate limited</html>", "source-failing"), (204, "", "no-content"),
            (206, "[]", "partial-answer"),
        ]
    )
    func faults(_ status: Int, _ body: String, _ reason: String) throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in path == "/protocols" ? (status, [:], body) : (200, [:], "[]") }
        var inquiry = try inquiry(folder)
        try source.ask(&inquiry)
        #expect(inquiry.outcome.faults == [reason: ["protocols"]])
        #expect(inquiry.outcome.files.count == 3)
    }

    @Test("A rate limit is waited for, and beyond the patience all that is left is named")
    func limits() throws {
        let limit = ["retry-after": "30"]
        let patient = ScriptedSource { _, before in before == 0 ? (429, limit, "") : (200, [:], "[]") }
        var inquiry = try inquiry(ArchiveFolder(), patience: 200)
        try patient.ask(&inquiry)
        #expect(inquiry.outcome.answered == 4 && inquiry.outcome.faults.isEmpty && patient.waits.contains(30_000))
        let hasty = ScriptedSource { _, _ in (429, limit, "") }
        var other = try self.inquiry(ArchiveFolder(), patience: 10)
        try hasty.ask(&other)
        #expect(other.outcome.faults.mapValues(\.count) == ["rate-limited": 4])
    }
}

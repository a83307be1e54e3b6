import CoinModel
import CoinSources
import Foundation
import RawInput
import Testing
import WorkerProtocol

@testable import CoinFetching
@testable import HTTPTransfer

/// A source that answers as a script says, asked by the worker's own scheduler under a clock that waits for nothing.
final class ScriptedSource {
    /// What is asked for below `https://a.example`, and how often it was asked for before.
    typealias Script = (_ path: String, _ before: Int) -> (status: Int, headers: [String: String], body: String)

    /// The paths that were asked for.
    private(set) var asked: [String] = []
    /// The milliseconds that were waited.
    private(set) var waits: [Int64] = []
    private let script: Script
    private var clock: Int64 = 0

    init(_ script: @escaping Script) { self.script = script }

    /// Asks an inquiry's questions.
    func ask(_ inquiry: inout some Inquiry) throws { try inquiry.run(through: transport) { _, _ in } }

    private func transport(_ order: FetchOrder, _ take: (FetchMessage) throws -> FetchReply) throws -> FetchCost {
        let clock = SchedulerClock(
            now: { self.clock },
            wait: { milliseconds in
                self.waits.append(milliseconds)
                self.clock += milliseconds
            }
        )
        var scheduler = FetchScheduler(order, clock: clock) { .answer(self.answer(to: $0)) }
        return try scheduler.run { (message) throws(WorkerFault) in
            do {
                return try take(message)
            } catch {
                throw WorkerFault(.crashed, "\(error)")
            }
        }
    }

    private func answer(to request: WebRequest) -> FetchAnswer {
        let path = String(request.address.description.trimmingPrefix("https://a.example"))
        let (status, headers, body) = script(path, asked.count { $0 == path })
        asked.append(path)
        let fields = headers.map { "\($0.key): \($0.value)" }
        return FetchAnswer(number: request.number, status: status, headers: fields, body: Array(body.utf8))
    }
}

/// A folder for an archive, which is gone with the value.
final class ArchiveFolder {
    let path: String
    static let now = Instant(milliseconds: 1_767_225_600_000)

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("fetching-\(UUID().uuidString)").path
    }

    deinit {
        // Nothing depends on it.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// What inquiries work with: answers of the last day are not asked for again.
    func context(
        budget: Int = 100,
        patience: Int = 100,
        at now: Instant = now,
        asked: AskedSources = AskedSources()
    ) throws -> FetchContext {
        FetchContext(
            route: NetworkRoute(),
            budget: budget,
            patience: patience,
            now: now,
            archive: try ArchiveClient(path, at: now, holding: 24),
            asked: asked
        )
    }

    /// A source of market data, asked with a key.
    func market(_ id: String, _ context: FetchContext) throws -> MarketInquiry {
        let source = try #require(MarketSource.all.first { $0.id == id })
        var plan = try #require(source.plan((hasKey: true, base: "https://a.example", isPaid: false)))
        plan.requestsAMinute = 0
        let access = (plan: plan, key: Secret("key-of-a-test"))
        return MarketInquiry(source, access, quotes: ["usd"], part: "market", isArchivedOnly: false, context)
    }

    /// The lines of the index: status, and why it brings no data where the status does not say so.
    var index: [String] {
        get throws {
            try Archive.entries(in: path).map { $0.meaning.isEmpty ? "\($0.status)" : "\($0.status) \($0.meaning)" }
        }
    }
}

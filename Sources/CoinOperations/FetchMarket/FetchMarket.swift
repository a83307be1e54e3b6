internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// Asks live sources of market data side by side, a worker each, and archives every answer raw.
///
/// What was answered within the maximal age is not asked again, so a run that was ended goes on where it stood, and a list
/// that lacks pages is completed. All answers of a run have one time. With `isLoaded` what came is loaded.
///
/// - Parameters:
///   - request: what to ask.
///   - location: the store; it takes what came, and names the coins of histories where the request does not.
///   - tell: takes diagnostics as they arise.
///   - progress: takes the number of questions done and of all that are known.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
public func fetchMarket(
    _ request: MarketRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
) throws -> MarketReport {
    let asked = try request.asked(location)
    let desk = try ArchiveDesk(request.archive)
    let crowd = SourceCrowd(request, asked, desk)
    var report = MarketReport(outcomes: try crowd.run(progress))
    // What is lacking is said whatever becomes of the load.
    report.outcomes.flatMap(\.diagnostics).forEach(tell)
    guard request.isLoaded else { return report }
    let matter = request.matter
    if let matter, let source = asked.map(\.source).first(where: { $0.archivedOnly.contains(matter) }) {
        let what = "its \(matter.rawValue) are archived; nothing loads them yet"
        tell(Diagnostic(.note, "archived-only", place: source.id, what))
    }
    let files = report.outcomes.flatMap(\.files)
    if !files.isEmpty {
        let isWhole = matter == .lists
        if isWhole {
            let next = "`assay load coins \(request.archive)` makes a universe of it"
            let what = "a source's list says which ids it has and makes no coin yours; \(next)"
            tell(Diagnostic(.note, "list-is-crosswalk", what))
        }
        let load = LoadRequest(kind: request.question.loadKind, paths: files, now: request.now)
        report.load = try CoinOperations.load(load, into: location, tell: tell)
    }
    try report.noteHoles(in: location, request)
    return report
}

/// What a fetch would ask first, in order: an address a line; of a list of unknown length the first that is lacking.
///
/// - Throws: `OperationError` when nothing can be asked.
public func marketToFetch(_ request: MarketRequest, from location: StoreLocation) throws -> [String] {
    let asked = try request.asked(location)
    let desk = try Archive.exists(in: request.archive) ? ArchiveDesk(request.archive) : nil
    return try asked.flatMap { source, plan, items in
        guard let desk else { return items.addresses(request, below: plan.base) }
        var exchange = try SourceExchange(source, request, desk)
        try exchange.prepare(items)
        return exchange.addresses
    }
}

extension MarketRequest {
    typealias Asked = (source: any MarketSource, plan: SourcePlan, items: SourceItems)

    /// The sources, each once, with what they give and what each is asked.
    ///
    /// - Throws: `OperationError` when one is not known, gives nothing without a key, or has no such thing.
    fileprivate func asked(_ location: StoreLocation) throws -> [Asked] {
        try requireCurrency(quote)
        var seen: Set<String> = []
        return try sources.filter { seen.insert($0).inserted }.map { name in
            guard let source = marketSources.first(where: { $0.id == name }) else {
                let known = MarketRequest.allSources
                let next = "there are: " + known.joined(separator: ", ")
                throw OperationError.unknown("source", name, among: known, else: next)
            }
            let plan = try access.plan(of: source).plan
            return (source, plan, try SourceItems(self, source, plan, coins: try coins(of: source, location)))
        }
    }

    /// The coins that a history is asked of: those named, else all of the store's list.
    private func coins(of source: any MarketSource, _ location: StoreLocation) throws -> [String] {
        let named: [String]
        switch question {
        case .history(let coins, _, _), .coins(let coins): named = coins
        case .market, .global: return []
        }
        if let bad = named.first(where: { !MarketRequest.isCoin($0) }) {
            throw OperationError(.usage, "bad-coin", place: bad, "is no id of a coin: 1 to 128 visible characters")
        }
        guard case .history = question, named.isEmpty else { return named }
        guard IdentifierSpace(source: source.id) == .universe else {
            let next = "has ids of its own; name its coins, as `assay fetch coins \(source.id)` lists them"
            throw OperationError(.usage, "no-coins", place: source.id, next)
        }
        let listed = try location.open(.read).reading { $0.catalog.coins.map(\.id) }.filter(MarketRequest.isCoin)
        guard !listed.isEmpty else {
            throw OperationError(.nothingSelected, "no-coins", place: location.path, "lists no coin; name coins")
        }
        return listed
    }

    private static func isCoin(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
    }
}

/// Sources that are asked side by side, on a thread each, so that one that hangs starves no other.
private final class SourceCrowd: Sendable {
    private typealias News = (done: Int, all: Int, outcomes: [Int: Result<SourceOutcome, OperationError>])

    private struct State: Sendable {
        var done: [Int: Int] = [:]
        var all: [Int: Int] = [:]
        var isNew = false
        var outcomes: [Int: Result<SourceOutcome, OperationError>] = [:]
    }

    private let request: MarketRequest
    private let asked: [MarketRequest.Asked]
    private let desk: ArchiveDesk
    private let state = SharedState(State())

    init(_ request: MarketRequest, _ asked: [MarketRequest.Asked], _ desk: ArchiveDesk) {
        (self.request, self.asked, self.desk) = (request, asked, desk)
    }

    /// What came of each, in order.
    func run(_ progress: (Int, Int) -> Void) throws -> [SourceOutcome] {
        for index in asked.indices { Thread { [self] in work(index) }.start() }
        while true {
            let (done, all, outcomes) = state.waiting { state -> News? in
                guard state.isNew else { return nil }
                state.isNew = false
                return (state.done.values.reduce(0, +), state.all.values.reduce(0, +), state.outcomes)
            }
            progress(done, all)
            guard outcomes.count == asked.count else { continue }
            return try asked.indices.compactMap { try outcomes[$0]?.get() }
        }
    }

    private func work(_ index: Int) {
        let outcome: Result<SourceOutcome, OperationError>
        do {
            var exchange = try SourceExchange(asked[index].source, request, desk)
            try exchange.run(asked[index].items) { done, all in
                state.waiting { state in
                    (state.done[index], state.all[index], state.isNew) = (done, all, true)
                    return ()
                }
            }
            outcome = .success(exchange.outcome)
        } catch {
            outcome = .failure(OperationError(error))
        }
        state.waiting { state in
            (state.outcomes[index], state.isNew) = (outcome, true)
            return ()
        }
    }
}

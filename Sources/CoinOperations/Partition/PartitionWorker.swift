internal import CoinModel
internal import CoinSources
internal import Foundation
internal import WorkerProtocol

/// Counts the clones of a part, several at once, and hands their lines over in order.
final class PartitionWorker: Sendable {
    /// The lines of one repository, and how many commits they have; nil where it could not be counted.
    typealias Counted = (lines: [UInt8], commits: Int?)

    private let request: PartitionRequest
    private let partition: CommitPartition
    private let loading: LoadRequest
    private let worker: Worker
    /// What counts the clones that lie here.
    private let clones: HistoryWorkers
    private let mirrors: PartitionMirrors?

    /// The bytes of lines that wait for those before them from which on no further clone is begun.
    private static let mostWaiting = 64 << 20

    init(_ request: PartitionRequest, _ partition: CommitPartition) throws {
        self.request = request
        self.partition = partition
        var loading = LoadRequest(kind: .commits, paths: [], now: request.now)
        loading.hints.observedAt = partition.observedAt
        self.loading = loading
        worker = try Worker(named: "assay-git")
        let paths = partition.entries.filter { !$0.isAddress }.map(\.place)
        clones = HistoryWorkers(worker, reading: paths, limits: request.limits.worker)
        mirrors = paths.count == partition.entries.count ? nil : try PartitionMirrors(request)
    }

    /// Counts all and hands them over in the order of their keys.
    ///
    /// - Throws: `OperationError` where this machine is at fault.
    func run(_ take: (Counted) -> Void) throws {
        guard let mirrors else { return try count(take) }
        // What is mirrored does not stay, whatever ends the work.
        defer { mirrors.remove() }
        try endingInOrder({ mirrors.remove() }, { try count(take) })
    }

    @Sendable private static func weight(_ result: Result<Counted, OperationError>) -> Int {
        if case .success(let counted) = result { counted.lines.count } else { 0 }
    }

    private func count(_ take: (Counted) -> Void) throws {
        let entries = partition.entries
        let threads = TaskThreads<Result<Counted, OperationError>>(
            entries.count,
            atOnce: ProcessInfo.processInfo.activeProcessorCount,
            within: (channel: .max, all: PartitionWorker.mostWaiting),
            weight: PartitionWorker.weight
        ) { threads in
            while let index = threads.begun() { threads.report([self.counted(entries[index])], of: index) }
        }
        defer { threads.stop() }
        for index in entries.indices {
            for result in threads.next(of: index) { take(try result.get()) }
        }
    }

    /// What results of one repository; a failure is one of this machine.
    private func counted(_ entry: CommitPartition.Entry) -> Result<Counted, OperationError> {
        var isFetched = false
        do {
            guard entry.isAddress, let mirrors else { return .success(try facts(of: entry, at: entry.place, clones)) }
            let counted = try mirrors.withMirror(of: entry) { path in
                isFetched = true
                return try facts(
                    of: entry,
                    at: path,
                    HistoryWorkers(worker, reading: [path], limits: request.limits.worker)
                )
            }
            return .success(counted)
        } catch {
            let reason = (error as? WorkerFault)?.reason
            let diagnostic = OperationError(error).diagnostic
            if let reason, PartitionWorker.ofMachine.contains(reason) {
                return .failure(OperationError(.failed, diagnostic.identifier, place: entry.key, diagnostic.message))
            }
            let isAgain = !isFetched && reason.map(PartitionWorker.ofNetwork.contains) ?? false
            let text = reason == .overBudget ? overBudget : diagnostic.message
            let shown = mirrors?.hidingPlace(text) ?? text
            return .success((CommitFacts.failure(entry.key, diagnostic.identifier, isAgain: isAgain, shown), nil))
        }
    }

    private var overBudget: String { "takes more than the \(request.budgetEach >> 20) MiB of --budget-each" }

    /// The faults that another machine may not have.
    private static let ofMachine: Set<WorkerFault.Reason> = [
        .noWorker, .noSandbox, .protocolBroken, .diskFull, .noGit, .oldGit,
    ]

    /// The faults of fetching that may be gone later; a host that hangs overruns the deadline.
    private static let ofNetwork: Set<WorkerFault.Reason> = [.network, .failing, .throttled, .proxy, .deadline]

    private func facts(of entry: CommitPartition.Entry, at path: String, _ workers: HistoryWorkers) throws -> Counted {
        let summary = try workers.ask(loading.tipRequest(path)) { _ in }
        let scan = try CloneScan(path, summary, loading, else: entry.repository)
        var warnings: [String] = []
        let reader = CloneReader(request: loading, scans: CloneScans(workers))
        let covered = partition.observedAt?.lastCompleteWeek
        var reading = try reader.reading(path, scan, covered, keepingTimes: true) { warnings.append($0) }
        reading.block.elsewhere = CommitBlock.Elsewhere(formerName: scan.formerName, isCut: scan.later > 0)
        let facts = RepositoryFacts(
            key: entry.key,
            block: reading.block,
            times: reading.commits.times,
            lacksMailmap: reading.summary.lacksMailmap,
            warnings: warnings
        )
        return (try facts.lines(), reading.block.commits.count)
    }
}

extension CommitPartition.Entry {
    /// Whether it lies elsewhere, or is named as if it did, so that it is mirrored first.
    var isAddress: Bool { place.contains("://") || place.hasPrefix("file:") || place.hasPrefix("https:") }
}

internal import Synchronization

/// Git workers for a batch of repositories; a thread that asks has one to itself, and leaves it to the next.
public final class HistoryWorkers: Sendable {
    private let worker: Worker
    private let paths: [String]
    private let limits: WorkerLimits
    private let idle = Mutex<[Workplace]>([])

    private final class Workplace: Sendable {
        let session: Mutex<WorkerSession>

        init(_ session: consuming sending WorkerSession) {
            self.session = Mutex(session)
        }
    }

    /// Workers of which none was started yet.
    ///
    /// - Parameters:
    ///   - worker: the worker's program.
    ///   - paths: the repositories, best in the order of the questions.
    ///   - limits: what a worker may use for each.
    public init(_ worker: Worker, reading paths: [String], limits: WorkerLimits = WorkerLimits()) {
        self.worker = worker
        self.paths = paths
        self.limits = limits
    }

    /// Asks for a history and hands over what comes before its summary.
    ///
    /// - Parameters:
    ///   - request: what is asked about one of the repositories.
    ///   - take: takes developers and commits as they come; they are void if an error follows.
    /// - Returns: the summary, which agrees with what was handed over.
    /// - Throws: `WorkerFault` for every other end, and what `take` throws.
    public func ask(_ request: HistoryRequest, take: (HistoryMessage) throws -> Void) throws -> HistorySummary {
        let place =
            idle.withLock { $0.popLast() } ?? Workplace(WorkerSession(worker, reading: paths, limits: limits))
        defer { idle.withLock { $0.append(place) } }
        return try place.session.withLock { try $0.ask(request, take: take) }
    }
}

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

    /// Workers that start when they are asked; the repositories stand best in the order of the questions.
    public init(_ worker: Worker, reading paths: [String], limits: WorkerLimits = WorkerLimits()) {
        self.worker = worker
        self.paths = paths
        self.limits = limits
    }

    /// Asks about one of the repositories, and hands over developers and commits as they come: they agree with the
    /// summary, and are void if an error follows.
    public func ask(_ request: HistoryRequest, take: (HistoryMessage) throws -> Void) throws -> HistorySummary {
        let place =
            idle.withLock { $0.popLast() } ?? Workplace(WorkerSession(worker, reading: paths, limits: limits))
        defer { idle.withLock { $0.append(place) } }
        return try place.session.withLock { try $0.ask(request, take: take) }
    }
}

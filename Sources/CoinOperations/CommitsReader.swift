internal import WorkerProtocol

/// What reads a repository for `commitsWeekly`: the worker, which can begin before the question is known.
public struct CommitsReader: ~Copyable {
    private var session: WorkerSession?

    /// A reader that has not begun.
    public init() {}

    /// Begins with a repository that will probably be asked about, under the limits that hold unless others are asked for.
    ///
    /// Nothing is told if it cannot: that is for the question to tell.
    public mutating func begin(_ path: String) {
        do throws(WorkerFault) {
            var session = WorkerSession(try Worker(named: "assay-git"))
            try session.announce(path, limits: WorkerLimits(CommitsRequest.Limits()))
            self.session = consume session
        } catch {
            session = nil
        }
    }

    /// Ends the worker, to which no further question comes; it is gone when the reader is.
    public func dismiss() {
        session?.dismiss()
    }

    mutating func ask(_ request: HistoryRequest, take: (Message) throws -> Void) throws -> HistorySummary {
        var session = try self.session.take() ?? WorkerSession(Worker(named: "assay-git"))
        let summary = try session.ask(request, take: take)
        self.session = consume session
        return summary
    }
}

extension WorkerLimits {
    init(_ limits: CommitsRequest.Limits) {
        self.init()
        processorSeconds = limits.cpu
        wallSeconds = limits.deadline
        memory = limits.memory << 20
    }
}

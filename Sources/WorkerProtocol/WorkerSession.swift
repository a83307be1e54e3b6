/// Questions to one git worker, which answers them one after the other.
///
/// One that died, stalled or broke the protocol is ended, and the next question starts another: no answer depends on the
/// question before. The processor time of `WorkerLimits` is that of all questions to one worker, so a session is for
/// many small ones; one with other limits than the question before, or about another repository, is asked of another
/// worker.
public struct WorkerSession: ~Copyable {
    private let worker: Worker
    private var child: WorkerProcess?
    /// What `child` may use: no process gets rid of its limits.
    private var limits = WorkerLimits()
    /// The repository that `child` may read: its sandbox holds no other.
    private var path = ""

    /// A session in which nothing was asked yet.
    public init(_ worker: Worker) {
        self.worker = worker
    }

    /// Starts the worker and has it begin with what any question about a repository needs, before there is one.
    ///
    /// If the question is about another repository or has other limits, or none comes, then nothing is lost but this work;
    /// what is wrong with a repository is told to who asks about it.
    ///
    /// - Parameters:
    ///   - path: the repository that will probably be asked about.
    ///   - limits: what the worker may use.
    /// - Throws: `WorkerFault` when there is no worker.
    public mutating func announce(_ path: String, limits: WorkerLimits) throws(WorkerFault) {
        let child = try WorkerProcess(worker.program)
        try child.channel.send(.announcement(path: path, limits))
        self.child = consume child
        self.limits = limits
        self.path = path
    }

    /// Asks for a history and hands over what comes, the closing summary last.
    ///
    /// - Parameters:
    ///   - request: what is asked, with the limits to keep.
    ///   - take: takes developers and commits as they come; they are void if an error follows.
    /// - Returns: the summary, which agrees with what was handed over.
    /// - Throws: `WorkerFault` for every other end, and what `take` throws.
    public mutating func ask(_ request: HistoryRequest, take: (Message) throws -> Void) throws -> HistorySummary {
        let deadline = Deadline.after(seconds: request.limits.wallSeconds)
        if limits != request.limits || path != request.path { self.child = nil }
        limits = request.limits
        path = request.path
        var child = try self.child.take() ?? WorkerProcess(worker.program)
        do {
            let summary = try WorkerSession.converse(child.channel, request, before: deadline, take: take)
            self.child = consume child
            return summary
        } catch let fault as WorkerFault {
            // The worker's own word on why stands; where it fell silent, how it ended tells more.
            guard fault.reason == .crashed || fault.reason == .deadline else { throw fault }
            throw child.reap(before: deadline).fault(request.limits) ?? fault
        }
    }

    /// Ends the worker, to which no further question comes; it is gone when the session is.
    public func dismiss() {
        child?.dismiss()
    }

    private static func converse(
        _ channel: MessageChannel,
        _ request: HistoryRequest,
        before deadline: Deadline,
        take: (Message) throws -> Void
    ) throws -> HistorySummary {
        try channel.send(.request(request))
        var commits = 0
        var developers = 0
        while let message = try channel.receive(before: deadline) {
            switch message {
            case .announcement, .request: throw WireReader.broken
            case .fault(let fault): throw fault
            case .developers(let more): developers += more.count
            case .commits(let batch):
                commits += batch.count
                let named = batch.developers.lazy.filter { $0 != CommitBatch.nobody }
                guard named.allSatisfy({ $0 < developers }) else { throw WireReader.broken }
            case .summary(let summary):
                guard summary.commits == commits, summary.developers == developers else { throw WireReader.broken }
                return summary
            }
            try take(message)
        }
        throw WorkerFault(.crashed, "the worker ended before it was done")
    }
}

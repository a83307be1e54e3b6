/// Questions about a batch of repositories to a git worker, one after the other.
///
/// A worker that dies, stalls or breaks the protocol costs the repository that it was asked about, and the next question
/// starts another for the rest. One that stalls before its first answer may have stalled at another repository of the
/// batch: from then on each has a worker of its own. Processor time and memory are limited for the process, so one that has
/// used up a small part of its time is replaced: no repository has less than nine tenths of what the limits say.
struct WorkerSession: ~Copyable, Sendable {
    private let worker: Worker
    private let paths: [String]
    private let places: [String: Int]
    private let limits: WorkerLimits
    private var child: Child?

    /// A worker, and what it was started for.
    private struct Child: ~Copyable, Sendable {
        var process: WorkerProcess
        /// The places of the repositories that it may read.
        let named: Range<Int>
        /// Whether they were named to it.
        var isNamed = false
        /// How long it worked.
        var spent = Duration.zero
    }

    /// How many repositories are named to one worker at most; it finds out where each of them lies before its first answer.
    private var mostNamed = 64

    /// A session in which nothing was asked yet; the repositories stand best in the order of the questions.
    init(_ worker: Worker, reading paths: [String], limits: WorkerLimits) {
        self.worker = worker
        self.paths = paths
        self.limits = limits
        places = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Asks for a history; see `HistoryWorkers.ask`.
    mutating func ask(_ request: HistoryRequest, take: (HistoryMessage) throws -> Void) throws -> HistorySummary {
        guard let place = places[request.path] else { throw WorkerFault.incompatible }
        var child = try worker(for: place)
        let named = child.named.count
        var hasTaken = false
        let deadline = Deadline.after(seconds: limits.wallSeconds)
        let start = ContinuousClock.now
        let answer: Result<HistorySummary, WorkerFault>
        do {
            if !child.isNamed {
                let batch = RepositoryBatch(Array(paths[child.named]), limits: limits)
                try child.process.channel.send(.batch(batch), before: deadline)
                child.isNamed = true
            }
            answer = try WorkerSession.converse(child.process.channel, request, before: deadline) { message in
                hasTaken = true
                try take(message)
            }
        } catch let fault as WorkerFault where fault.reason == .crashed || fault.reason == .deadline {
            // The way it ended is a more precise reason than a missing answer.
            let ending = child.process.reap(before: deadline)
            // What an earlier repository did to the memory of the worker is not put down to this one.
            if ending.isCrash, child.spent > .zero, !hasTaken { return try ask(request, take: take) }
            // Nor that it did not find out where another one lies.
            if ending == .killed, child.spent == .zero, !hasTaken, named > 1 {
                mostNamed = 1
                return try ask(request, take: take)
            }
            throw ending.fault(limits) ?? fault
        }
        child.spent += start.duration(to: .now)
        self.child = consume child
        return try answer.get()
    }

    /// The worker of the question before if it can go on with a repository, else a new one.
    private mutating func worker(for place: Int) throws(WorkerFault) -> Child {
        if let child = child.take() {
            // It works on two cores at most, so it may have used up to a tenth of its processor time.
            if child.named.contains(place), child.spent * 20 <= .seconds(limits.processorSeconds) { return child }
        }
        let named = place..<min(place + mostNamed, paths.count)
        return Child(process: try WorkerProcess(worker.program), named: named)
    }

    /// The worker's answer to one question, its own word on why there is none included.
    private static func converse(
        _ channel: MessageChannel,
        _ request: HistoryRequest,
        before deadline: Deadline,
        take: (HistoryMessage) throws -> Void
    ) throws -> Result<HistorySummary, WorkerFault> {
        try channel.send(.request(request), before: deadline)
        var commits = 0
        var developers = 0
        while let received = try channel.receive(before: deadline) {
            switch received {
            case .fault(let fault): return .failure(fault)
            case .history(let message):
                switch message {
                case .developers(let more): developers += more.count
                case .commits(let batch):
                    commits += batch.count
                    let named = batch.developers.lazy.filter { $0 != CommitBatch.noDeveloper }
                    guard batch.isConsistent, named.allSatisfy({ $0 < developers }) else {
                        throw WorkerFault.incompatible
                    }
                }
                try take(message)
            case .summary(let summary) where summary.commits == commits && summary.developers == developers:
                return .success(summary)
            default: throw WorkerFault.incompatible
            }
        }
        throw WorkerFault(.crashed, "the worker ended before it was done; run the command again")
    }
}

internal import Platform

/// A worker program: what it reads may harm it, but never the process that asks.
///
/// It is started with an empty environment, no input or output but one socket, and a process group of its own. If it dies,
/// stalls or sends less than all, the answer is a fault and never a smaller count.
public struct Worker: Sendable {
    /// The worker's file.
    public let program: String

    init(program: String) {
        self.program = program
    }

    /// The worker of this name: beside the real file of the running program, else in `../libexec/assay` from there,
    /// never through PATH.
    public init(named name: String) throws(WorkerFault) {
        let folder = try Worker.programFolder()
        let places = [folder + "/" + name, folder + "/../libexec/assay/" + name]
        guard let program = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw WorkerFault(.noWorker, "`\(name)` is not in \(folder) nor in ../libexec/assay; install it there")
        }
        self.init(program: program)
    }

    /// The folder of the running program's real file.
    private static func programFolder() throws(WorkerFault) -> String {
        #if os(Linux)
            let name = "/proc/self/exe"
        #else
            var size = UInt32(PATH_MAX) + 1
            var bytes = [CChar](repeating: 0, count: Int(size))
            let name = unsafe _NSGetExecutablePath(&bytes, &size) == 0 ? unsafe String(cString: bytes) : ""
        #endif
        guard let program = realPath(name), let end = program.lastIndex(of: "/") else {
            throw WorkerFault(.noWorker, "the place of the running program is not known")
        }
        return String(program[..<end])
    }
}

extension Worker {
    /// Has a mirror brought up to date, which is whole then; if this throws, one that was there before stands at what
    /// it was.
    public func mirror(_ request: MirrorRequest) throws(WorkerFault) -> MirrorReport {
        let seconds = request.limits.wallSeconds
        let deadline = Deadline.after(seconds: seconds)
        let child = try WorkerProcess(program)
        do throws(WorkerFault) {
            try child.channel.send(.mirror(request), before: deadline)
            switch try child.channel.receive(before: deadline) {
            case nil: throw WorkerFault(.crashed, "the worker ended before it was done; run the command again")
            case .fault(let fault): throw fault
            // Nothing is left for it to do: it is ended with all that it started.
            case .mirrored(let report): return report
            default: throw WorkerFault.incompatible
            }
        } catch {
            guard error.reason == .deadline else { throw error }
            let step = "run the command again, or raise --deadline-each"
            throw WorkerFault(.deadline, "was not fetched within \(seconds) s; \(step)")
        }
    }

    /// Has addresses asked, and hands over what comes of each, in no certain order; returns what it cost.
    ///
    /// The worker goes on when `take` returns what an answer means and what else is to be asked because of it.
    ///
    /// - Throws: `WorkerFault` when the worker ends otherwise, and what `take` throws; what was taken before stands.
    public func fetch(_ order: FetchOrder, take: (FetchMessage) throws -> FetchReply) throws -> FetchCost {
        var child = try WorkerProcess(program)
        do {
            return try Worker.fetch(order, over: child.channel, take: take)
        } catch let fault as WorkerFault {
            // A reason that the worker sent stands; where it stopped answering, the way it ended is more precise.
            guard fault.reason == .crashed || fault.reason == .deadline else { throw fault }
            let deadline = Deadline.after(seconds: fault.reason == .deadline ? 0 : 5)
            throw child.reap(before: deadline).fetchFault(order.limits)
        }
    }

    private static func fetch(
        _ order: FetchOrder,
        over channel: MessageChannel,
        take: (FetchMessage) throws -> FetchReply
    ) throws -> FetchCost {
        func deadline() -> Deadline { .after(seconds: order.limits.wallSeconds) }
        try channel.send(.order(order), before: deadline())
        var unsettled = Set(order.targets.indices)
        var count = order.targets.count
        // Between two messages of the worker lie at most all its waiting and the time limit of one request.
        while let received = try channel.receive(before: deadline()) {
            let number: Int
            let message: FetchMessage
            switch received {
            case .fault(let fault): throw fault
            case .end(let cost) where unsettled.isEmpty: return cost
            case .fetched(.answer(let answer)): (number, message) = (answer.number, .answer(answer.hiding(order.token)))
            case .fetched(.failure(let place, let failure)): (number, message) = (place, .failure(place, failure))
            default: throw WorkerFault.incompatible
            }
            guard unsettled.remove(number) != nil else { throw WorkerFault.incompatible }
            let reply = try take(message)
            if order.isJudged, reply.verdict != .settled, case .answer = message { unsettled.insert(number) }
            unsettled.formUnion(count..<count + reply.targets.count)
            count += reply.targets.count
            try channel.send(.stored(reply), before: deadline())
        }
        throw WorkerFault(.crashed, "assay-fetch ended before it was done; run the command again")
    }
}

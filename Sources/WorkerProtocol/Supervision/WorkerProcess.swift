internal import Platform

/// A started worker; when it goes out of scope it and all that it started are ended.
struct WorkerProcess: ~Copyable, Sendable {
    /// How a worker ended.
    enum Ending: Hashable, Sendable {
        case code(CInt)
        case signal(CInt)
        case killed
    }

    /// The messages to it and from it.
    let channel: MessageChannel
    private let socket: CInt
    private let process: pid_t
    private var ending: Ending?

    /// Starts a program: its standard input and output are a socket to here, its standard error is nowhere, its
    /// environment is empty, and it leads a process group of its own.
    init(_ program: String) throws(WorkerFault) {
        var ends: [CInt] = [-1, -1]
        #if os(Linux)
            let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw WorkerFault(.noWorker, "no socket for the worker (errno \(errno))")
        }
        defer { close(ends[1]) }
        do throws(WorkerFault) {
            process = try spawn(program, .leading(socket: ends[1]))
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
        channel = MessageChannel(descriptor: ends[0])
        SandboxWarning.reportOnce()
    }

    deinit {
        if ending == nil { WorkerProcess.end(process) }
        close(socket)
    }

    /// Waits for its end, and ends it when the deadline passes.
    @discardableResult
    mutating func reap(before deadline: Deadline) -> Ending {
        if let ending { return ending }
        var status: CInt = 0
        while true {
            let result = unsafe waitpid(process, &status, WNOHANG)
            if result == process { break }
            if result < 0, errno != EINTR { break }
            if deadline.millisecondsLeft == 0 {
                WorkerProcess.end(process)
                ending = .killed
                return .killed
            }
            usleep(200)
        }
        let signal = status & 0x7f
        let result: Ending = signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal)
        ending = result
        return result
    }

    private static func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}

extension WorkerProcess.Ending {
    /// Whether it ended of itself, by none of its limits.
    var isCrash: Bool { ![.killed, .signal(SIGXCPU)].contains(self) }

    /// What this end means for the repository, or nil when it means nothing.
    func fault(_ limits: WorkerLimits) -> WorkerFault? {
        switch self {
        case .signal(SIGXCPU):
            WorkerFault(
                .processorLimit,
                "took more than \(limits.processorSeconds) s of processor time; \(WorkerFault.otherInputs)"
            )
        case .killed:
            WorkerFault(.deadline, "was not read within \(limits.wallSeconds) s; \(WorkerFault.otherInputs)")
        case .signal(let signal):
            WorkerFault(
                .crashed,
                "ended the worker by signal \(signal): it is damaged in a way not foreseen, or needs more than "
                    + "\(limits.memory >> 20) MiB; check it with `git fsck`"
            )
        case .code: nil
        }
    }

    /// What this end means for a fetch.
    func fetchFault(_ limits: WorkerLimits) -> WorkerFault {
        let (reason, end): (WorkerFault.Reason, String) =
            switch self {
            case .signal(SIGXCPU): (.processorLimit, "took more than \(limits.processorSeconds) s of processor time")
            case .killed: (.deadline, "gave no answer for \(limits.wallSeconds) s and was stopped")
            case .signal(let signal): (.crashed, "was ended by signal \(signal)")
            case .code: (.crashed, "ended before it was done")
            }
        return WorkerFault(reason, "assay-fetch \(end); what was answered is stored: run the command again")
    }
}

internal import Platform

/// A foreign program that was run to its end by a worker, under the worker's own limits and in its process group.
///
/// It has no input, nothing of this process's environment, and no descriptor but the two that it writes to.
public struct ProgramRun: Sendable {
    /// How it ended: its exit code, or 128 and the signal that ended it.
    public let status: Int
    /// What it wrote to its standard output.
    public let output: String
    /// What it wrote to its standard error.
    public let errors: String

    /// How many bytes of each are stored; the rest is read and dropped.
    private static let longest = 64 << 10
    /// More programs than this at once, each started by another, are a circle that has no end.
    private static let mostPrograms = 64

    /// Runs a program with `NAME=value` settings to its end; `isOver`, asked once a second, has it ended with all that
    /// it started.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String],
        endingWhen isOver: () -> Bool = { false }
    ) throws(WorkerFault) {
        var output = try ProgramPipe()
        var errors = try ProgramPipe()
        let process = try spawn(
            program,
            .joining(output: output.writing, errors: errors.writing),
            arguments: arguments,
            environment: environment
        )
        output.closeWriting()
        errors.closeWriting()
        var texts: [[UInt8]] = [[], []]
        ProgramRun.drain([output.reading, errors.reading], into: &texts, isOver)
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        self.status = signal == 0 ? Int(status >> 8 & 0xff) : 128 + Int(signal)
        self.output = String(decoding: texts[0], as: UTF8.self)
        self.errors = String(decoding: texts[1], as: UTF8.self)
    }

    /// Reads several descriptors to their ends, whichever has something.
    private static func drain(_ descriptors: [CInt], into texts: inout [[UInt8]], _ isOver: () -> Bool) {
        var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        var nextLook = Deadline.after(seconds: 1)
        while waiting.contains(where: { $0.fd >= 0 }) {
            let ready = unsafe poll(&waiting, nfds_t(waiting.count), 200)
            if nextLook.millisecondsLeft == 0 {
                ProgramGroup.end(ifMoreThan: isOver() ? 0 : mostPrograms)
                nextLook = .after(seconds: 1)
            }
            guard ready > 0 else { continue }
            for place in waiting.indices where waiting[place].fd >= 0 && waiting[place].revents != 0 {
                let count = unsafe read(waiting[place].fd, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                // poll skips what is negative.
                if count <= 0 { waiting[place].fd = -1 }
                texts[place] += chunk.prefix(max(0, min(count, longest - texts[place].count)))
            }
        }
    }
}

/// Both ends of a pipe; neither outlives it, nor is inherited by another program.
private struct ProgramPipe: ~Copyable {
    let reading: CInt
    private(set) var writing: CInt

    init() throws(WorkerFault) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw WorkerFault(.unreadable, "no pipe to a program (errno \(errno))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = ends[0]
        writing = ends[1]
    }

    mutating func closeWriting() {
        close(writing)
        writing = -1
    }

    deinit {
        close(reading)
        if writing >= 0 { close(writing) }
    }
}

/// The programs that this process and they themselves have started: all of its process group, where it leads one.
enum ProgramGroup {
    /// Ends all of them, this process excepted, if there are more than so many.
    ///
    /// Before 2.44 git asks its origin for what it misses, by another git, which may miss the same: an origin can have it
    /// start ever more of them. Where the system has no `/proc`, nothing is done.
    static func end(ifMoreThan most: Int) {
        guard getpgrp() == getpid(), members().count > most else { return }
        // Those that are ended may have started more meanwhile.
        for _ in 0..<100 {
            let left = members()
            if left.isEmpty { return }
            for process in left { kill(process, SIGKILL) }
            usleep(2000)
        }
    }

    private static func members() -> [pid_t] {
        let group = getpgrp()
        return (folderNames("/proc") ?? []).compactMap { pid_t($0) }.filter { $0 != group && getpgid($0) == group }
    }
}

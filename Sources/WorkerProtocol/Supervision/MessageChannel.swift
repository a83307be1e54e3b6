internal import Platform

/// Messages over one stream socket, each after its length.
public struct MessageChannel: Sendable {
    let descriptor: CInt

    /// A channel over a connected stream socket, which stays the caller's to close.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The longest message that is taken.
    static let longest = 48 << 20

    /// Sends a message; throws when the deadline passes or the other side is gone.
    public func send(_ message: Message, before deadline: Deadline = .never) throws(WorkerFault) {
        let content = try message.encoded()
        let framed = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
        var sent = 0
        while sent < framed.count {
            guard try isReady(POLLOUT, before: deadline) else { continue }
            let count = unsafe framed.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return unsafe MessageChannel.put(descriptor, rest)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw WorkerFault(.crashed, "the other side is gone; run the command again") }
            sent += count
        }
    }

    /// The next message; nil where the other side has closed after a whole one.
    public func receive(before deadline: Deadline = .never) throws(WorkerFault) -> Message? {
        guard let head = try take(4, before: deadline, mayEnd: true) else { return nil }
        let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= MessageChannel.longest, let content = try take(length, before: deadline, mayEnd: false) else {
            throw WorkerFault.incompatible
        }
        return try Message(content)
    }

    /// So many bytes; nil where there are none at all and that may be.
    private func take(_ count: Int, before deadline: Deadline, mayEnd: Bool) throws(WorkerFault) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var taken = 0
        while taken < count {
            guard try isReady(POLLIN, before: deadline) else { continue }
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[taken...])
                return unsafe read(descriptor, rest.baseAddress, rest.count)
            }
            if got < 0, errno == EINTR { continue }
            if got <= 0, taken == 0, mayEnd { return nil }
            guard got > 0 else {
                throw WorkerFault(.crashed, "the worker ended within a message; run the command again")
            }
            taken += got
        }
        return bytes
    }

    /// Waits until bytes can be read or written, or the other side is gone; false where a signal came between.
    private func isReady(_ events: CInt, before deadline: Deadline) throws(WorkerFault) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let ready = unsafe poll(&waiting, 1, deadline.millisecondsLeft)
        if ready < 0, errno == EINTR { return false }
        guard ready > 0 else {
            throw WorkerFault(.deadline, "the worker was not done in time; run the command again")
        }
        return true
    }

    /// Writes as many bytes as the socket takes at once; a closed socket is an error, not a signal.
    private static func put(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
        #else
            unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
        #endif
    }
}

/// When waiting ends; time in which the machine sleeps does not count.
public struct Deadline: Sendable {
    private let moment: SuspendingClock.Instant?

    /// No deadline.
    public static let never = Deadline(moment: nil)

    /// The moment so many seconds from now.
    public static func after(seconds: Int) -> Deadline {
        Deadline(moment: .now + .seconds(min(seconds, 1 << 40)))
    }

    /// What is left for `poll`: -1 for no deadline, 0 when it has passed.
    var millisecondsLeft: CInt {
        guard let moment else { return -1 }
        return CInt(clamping: Int64(max(0, SuspendingClock.now.duration(to: moment) / .milliseconds(1))))
    }
}

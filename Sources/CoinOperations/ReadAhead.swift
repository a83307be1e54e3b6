internal import Foundation
internal import Synchronization

/// Reads files on threads of their own, ahead of the one that takes what they say, in the files' order.
///
/// Each file has a channel of at most `depth` events, so memory is bounded by the files under way; a reader whose
/// channel is full waits, and so does the taker at an empty one. Files are begun in order and none far ahead, so the
/// file that is being taken is always under way.
final class ReadAhead: Sendable {
    /// Thrown at a reader when nobody takes any more.
    struct Stopped: Error {}

    private struct State {
        var channels: [[ReadingEvent]?]
        var next = 0
        var taken = 0
        var isStopped = false
    }

    private let files: [String]
    private let reading: InputReading
    private let state: Mutex<State>
    private let signal = NSCondition()

    /// The most events that wait in a channel.
    private static let depth = 8
    /// The most files that are begun before the one that is being taken has ended.
    private static let lead = 64

    /// Begins to read.
    init(_ files: [String], _ reading: InputReading) {
        self.files = files
        self.reading = reading
        state = Mutex(State(channels: Array(repeating: nil, count: files.count)))
        let count = min(files.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
        for _ in 0..<count {
            let thread = Thread { [self] in work() }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// The next event of a file; waits until there is one.
    func next(of file: Int) -> ReadingEvent {
        signal.lock()
        defer { signal.unlock() }
        while true {
            let event = state.withLock { state -> ReadingEvent? in
                guard let channel = state.channels[file], !channel.isEmpty else { return nil }
                let event = state.channels[file]?.removeFirst()
                if case .ended = event {
                    state.channels[file] = nil
                    state.taken = file + 1
                }
                return event
            }
            if let event {
                signal.broadcast()
                return event
            }
            signal.wait()
        }
    }

    /// Lets the readers end, whatever they are at.
    func stop() {
        signal.lock()
        state.withLock { $0.isStopped = true }
        signal.broadcast()
        signal.unlock()
    }

    private func work() {
        var memory = ReadingMemory()
        while let file = claim() {
            do {
                try reading.read(files[file], after: &memory) { try put($0, file) }
            } catch {
                // Only `Stopped` comes here: every other error is an event of the file.
                return
            }
        }
    }

    /// The next file to read; waits while the readers are far enough ahead.
    ///
    /// Nil when there is none.
    private func claim() -> Int? {
        signal.lock()
        defer { signal.unlock() }
        while true {
            let (file, mustWait) = state.withLock { state -> (Int?, Bool) in
                guard !state.isStopped, state.next < files.count else { return (nil, false) }
                guard state.next < state.taken + ReadAhead.lead else { return (nil, true) }
                defer { state.next += 1 }
                state.channels[state.next] = []
                return (state.next, false)
            }
            if !mustWait { return file }
            signal.wait()
        }
    }

    private func put(_ event: ReadingEvent, _ file: Int) throws {
        signal.lock()
        defer { signal.unlock() }
        while true {
            let isPut = try state.withLock { state -> Bool in
                if state.isStopped { throw Stopped() }
                guard let channel = state.channels[file], channel.count < ReadAhead.depth else { return false }
                state.channels[file]?.append(event)
                return true
            }
            if isPut {
                signal.broadcast()
                return
            }
            signal.wait()
        }
    }
}

internal import Foundation
internal import Synchronization

/// Reads files on threads of their own, ahead of the one that takes what they say, in the files' order.
///
/// Each file has a channel of some `depth` blocks, so memory is bounded by the files under way; a reader whose
/// channel is full waits, and so does the taker at an empty one, who takes all that is in it. Files are begun in order and none far ahead, so the
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

    /// The events in a channel from which on its reader waits.
    private static let depth = 4
    /// The small events that are handed over at once.
    private static let smallLimit = 1000
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

    /// The events of a file that have come since it was asked before; waits until there is one.
    func next(of file: Int) -> [ReadingEvent] {
        signal.lock()
        defer { signal.unlock() }
        while true {
            let events = state.withLock { state -> [ReadingEvent] in
                guard let events = state.channels[file], let last = events.last else { return [] }
                state.channels[file] = []
                if case .ended = last {
                    state.channels[file] = nil
                    state.taken = file + 1
                }
                return events
            }
            if !events.isEmpty {
                signal.broadcast()
                return events
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
                // What a small file says goes over at once: waking the taker costs more than most pages do.
                var events: [ReadingEvent] = []
                var small = 0
                try reading.read(files[file], after: &memory) { event in
                    events.append(event)
                    if event.isSmall { small += 1 }
                    if events.count - small == ReadAhead.depth / 2 || small == ReadAhead.smallLimit {
                        try put(&events, file)
                        small = 0
                    }
                }
                try put(&events, file)
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

    /// Hands over events of a file; waits while its channel is full.
    private func put(_ events: inout [ReadingEvent], _ file: Int) throws {
        guard !events.isEmpty else { return }
        signal.lock()
        defer { signal.unlock() }
        while true {
            let isPut = try state.withLock { state -> Bool in
                if state.isStopped { throw Stopped() }
                guard let channel = state.channels[file], channel.count < ReadAhead.depth else { return false }
                state.channels[file] = channel + events
                return true
            }
            if isPut {
                events.removeAll(keepingCapacity: true)
                signal.broadcast()
                return
            }
            signal.wait()
        }
    }
}

internal import Foundation
internal import Synchronization

/// Reads files on threads of their own, ahead of the one that takes what they say, in the files' order.
///
/// Each file has a channel of some blocks; a reader whose channel is full waits, and so does the taker at an
/// empty one, who takes all that is in it. Files are begun in order, and none while many rows wait, so memory is bounded
/// by those rows and the files under way, and the file that is being taken is always under way.
final class ReadAhead: Sendable {
    /// Thrown at a reader when nobody takes any more.
    struct Stopped: Error {}

    private struct State {
        var channels: [[ReadingEvent]?]
        var next = 0
        var taken = 0
        /// The rows in all channels.
        var rows = 0
        var isStopped = false
    }

    private let files: [String]
    private let reading: InputReading
    private let state: Mutex<State>
    private let signal = NSCondition()

    /// The rows in a channel from which on its reader waits: some blocks, that a core has enough to do for as long as a
    /// large file of another kind is written.
    private static let channelLimit = 1 << 18
    /// The rows from which on a reader hands over what it holds back: those of some thirty pages.
    private static let heldRows = 8192
    /// The files that a reader holds back at most.
    private static let heldFiles = 64
    /// The most files that are begun before the one that is being taken has ended.
    private static let lead = 1024
    /// The files left from which on a reader takes some at once: fewer are shared out singly.
    private static let manyFiles = 16
    /// The rows that wait for the taker from which on no further file is begun: while a week is written, which takes as
    /// long as to read a hundred pages, there is enough to do for the other core.
    private static let rowLimit = 400_000

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
        // Who is woken while the lock is held sleeps again at once.
        defer { signal.broadcast() }
        signal.lock()
        defer { signal.unlock() }
        while true {
            let events = state.withLock { state -> [ReadingEvent] in
                guard let events = state.channels[file], let last = events.last else { return [] }
                state.channels[file] = []
                state.rows -= rows(events)
                if case .ended = last {
                    state.channels[file] = nil
                    state.taken = file + 1
                }
                return events
            }
            if !events.isEmpty { return events }
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

    /// What a file says that its reader has not handed over yet.
    private typealias Held = (file: Int, events: [ReadingEvent])

    private func work() {
        var memory = ReadingMemory()
        // What small files say goes over together: waking the taker costs more than most pages do.
        var held: [Held] = []
        do {
            var ahead: Range<Int>?
            while let claimed = try ahead ?? claim(after: &held, together: memory.isAmongSmall) {
                if ahead == nil { reading.expect(files[claimed], &memory) }
                // While these are read, the disk may bring the next ones.
                memory.turn()
                ahead = memory.isAmongSmall ? claim(waiting: false, together: true) : nil
                if let ahead { reading.expect(files[ahead], &memory) }
                for file in claimed { try read(file, &memory, &held) }
            }
        } catch {
            // Only `Stopped` comes here: every other error is an event of the file.
        }
    }

    private func read(
        _ file: Int,
        _ memory: inout ReadingMemory,
        _ held: inout [Held]
    ) throws {
        var events: [ReadingEvent] = []
        var count = held.reduce(0) { $0 + rows($1.events) }
        try reading.read(files[file], after: &memory) { event in
            events.append(event)
            count += event.rows
            if count >= ReadAhead.heldRows {
                held.append((file, events))
                try put(&held)
                events = []
                count = 0
            }
        }
        if !events.isEmpty { held.append((file, events)) }
        if held.count >= ReadAhead.heldFiles { try put(&held) }
    }

    /// The next file to read, or some together; nil when there is none.
    ///
    /// Where the readers are far enough ahead it waits, but holds nothing back meanwhile.
    private func claim(after held: inout [Held], together: Bool) throws -> Range<Int>? {
        if let files = claim(waiting: false, together: together) { return files }
        try put(&held)
        return claim(waiting: true, together: together)
    }

    private func claim(waiting isPatient: Bool, together: Bool) -> Range<Int>? {
        signal.lock()
        defer { signal.unlock() }
        while true {
            let (claimed, mustWait) = state.withLock { state -> (Range<Int>?, Bool) in
                guard !state.isStopped, state.next < files.count else { return (nil, false) }
                guard state.rows < ReadAhead.rowLimit, state.next < state.taken + ReadAhead.lead else {
                    return (nil, isPatient)
                }
                let isMany = files.count - state.next >= ReadAhead.manyFiles
                let claimed = state.next..<state.next + (together && isMany ? ReadingMemory.together : 1)
                for file in claimed { state.channels[file] = [] }
                state.next = claimed.upperBound
                return (claimed, false)
            }
            if !mustWait { return claimed }
            signal.wait()
        }
    }

    private func rows(_ events: [ReadingEvent]) -> Int { events.reduce(0) { $0 + $1.rows } }

    /// Hands over what is held, in order; waits while the channel of its file is full.
    private func put(_ held: inout [Held]) throws {
        guard !held.isEmpty else { return }
        defer { signal.broadcast() }
        signal.lock()
        defer { signal.unlock() }
        while !held.isEmpty {
            let count = try state.withLock { state -> Int in
                if state.isStopped { throw Stopped() }
                for (place, (file, events)) in held.enumerated() {
                    guard let channel = state.channels[file], rows(channel) < ReadAhead.channelLimit else {
                        return place
                    }
                    state.channels[file] = channel + events
                    state.rows += rows(events)
                }
                return held.count
            }
            if count > 0 {
                held.removeFirst(count)
                if !held.isEmpty { signal.broadcast() }
            } else {
                signal.wait()
            }
        }
    }
}

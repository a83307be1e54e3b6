internal import Foundation

/// Reads files on threads of their own, ahead of the one that takes their events, in the files' order.
///
/// Each file has a channel of some blocks; a reader whose channel is full waits, and so does the taker at an
/// empty one, who takes all that is in it. Files are begun in order, and none while many rows wait, so memory is bounded
/// by those rows and the files under way, and the file that is being taken is always under way.
final class ReadAhead: Sendable {
    private struct State: Sendable {
        /// What was read of each file and not taken yet.
        var channels: [Int: [ReadingEvent]] = [:]
        /// The file that is begun next.
        var next = 0
        /// The rows in all channels.
        var rows = 0
        var isStopped = false
    }

    private let files: [String]
    private let reader: InputReader
    private let state = SharedState(State())

    /// The rows in a channel from which on its reader waits: some blocks, that a core has enough to do for as long as a
    /// large file of another kind is written.
    private static let channelLimit = 1 << 18
    /// The rows that a reader hands over at once, or the rest of its file: waking the taker for fewer costs more than they.
    private static let batchRows = 8192
    /// The rows that wait for the taker from which on no further file is begun: while a week is written, which takes as
    /// long as to read a hundred pages, there is enough to do for the other core.
    private static let rowLimit = 400_000

    /// Begins to read.
    init(_ files: [String], _ reader: InputReader) {
        (self.files, self.reader) = (files, reader)
        for _ in 0..<min(files.count, max(1, ProcessInfo.processInfo.activeProcessorCount)) {
            let thread = Thread { [self] in work() }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// The events of a file that have come since it was asked before; waits until there is one.
    func next(of file: Int) -> [ReadingEvent] {
        state.waiting { state in
            guard let events = state.channels[file], let last = events.last else { return nil }
            state.channels[file] = []
            state.rows -= rows(events)
            if case .ended = last { state.channels[file] = nil }
            return events
        }
    }

    /// Lets the readers end, whatever they are at.
    func stop() {
        state.waiting { $0.isStopped = true }
    }

    private func work() {
        var cache = ReaderCache()
        do {
            while let file = begun() {
                var batch: [ReadingEvent] = []
                var count = 0
                try reader.read(files[file], after: &cache) { event in
                    batch.append(event)
                    count += event.rows
                    guard count >= ReadAhead.batchRows else { return }
                    try put(batch, of: file)
                    (batch, count) = ([], 0)
                }
                if !batch.isEmpty { try put(batch, of: file) }
            }
        } catch {
            // Only `ReadingStopped` comes here: every other error is an event of the file.
        }
    }

    /// The next file, once few enough rows wait; nil when there is none.
    private func begun() -> Int? {
        state.waiting { state -> Int?? in
            guard !state.isStopped, state.next < files.count else { return .some(nil) }
            guard state.rows < ReadAhead.rowLimit else { return nil }
            defer { state.next += 1 }
            state.channels[state.next] = []
            return state.next
        }
    }

    /// Hands over a file's events, once there is room in its channel.
    private func put(_ events: [ReadingEvent], of file: Int) throws {
        let isTaken = state.waiting { state -> Bool? in
            if state.isStopped { return false }
            guard rows(state.channels[file] ?? []) < ReadAhead.channelLimit else { return nil }
            state.channels[file, default: []] += events
            state.rows += rows(events)
            return true
        }
        if !isTaken { throw ReadingStopped() }
    }

    private func rows(_ events: [ReadingEvent]) -> Int { events.reduce(0) { $0 + $1.rows } }
}

internal import Foundation

/// Reads files ahead of the one that takes their events, in the files' order.
final class ReadAhead: Sendable {
    private let threads: TaskThreads<ReadingEvent>

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
        threads = TaskThreads(
            files.count,
            atOnce: ProcessInfo.processInfo.activeProcessorCount,
            within: (ReadAhead.channelLimit, ReadAhead.rowLimit),
            weight: \.rows
        ) { ReadAhead.read(files, reader, $0) }
    }

    /// The events of a file that have come since it was asked before; waits until there is one.
    func next(of file: Int) -> [ReadingEvent] { threads.next(of: file) }

    /// Lets the readers end, whatever they are at.
    func stop() { threads.stop() }

    private static func read(_ files: [String], _ reader: InputReader, _ threads: TaskThreads<ReadingEvent>) {
        var cache = ReaderCache()
        do {
            while let file = threads.begun() {
                var batch: [ReadingEvent] = []
                var count = 0
                try reader.read(files[file], after: &cache) { event in
                    batch.append(event)
                    count += event.rows
                    guard count >= batchRows else { return }
                    guard threads.report(batch, of: file) else { throw CancellationError() }
                    (batch, count) = ([], 0)
                }
                if !batch.isEmpty { threads.report(batch, of: file) }
            }
        } catch {
            // Only `CancellationError` comes here: every other error is an event of the file.
        }
    }
}

internal import CoinModel
internal import CoinOperations
internal import Synchronization

/// The record of a run under way, for the one who ends it: the run itself, or a signal that does not let it go on.
final class RunEnding: Sendable {
    /// Where records of a run go.
    struct Place: Sendable {
        let history: RunHistory
        let lineage: Lineage?
        /// `run.json` in the output folder.
        let path: String
        let folder: String
        let isForced: Bool
        let inputs: ReservedFiles

        /// Writes a record; `failure` says why the run failed, nil where it did not.
        ///
        /// - Throws: an error when a file cannot be written.
        func write(_ record: RunRecord, failure: String?, tell: DiagnosticSink) throws {
            // The one beside the outputs says that nothing is left to do: a run that is cut off before it is done again.
            try history.keep(record, tell: tell)
            try lineage?.add(record, failure: failure)
            // A folder that is refused gets no record either.
            guard isForced || !OutputFile.isForeign(folder: folder) else { return }
            let file = try OutputFile(path, in: folder, isForced: isForced, reading: inputs)
            try file.replace(with: try record.json(), tell: tell)
        }
    }

    private let state = Mutex<(record: RunRecord, place: Place)?>(nil)
    private let clock: @Sendable () -> Instant

    init(clock: @escaping @Sendable () -> Instant) { self.clock = clock }

    /// Takes what is known of the run so far.
    func note(_ record: RunRecord, _ place: Place) { state.withLock { $0 = (record, place) } }

    /// Writes the record of a run that ends by itself.
    func finish(_ write: () throws -> Void) rethrows {
        try state.withLock { state in
            state = nil
            try write()
        }
    }

    /// Writes the record of a run that a signal ends.
    func interrupt() {
        state.withLock { state in
            guard let place = state?.place, var record = state?.record else { return }
            state = nil
            let ended = record.end(at: clock(), .failed)
            do {
                try place.write(record, failure: ended?.line, tell: { _ in })
            } catch {
                // The process ends: nobody takes a report any more.
            }
        }
    }
}

extension RunRecord {
    /// Notes how and when it ended; what there is to report of a signal that ended it.
    @discardableResult
    mutating func end(at time: Instant, _ status: ExitStatus) -> Diagnostic? {
        ended = time.description
        self.status = "\(status)"
        exitCode = status.rawValue
        guard let signal = endingSignal() else { return nil }
        self.status = "interrupted"
        exitCode = 128 + signal
        let report = Diagnostic.interrupted(by: signal, definition)
        if !messages.contains(where: { $0.id == report.identifier }) { messages.append(Message(report)) }
        return report
    }
}

extension Diagnostic {
    /// What there is to report of a run that a signal ended.
    static func interrupted(by signal: Int32, _ definition: String) -> Diagnostic {
        let next = "run the same command again, which goes on from what is there"
        return Diagnostic(.error, "interrupted", place: definition, "the run was ended by signal \(signal); \(next)")
    }
}

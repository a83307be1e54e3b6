public import CoinModel
public import CoinOperations
public import CoinTables
internal import Synchronization

/// The record of a run under way, for the one who ends it: the run itself, or a signal that does not let it go on.
final class RunEnding: Sendable {
    private let record = Mutex<RunRecord?>(nil)
    private let clock: @Sendable () -> Instant
    private let write: @Sendable (RunRecord, DiagnosticSink) throws -> Void

    /// A run of which nothing is known yet, and what writes its record.
    init(
        clock: @escaping @Sendable () -> Instant,
        write: @escaping @Sendable (RunRecord, DiagnosticSink) throws -> Void
    ) {
        self.clock = clock
        self.write = write
    }

    /// Takes what is known of the run so far.
    func note(_ record: RunRecord) { self.record.withLock { $0 = record } }

    /// Writes the record of a run that ends by itself.
    ///
    /// - Throws: an error when a file cannot be written.
    func finish(_ record: RunRecord, report: DiagnosticSink) throws {
        try self.record.withLock { noted in
            noted = nil
            try write(record, report)
        }
    }

    /// Writes the record of a run that a signal ends.
    func interrupt() {
        record.withLock { noted in
            guard var record = noted else { return }
            noted = nil
            record.end(at: clock(), .failed)
            do {
                try write(record) { _ in }
            } catch {
                // The process ends: a report is of no use any more.
            }
        }
    }
}

extension RunRecord {
    /// Notes how and when it ended, with what there is to report of a signal that ended it.
    mutating func end(at time: Instant, _ status: ExitStatus) {
        ended = time.description
        self.status = "\(status)"
        exitCode = status.rawValue
        guard let signal = endingSignal() else { return }
        self.status = "interrupted"
        exitCode = 128 + signal
        let report = Diagnostic.interrupted(by: signal, definition)
        if !messages.contains(where: { $0.identifier == report.identifier }) { messages.append(report) }
    }
}

extension Diagnostic {
    /// What there is to report of a run that a signal ended.
    static func interrupted(by signal: Int32, _ definition: String) -> Diagnostic {
        let next = "run the same command again, which goes on from what is there"
        return Diagnostic(.error, "interrupted", place: definition, "the run was ended by signal \(signal); \(next)")
    }
}

/// The diagnostics of a run: reported as they arise, and collected for the record, also of a step that fails.
final class RunLog {
    private(set) var messages: [Diagnostic] = []
    private let report: DiagnosticSink

    init(report: @escaping DiagnosticSink) {
        self.report = report
    }

    /// An empty one that reports to the same; with what it is about in front of each place.
    func part(about subject: String? = nil) -> RunLog {
        guard let subject else { return RunLog(report: report) }
        return RunLog { [report] diagnostic in
            // Of many weeks many may have no rank: their own status says so.
            guard diagnostic.identifier != "nothing-ranked" else { return }
            let place = "\(subject): \(diagnostic.place)"
            report(Diagnostic(diagnostic.level, diagnostic.identifier, place: place, diagnostic.message))
        }
    }

    /// Reports a diagnostic and collects it.
    func note(_ diagnostic: Diagnostic) {
        report(diagnostic)
        add(diagnostic)
    }

    /// Does what is no reason to fail when it cannot be done.
    func attempt(_ step: () throws -> Void) {
        do {
            try step()
        } catch {
            note(OperationError(error).diagnostic)
        }
    }

    /// Collects a diagnostic that somebody else reports.
    func add(_ diagnostic: Diagnostic) { messages.append(diagnostic) }
}

/// What replaces a definition's own settings for one run.
public struct RunOverrides: Sendable {
    /// The moment of the ranking.
    public var asOf: AsOf?
    /// The moment as of whose loads the store is read; those that the run itself takes may be later.
    public var known: AsOf?
    /// The store, as the working folder sees it.
    public var store: String?
    /// How many seconds to wait for another process that uses the store.
    public var wait = 5.0
    /// The output folder, as the working folder sees it.
    public var folder: String?
    /// Whether no requests are made: archived answers replace those of live sources.
    public var isOffline = false
    /// Whether a run in which an alert fired ends with 3.
    public var failsOnAlert = false
    /// Whether the output folder may have files of others.
    public var isForced = false
    /// How many rows the screen of the ranking has at most.
    public var screenRows = RankRequest.screenRows
    /// The names of the stages that alone are carried out; none for all.
    public var only: [String] = []
    /// The day from which on the past is filled: histories are asked from it on, and each week since then is ranked; nil for
    /// a run of one moment.
    public var since: Day?
    /// The name of the first stage that is carried out; nil for the first of all.
    public var from: String?
    /// Values of parameters, by their names.
    public var settings: [String: String] = [:]
    /// The environment, where keys, proxies and values of parameters stand.
    public var environment: [String: String] = [:]

    /// Nothing is replaced.
    public init() {}
}

/// How a run ended.
public struct RunOutcome: Sendable {
    /// The exit code.
    public let status: ExitStatus
    /// Whether there was nothing to do, so that no byte was changed.
    public let isUpToDate: Bool
    /// What came of it, in one sentence.
    public let summary: Diagnostic
    /// The ranking's table with the rows of the first output, as a terminal shows it, or a row for each week; nil when there was
    /// nothing to do.
    public let table: Table?

    /// A run that had nothing to do.
    init(upToDate status: ExitStatus, in folder: String) {
        (self.status, isUpToDate, table) = (status, true, nil)
        let loadable = status == .partial ? "what can be loaded" : "every input"
        let detail = "nothing new: \(loadable) was loaded before and every output is current"
        summary = Diagnostic(.note, "up-to-date", place: folder, detail)
    }

    /// A run that wrote something.
    init(_ status: ExitStatus, _ what: String, in folder: String, _ table: Table?) {
        (self.status, isUpToDate, self.table) = (status, false, table)
        summary = Diagnostic(.note, "written", place: folder, what)
    }
}

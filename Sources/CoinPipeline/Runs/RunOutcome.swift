public import CoinModel
public import CoinOperations
public import CoinTables

/// What replaces a definition's own settings for one run.
public struct RunOverrides: Sendable {
    /// The moment of the ranking.
    public var asOf: AsOf?
    /// The moment as of whose loads the store is read; those that the run itself takes may be later.
    public var known: AsOf?
    /// The store, as the working folder sees it.
    public var store: String?
    /// How many seconds to wait for another process that holds the store.
    public var wait = 5.0
    /// The output folder, as the working folder sees it.
    public var folder: String?
    /// Whether nobody is asked: what the archive holds stands for what live sources would answer.
    public var isOffline = false
    /// Whether a run in which an alert fired ends with 3.
    public var failsOnAlert = false
    /// Whether the output folder may have files of others.
    public var isForced = false
    /// The names of the stages that alone are carried out; none for all.
    public var only: [String] = []
    /// The day from which on the past is filled: histories are asked from it on, and each week since then is ranked; nil for
    /// a run of one moment.
    public var since: Day?
    /// The name of the first stage that is carried out; nil for the first of all.
    public var from: String?
    /// The file that events of OpenLineage are added to; nil for none.
    public var lineage: String?
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

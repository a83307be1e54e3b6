internal import CoinModel

/// The logs of the repositories of a file while it is read, handed on in the order in which the repositories began.
///
/// A log is complete when no later row is about its repository, which only the end of the file shows. Once enough commits
/// are held, the logs are handed on when a further repository begins: rows of one repository mostly stand together. Where one
/// comes again, what was handed on of it is a part only.
struct OpenLogs {
    /// Thrown where a repository comes again whose log was handed on.
    struct RepositoryReturns: Error {}

    let source: String
    let metrics: [Metric]
    let context: ReadContext
    let mostCommits: Int

    private var logs: [CommitLog] = []
    private var commitCount = 0
    /// How many logs were handed on.
    private var done = 0

    /// Whether the ids of all logs that were handed on identify commits.
    private(set) var nameCommits = true
    /// How many of them do not say when they were made, and which of these covers least, on a tie the first.
    private var open = 0
    private var least: (repository: RepositoryName, covered: Week)?

    init(source: String, metrics: [Metric], context: ReadContext, mostCommits: Int) {
        (self.source, self.metrics) = (source, metrics)
        (self.context, self.mostCommits) = (context, mostCommits)
    }

    /// Begins the log of a repository by its number, which counts from 0 in order of first sight, where it is a further one.
    ///
    /// - Throws: `RepositoryReturns`, and what `emit` throws.
    mutating func begin(_ repository: RepositoryName, _ index: Int, _ emit: ItemSink) throws {
        guard index >= done else { throw RepositoryReturns() }
        guard index == done + logs.count else { return }
        if commitCount >= mostCommits { try handOn(emit) }
        logs.append(CommitLog(repository))
    }

    /// Adds a row to the log of a repository that has begun; false when its commit was added before.
    mutating func add(_ commit: CommitLog.Commit, to index: Int, line: Int) throws(RowError) -> Bool {
        commitCount += commit.copies ?? 1
        guard let copies = commit.copies else { return logs[index - done].add(commit, line: line) }
        try logs[index - done].add(commit, copies: copies, line: line)
        return true
    }

    /// Hands on the logs that are held.
    mutating func handOn(_ emit: ItemSink) throws {
        done += logs.count
        commitCount = 0
        // Each log is let go as soon as it is handed on.
        logs.reverse()
        while let log = logs.popLast() {
            let block = log.block(source: source, metrics, context)
            nameCommits = nameCommits && log.namesCommits
            if log.lookedAt == nil {
                open += 1
                if least.map({ block.covered < $0.covered }) ?? true { least = (log.repository, block.covered) }
            }
            // Without ids only weeks can be stored, and perhaps none is over.
            let hasWeeks = block.commits.contains { $0.week <= block.covered }
            if log.namesCommits || hasWeeks { try emit(.commits(block)) }
        }
    }

    /// What is left out of those that were handed on where nothing says when they were made; nil without any.
    var coverage: String? {
        guard let least else { return nil }
        let left = "the week of its newest commit is left out; give --observed-at to cover more"
        if open == 1 { return "\(least.repository): \(left)" }
        let known = "\(least.repository) is known until the week of \(least.covered)"
        return
            "of each of \(open) repositories \(left): \(known), and a coin of several repositories until the one "
            + "that is known least"
    }
}

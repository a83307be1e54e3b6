public import CoinModel
public import WorkerProtocol

/// The commits of a clone as its worker tells them, counted by the week of their landing.
///
/// Each commit of the default branch counts once, merges and bots among them; developers and developer-days are those
/// of people. The series begins with the week of the first landing.
public struct CloneCommits {
    /// The name of the format and of its series.
    public static let id = "git-clone"
    /// What it is, for `assay sources`.
    public static let title =
        "A git clone, bare or not, or a folder of clones: commits, merges, bots, developers, developer-days"

    private static let metrics: [Metric] = [.commits, .merges, .botCommits, .developers, .developerDays]

    private var tally: CommitTally
    private var developers: [[UInt8]] = []

    /// Nothing counted yet.
    public init(_ repository: RepositoryName) {
        tally = CommitTally(repository)
    }

    /// Takes what the worker tells.
    public mutating func take(_ message: Message) {
        switch message {
        case .developers(let more): developers += more
        case .commits(let batch): for place in 0..<batch.count { take(batch, place) }
        case .request, .summary, .fault: break
        }
    }

    private mutating func take(_ batch: CommitBatch, _ place: Int) {
        let developer = batch.developers[place]
        let marks = batch.marks[place]
        _ = tally.take(
            CommitTally.Commit(
                instant: Instant(seconds: batch.landed[place]),
                id: Array(batch.ids[place * 20..<place * 20 + 20]),
                author: developer == CommitBatch.nobody ? [] : developers[Int(developer)],
                isMerge: marks.contains(.merge),
                isBot: marks.contains(.bot)
            ),
            line: 0
        )
    }

    /// Hands on the weeks up to the last one that was over when the clone was taken.
    ///
    /// A clone does not tell when that was. Without `--observed-at` its weeks end before that of its newest commit, for a
    /// later week without commits may as well not have been fetched.
    ///
    /// - Parameters:
    ///   - context: what the caller knows.
    ///   - emit: takes each piece.
    /// - Throws: what `emit` throws.
    public func finish(_ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        if context.observedAt == nil {
            try emit(
                .warning(
                    "\(tally.repository): the week of its newest commit is left out; give --observed-at to cover more"
                )
            )
        }
        let newest = Week(containing: tally.newest.day)
        var blocks = FactBlocks(metrics: CloneCommits.metrics)
        for (week, counts) in tally.weeks(through: context.observedAt?.lastCompleteWeek ?? newest.advanced(by: -1)) {
            let values = [counts.commits, counts.merges, counts.bots, counts.developers, counts.developerDays]
            blocks.add(
                source: CloneCommits.id,
                .week,
                subject: 0,
                time: Int64(week.index),
                values: values.map(Double.init),
                line: 0
            ) { .repository(tally.repository) }
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
    }
}

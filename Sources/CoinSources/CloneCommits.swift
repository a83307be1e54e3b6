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
    /// A history that was written anew may begin later than the one that was loaded before: its lost weeks are 0 from now
    /// on.
    ///
    /// - Parameters:
    ///   - context: what the caller knows.
    ///   - known: the first week with commits that the repository is known for; nil when it is not known.
    ///   - emit: takes each piece.
    /// - Throws: what `emit` throws.
    public func finish(_ context: ReadContext, since known: Week?, emit: (SourceItem) throws -> Void) throws {
        if context.observedAt == nil {
            try emit(
                .warning(
                    "\(tally.repository): the week of its newest commit is left out; give --observed-at to cover more"
                )
            )
        }
        let newest = Week(containing: tally.newest.day)
        var weeks = tally.weeks(through: context.observedAt?.lastCompleteWeek ?? newest.advanced(by: -1))
        if let known, let first = weeks.first?.0, known < first {
            let lost = known.distance(to: first)
            weeks = (0..<lost).map { (known.advanced(by: $0), CommitTally.Counts()) } + weeks
            try emit(
                .warning(
                    "\(tally.repository): was known to have commits from the week of \(known) on, and its branch now "
                        + "begins in that of \(first); \(lost) weeks count as 0"
                )
            )
        }
        var blocks = FactBlocks(metrics: CloneCommits.metrics)
        for (week, counts) in weeks {
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

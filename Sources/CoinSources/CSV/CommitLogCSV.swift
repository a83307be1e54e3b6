internal import CoinModel
internal import RawInput

/// A commit log: `commit`, `committer_time` in epoch seconds, and where known `parents` (their number), an author
/// (`author_no`, `author`) and `bot` (0 or 1).
///
/// Its repository is that of the `repo` column, else the caller's, else the file name's `owner__name`. Commits count in
/// the week of their committer time. Covered are the weeks from the first commit's to the last that was over when the
/// log was made: `--observed-at`, else the newest commit's own time, as nothing later is known to have been looked at.
struct CommitLogCSV: CSVSource {
    let id = "commit-log-csv"
    let kind = LoadKind.commits
    let title = "Commit log: commit, committer_time, parents, author_no, bot (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: ["commit", "committer_time"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var table = try CSVTable(&file)
        let columns = try LogColumns(table)
        let whole = columns.repository == nil ? try repositoryOfFile(context) : nil
        var repositories = ByteKeys()
        var logs: [CommitTally] = []
        while try table.next(&file, emit) {
            do throws(RowError) {
                let commit = try columns.commit(table.row, context)
                guard let name = whole ?? columns.repository.flatMap({ RepositoryName(table.row.text($0)) }) else {
                    throw RowError("bad-repository", column: columns.repository, "the row names no owner/name")
                }
                let index = repositories.index(of: Array(name.key.utf8))
                if index == logs.count { logs.append(CommitTally(name)) }
                guard logs[index].take(commit, line: table.row.line) else {
                    throw RowError("duplicate-commit", column: columns.id, "the commit stands in an earlier row")
                }
            } catch {
                try emit(.reject(error.reject(table.row.line)))
            }
        }
        var blocks = FactBlocks(metrics: columns.metrics)
        for (index, log) in logs.enumerated() {
            let seen = context.observedAt?.lastCompleteWeek ?? Week(containing: log.newest.day).advanced(by: -1)
            if context.observedAt == nil {
                try emit(
                    .warning(
                        "\(log.repository): the week of its newest commit is left out; give --observed-at to cover more"
                    )
                )
            }
            for (week, counts) in log.weeks(through: seen) {
                blocks.add(
                    source: id,
                    .week,
                    subject: index,
                    time: Int64(week.index),
                    values: columns.values(counts),
                    line: log.lastLine
                ) { .repository(log.repository) }
                if blocks.isFull { try blocks.flush(emit) }
            }
        }
        try blocks.flush(emit)
    }

    /// The repository of a file that does not name it.
    private func repositoryOfFile(_ context: ReadContext) throws(SourceError) -> RepositoryName {
        if let repository = context.repository { return repository }
        if let cut = context.stem.firstRange(of: "__"),
            let name = RepositoryName(context.stem[..<cut.lowerBound] + "/" + context.stem[cut.upperBound...])
        {
            return name
        }
        throw SourceError(
            "no-repository",
            detail: "neither the file nor its name tells the repository; give --repo OWNER/NAME"
        )
    }
}

/// The columns of a log, and what can be counted with them.
private struct LogColumns {
    let id: Int
    let repository: Int?
    private let time: Int
    private let parents: Int?
    private let author: Int?
    private let bot: Int?

    init(_ table: borrowing CSVTable) throws(SourceError) {
        id = try table.required("commit")
        time = try table.required("committer_time")
        repository = table.column("repo")
        parents = table.column("parents")
        author = table.column("author_no", "author")
        bot = table.column("bot")
    }

    /// What a log with these columns tells of each week.
    var metrics: [Metric] {
        [.commits] + (parents == nil ? [] : [.merges]) + (bot == nil ? [] : [.botCommits])
            + (author == nil ? [] : [.developers, .developerDays])
    }

    /// A week's counts in the order of `metrics`.
    func values(_ counts: CommitTally.Counts) -> [Double] {
        let known =
            [counts.commits] + (parents == nil ? [] : [counts.merges]) + (bot == nil ? [] : [counts.bots])
            + (author == nil ? [] : [counts.developers, counts.developerDays])
        return known.map(Double.init)
    }

    /// The current row's commit.
    func commit(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) -> CommitTally.Commit {
        guard !row.isEmpty(id) else { throw RowError("missing-id", column: id, "the row names no commit") }
        guard let seconds = row.decimal(time), abs(seconds) < 1e11, seconds == seconds.rounded() else {
            throw RowError("bad-time", column: time, "\(row.excerpt(time)) is not a time in epoch seconds")
        }
        let instant = Instant(seconds: Int64(seconds))
        guard instant.day >= WeekColumn.firstDay else {
            throw RowError("bad-time", column: time, "\(instant) is before 2005, when no public repository was")
        }
        guard instant <= context.futureLimit else {
            throw RowError("future-time", column: time, "\(instant) is more than a day ahead of the clock")
        }
        var commit = CommitTally.Commit(instant: instant)
        row.append(id, to: &commit.id)
        if let parents { commit.isMerge = try row.count(parents) > 1 }
        if let author, !row.isEmpty(author) { row.append(author, to: &commit.author) }
        if let bot {
            switch row.text(bot).lowercased() {
            case "1", "true": commit.isBot = true
            case "0", "false", "": break
            default: throw RowError("bad-number", column: bot, "\(row.excerpt(bot)) is neither 0 nor 1")
            }
        }
        return commit
    }
}

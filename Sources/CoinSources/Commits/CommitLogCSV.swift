internal import CoinModel
internal import RawInput

/// A commit log: `committer_time` in epoch seconds, and where known `commit`, `author_time`, `parents` (their number), an
/// author (`author`, an address, or `author_no`, a number that means nobody outside of the repository) and `bot` (0 or 1).
///
/// Its repository is that of the `repo` column, else the caller's, else the file name's `owner__name`. Commits count in
/// the week of their committer time. Covered are the weeks from the first commit's to the last that was over when the
/// log was made: `--observed-at`, else the newest commit's own time, as nothing later is known to have been looked at.
///
/// Where ids are told, the commits come beside the weeks, as those of clones do.
struct CommitLogCSV: CSVSource {
    let id = "commit-log-csv"
    let kind = LoadKind.commits
    let title = "Commit log: committer_time, commit, parents, author_time, author or author_no, bot (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header.contains("committer_time")
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
        let silence = columns.silence(logs)
        if !silence.isEmpty { try emit(.warning("does not tell \(silence.joined(separator: "; nor "))")) }
        for (index, log) in logs.enumerated() {
            let seen = log.covered(context)
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
        for log in logs { if let block = log.block(source: id, context) { try emit(.commits(block)) } }
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

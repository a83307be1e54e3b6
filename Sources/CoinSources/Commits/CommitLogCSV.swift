internal import CoinModel
internal import RawInput

/// A commit log: `committer_time` in epoch seconds, and where known `commit`, `author_time`, `parents` (their number), an
/// author (`author`, an address, or `author_no`, a number that means nobody outside of the repository) and `bot` (0 or 1).
///
/// Its repository is that of the `repo` column, else the caller's, else the file name's `owner__name`. Commits count in
/// the week of their committer time. Covered are the weeks from the first commit's to the last that was over when the
/// log was made: `--observed-at`, else the newest commit's own time, as nothing later is known to have been looked at.
/// Where ids tell commits apart they are stored as those of clones are, else only their weeks.
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
        var logs: [CommitLog] = []
        while try table.next(&file, emit) {
            do throws(RowError) {
                let commit = try columns.commit(table.row, context)
                guard let name = whole ?? columns.repository.flatMap({ RepositoryName(table.row.text($0)) }) else {
                    throw RowError("bad-repository", column: columns.repository, "the row names no owner/name")
                }
                let index = repositories.index(of: Array(name.key.utf8))
                if index == logs.count { logs.append(CommitLog(name)) }
                guard logs[index].add(commit, line: table.row.line) else {
                    throw RowError("duplicate-commit", column: columns.id, "the commit stands in an earlier row")
                }
            } catch {
                try emit(.reject(error.reject(table.row.line)))
            }
        }
        let silence = columns.silence(logs)
        if !silence.isEmpty { try emit(.warning("does not tell \(silence.joined(separator: "; nor "))")) }
        for log in logs {
            if context.observedAt == nil {
                let left = "the week of its newest commit is left out; give --observed-at to cover more"
                try emit(.warning("\(log.repository): \(left)"))
            }
            let block = log.block(source: id, columns.metrics, context)
            // Without ids only weeks can be stored, and perhaps none is over.
            let hasWeeks = block.commits.landed.contains { Instant(seconds: $0).week <= block.covered }
            if log.namesCommits || hasWeeks { try emit(.commits(block)) }
        }
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

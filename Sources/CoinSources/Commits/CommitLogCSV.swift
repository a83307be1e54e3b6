internal import CoinModel
internal import RawInput

/// A commit log: `committer_time`, and where known `commit`, `author_time`, `parents` (their number), an author (`author`,
/// an address, or `author_no`, a number that means nobody outside of the repository) `bot` (0 or 1) and `subject`.
///
/// Times are counted from 1970, or ISO 8601 with a zone. Its repository is that of the `repo` column, else the caller's, else that of the file's or folder's name
/// `owner__name`. Commits count in the week of their committer time. Covered are the weeks from the first commit's to the last that was over when the
/// log was made: `--observed-at`, else the newest commit's own time, as nothing later is known to be covered.
/// Where rows name no commits, `commits` says how many a row stands for: those of one day, author and kind. Rows of 0 say
/// when the repository was looked at: from the week of the first such row until the end of the last one's day.
/// Where ids identify commits they are stored as those of clones are, else only their weeks. A log without a row says
/// that there was no commit by `--observed-at`.
struct CommitLogCSV: CSVSource {
    let id = "commit-log-csv"
    let kind = LoadKind.commits
    let title =
        """
        Commit log: committer_time, commit or commits (a count), parents, author_time, author or author_no, bot; \
        a week without commits is 0 (CSV)
        """

    func recognises(_ sketch: TextSketch) -> Bool { sketch.header.contains("committer_time") }

    func dependsOnName(_ head: InputHead) -> Bool { !head.hasColumn("repo") }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation)
        var columns = try LogColumns(table)
        var repositories =
            try columns.repository.map { RepositoryColumn($0) } ?? RepositoryColumn(of: context.repositoryOfFile())
        var logs: [CommitLog] = []
        var isEmpty = true
        try table.forEachRow(&file, emit) { row in
            isEmpty = false
            let commit = try columns.commit(row, context)
            let index = try repositories.number(row)
            if index == logs.count { logs.append(CommitLog(repositories.names[index])) }
            if let copies = commit.copies { return try logs[index].add(commit, copies: copies, line: row.line) }
            guard logs[index].add(commit, line: row.line) else {
                throw RowError("duplicate-commit", column: columns.id, "the commit is in an earlier row")
            }
        }
        if isEmpty, columns.repository == nil {
            guard context.hints.observedAt != nil else {
                throw SourceError(
                    "no-rows",
                    detail: "has no commit; give --observed-at for weeks without any until then"
                )
            }
            return try emit(.commits(CommitLog(repositories.names[0]).block(source: id, columns.metrics, context)))
        }
        let silence = columns.silence(logs)
        if !silence.isEmpty { try emit(.warning("does not say \(silence.joined(separator: "; nor "))")) }
        let blocks = logs.map { $0.block(source: id, columns.metrics, context) }
        let open = zip(logs, blocks).filter { log, _ in log.lookedAt == nil }.map(\.1)
        if context.hints.observedAt == nil, let warning = CommitLogCSV.coverage(open) { try emit(.warning(warning)) }
        for (log, block) in zip(logs, blocks) {
            // Without ids only weeks can be stored, and perhaps none is over.
            let hasWeeks = block.commits.contains { $0.week <= block.covered }
            if log.namesCommits || hasWeeks { try emit(.commits(block)) }
        }
    }

    /// What is left out where nothing says when logs were made; nil without any.
    private static func coverage(_ blocks: [CommitBlock]) -> String? {
        guard let first = blocks.min(by: { $0.covered < $1.covered }) else { return nil }
        let left = "the week of its newest commit is left out; give --observed-at to cover more"
        if blocks.count == 1 { return "\(first.repository): \(left)" }
        let least = "\(first.repository) is known until the week of \(first.covered)"
        return
            "of each of \(blocks.count) repositories \(left): \(least), and a coin of several repositories until the one "
            + "that is known least"
    }
}

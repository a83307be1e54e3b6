internal import CoinModel
internal import RawInput

/// A commit log: `committer_time`, and where known `commit`, `author_time`, `parents` (their number), an author (`author`,
/// an address, or `author_no`, a number that has a meaning in the repository only) `bot` (0 or 1) and `subject`.
///
/// Times are counted from 1970, or ISO 8601 with a zone. Its repository is that of the `repo` column, else the caller's, else that of the file's or folder's name
/// `owner__name`. Commits count in the week of their committer time. Covered are the weeks from the first commit's to the last that was over when the
/// log was made: `--observed-at`, else the newest commit's own time, as nothing later is known to be covered.
/// Where rows name no commits, `commits` says how many a row stands for: those of one day, author and kind. Rows of 0 say
/// when the repository was looked at: from the week of the first such row until the end of the last one's day.
/// Where ids identify commits they are stored as those of clones are, else only their weeks. A log without a row says
/// that there was no commit by `--observed-at`.
/// Memory is that of `mostHeld` commits and of one repository, where the rows of each stand together; a large log of which
/// they do not is read again and held whole.
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

    /// The commits that are held before the logs of all repositories so far are handed on.
    var mostCommits = 1 << 16

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        do {
            try read(&file, context, mostCommits: mostCommits, emit)
        } catch is OpenLogs.RepositoryReturns {
            try emit(.again)
            try file.rewind()
            try read(&file, context, mostCommits: .max, emit)
        }
    }

    private func read(_ file: inout InputFile, _ context: ReadContext, mostCommits: Int, _ emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation)
        var columns = try LogColumns(table)
        var repositories =
            try columns.repository.map { RepositoryColumn($0) } ?? RepositoryColumn(of: context.repositoryOfFile())
        var logs = OpenLogs(source: id, metrics: columns.metrics, context: context, mostCommits: mostCommits)
        var isEmpty = true
        try table.forEachRow(&file, emit) { row in
            isEmpty = false
            let commit = try columns.commit(row, context)
            let index = try repositories.number(row)
            try logs.begin(repositories.names[index], index, emit)
            guard try logs.add(commit, to: index, line: row.line) else {
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
        try logs.handOn(emit)
        let gaps = columns.gaps(namesCommits: logs.nameCommits)
        if !gaps.isEmpty { try emit(.warning("does not say \(gaps.joined(separator: "; nor "))")) }
        if context.hints.observedAt == nil, let warning = logs.coverage { try emit(.warning(warning)) }
    }
}

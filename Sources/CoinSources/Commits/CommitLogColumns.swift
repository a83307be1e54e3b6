internal import CoinModel

/// The columns of a log, and what can be counted with them.
struct LogColumns {
    let id: Int?
    let repository: Int?
    private let time: Int
    private let parents: Int?
    private let author: Int?
    private let authored: Int?
    private let bot: Int?

    init(_ table: borrowing CSVTable) throws(SourceError) {
        time = try table.required("committer_time")
        (id, repository, parents) = (table.column("commit"), table.column("repo"), table.column("parents"))
        (author, authored) = (table.column("author", "author_no"), table.column("author_time"))
        bot = table.column("bot")
    }

    /// What can be counted of each week with these columns.
    var metrics: [Metric] {
        [.commits] + (parents == nil ? [] : [.merges]) + (bot == nil ? [] : [.botCommits])
            + (author == nil ? [] : [.developers, .developerDays])
    }

    /// The current row's commit.
    func commit(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) -> CommitLog.Commit {
        let name = row.text(id)
        guard id == nil || !name.isEmpty else { throw RowError("missing-id", column: id, "the row names no commit") }
        let instant = Instant(seconds: try seconds(row, time))
        try context.bounds(from: WeekColumn.firstDay).check(instant, column: time)
        var commit = CommitLog.Commit(committed: instant)
        commit.id = Array(name.utf8)
        if let authored, !row.isEmpty(authored) { commit.authored = try seconds(row, authored) }
        if let parents, try row.count(parents) > 1 { commit.flags.insert(.merge) }
        commit.author = Array(row.text(author).utf8)
        if let bot {
            switch row.text(bot).lowercased() {
            case "1", "true": commit.flags.insert(.bot)
            case "0", "false", "": break
            default: throw RowError("bad-number", column: bot, "\(row.excerpt(bot)) is neither 0 nor 1")
            }
        }
        return commit
    }

    /// A time as a number since 1970, of any size: any clock is believed to have shown an author's.
    private func seconds(_ row: borrowing CSVScanner, _ column: Int) throws(RowError) -> Int64 {
        guard let number = row.decimal(column), number == number.rounded(), let time = Instant(unix: number) else {
            throw RowError("bad-time", column: column, "\(row.excerpt(column)) is not a time in epoch seconds")
        }
        return Int64((Double(time.milliseconds) / 1000).rounded(.down))
    }

    /// What some logs of these columns leave open, and what that comes to.
    func silence(_ logs: [CommitLog]) -> [String] {
        let noIDs = "which commits these are (`commit`): they cannot be told from another repository's"
        let silences: [(Bool, String)] = [
            (!logs.allSatisfy(\.namesCommits), noIDs),
            (parents == nil, "merges (`parents`): they count as work"),
            (author == nil || authored == nil, "who wrote when (`author`, `author_time`): developers are not united"),
            (bot == nil, "programs (`bot`): they count as people"),
        ]
        return silences.filter(\.0).map(\.1)
    }
}

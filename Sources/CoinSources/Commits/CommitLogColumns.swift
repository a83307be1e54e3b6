internal import CoinModel

/// The columns of a log, and what can be counted with them.
struct LogColumns {
    let id: Int?
    let repository: Int?
    private var time: TimeColumn
    private let parents: Int?
    private let author: Int?
    private var authored: TimeColumn?
    private let bot: Int?
    /// Whether authors are texts by which programs are known.
    private let namesAuthors: Bool
    private let subject: Int?
    /// How many commits a row stands for, where rows name none.
    private let count: Int?

    init(_ table: borrowing CSVTable) throws(SourceError) {
        time = TimeColumn(try table.required("committer_time"))
        (id, repository, parents) = (table.column("commit"), table.column("repo"), table.column("parents"))
        author = table.column("author", "author_no")
        authored = table.column("author_time").map { TimeColumn($0) }
        bot = table.column("bot")
        subject = table.column("subject")
        namesAuthors = table.column("author") != nil
        count = id == nil ? table.column("commits") : nil
    }

    /// What can be counted of each week with these columns.
    var metrics: [Metric] {
        let kinds: [Metric] = namesAuthors ? [.botCommits, .agentCommits] : bot == nil ? [] : [.botCommits]
        return [.commits] + (parents == nil ? [] : [.merges]) + kinds
            + (parents == nil || kinds.isEmpty ? [] : [.botMerges])
            + (author == nil ? [] : [.developers, .developerDays]) + (kinds.isEmpty ? [] : [.commitsByPeople])
    }

    /// The current row's commit.
    mutating func commit(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) -> CommitLog.Commit {
        let name = row.text(id)
        guard id == nil || !name.isEmpty else { throw RowError("missing-id", column: id, "the row names no commit") }
        let time = try time.read(row)
        try context.bounds(from: WeekColumn.firstDay).check(time.start, column: self.time.column)
        var commit = CommitLog.Commit(committed: time.last)
        commit.id = Array(name.utf8)
        commit.copies = try copies(row)
        if let column = authored?.column, !row.isEmpty(column) { commit.authored = try authorTime(row, column) }
        if let parents, try row.count(parents) > 1 { commit.flags.insert(.merge) }
        commit.author = Array(row.text(author).utf8)
        commit.subject = Array(row.text(subject).utf8)
        if namesAuthors { commit.flags.formUnion(CommitLog.programs(commit.author)) }
        if let bot {
            switch row.text(bot).lowercased() {
            case "1", "true": if !commit.flags.contains(.agent) { commit.flags.insert(.bot) }
            case "0", "false", "": break
            default: throw RowError("bad-number", column: bot, "\(row.excerpt(bot)) is neither 0 nor 1")
            }
        }
        return commit
    }

    /// How many commits the current row stands for; nil where rows are commits.
    private func copies(_ row: borrowing CSVScanner) throws(RowError) -> Int? {
        guard let count else { return nil }
        let copies = try row.count(count)
        guard copies <= 1000 else { throw row.badNumber(count, "a whole number from 0 to 1,000") }
        return Int(copies)
    }

    /// An author's time in seconds since 1970: any clock is believed to have shown it, one before 1970 too.
    private mutating func authorTime(_ row: borrowing CSVScanner, _ column: Int) throws(RowError) -> Int64? {
        let bytes = row.bytes(column)
        if let seconds = NumberGrammar.double(bytes.span), seconds == seconds.rounded(),
            (-1e18..<1e11).contains(seconds)
        {
            return Int64(seconds)
        }
        guard let time = try authored?.read(row) else { return nil }
        return time.start.milliseconds / 1000
    }

    /// What logs of these columns leave open, where all of them name their commits or not, and what that comes to.
    func gaps(namesCommits: Bool) -> [String] {
        let noIDs = "which commits these are (`commit`): they cannot be distinguished from another repository's"
        let gaps: [(Bool, String)] = [
            (!namesCommits, noIDs),
            (parents == nil, "merges (`parents`): they count as work"),
            (author == nil || authored == nil, "who wrote when (`author`, `author_time`): developers are not united"),
            (bot == nil && !namesAuthors, "programs (`bot`): they count as people"),
        ]
        return gaps.filter(\.0).map(\.1)
    }
}

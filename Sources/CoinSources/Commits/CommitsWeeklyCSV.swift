internal import CoinModel
internal import RawInput

/// Weekly commit counts in long form: `repo`, `week_start` (a Sunday), `commits`, and where known `merges`,
/// `bot_commits` (`bots`), `agent_commits` (`agents`), `bot_merges` (merges by bots or agents, in both counts), `commits_by_people`, distinct authors (`developers`, `distinct_authors`, `authors`) and
/// `developer_days`.
///
/// Without `repo`, as `assay commits` writes it, the repository is the caller's, else that of the file's or folder's name.
/// What a week without a row had is unknown: those between a repository's first and last row are counted in a warning
/// and stored as `weeksWithoutRow`, for `classic` takes them for empty. A week that starts on another day is rejected,
/// for weekly totals cannot be re-cut, and so is one that was not over when the file was made, or whose counts cannot be
/// true together. Memory: one bit for each repository and week.
struct CommitsWeeklyCSV: CSVSource {
    let id = "commits-weekly-csv"
    let kind = LoadKind.commits
    let title = """
        Weekly commits: repo, week_start, commits, merges, developers, bot_commits, agent_commits, bot_merges, \
        developer_days; a week without a row is unknown (CSV)
        """

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: ["week_start", "commits"])
    }

    func dependsOnName(_ head: InputHead) -> Bool { !head.hasColumn("repo") }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation, columns: context.hints.columns)
        let column = table.column("repo")
        let repositories = try column.map { RepositoryColumn($0) } ?? RepositoryColumn(of: context.repositoryOfFile())
        let week = WeekColumn(try table.required("week_start"))
        let counts: [(metric: Metric, column: Int)] = [
            (.commits, try table.required("commits")), (.merges, table.column("merges")),
            (.botCommits, table.column("bot_commits", "bots")),
            (.agentCommits, table.column("agent_commits", "agents")), (.botMerges, table.column("bot_merges")),
            (.commitsByPeople, table.column("commits_by_people")),
            (.developers, table.column("developers", "distinct_authors", "authors")),
            (.developerDays, table.column("developer_days")),
        ].compactMap { metric, column in column.map { (metric, $0) } }
        let metrics = counts.map(\.metric)
        var facts = WeeklyCounts(
            source: id,
            repositories: repositories,
            week: week,
            columns: counts.map(\.column),
            blocks: ObservationBatches(metrics: metrics, numbering: repositories.numbering),
            limits: CountLimit.all.compactMap { CountLimit($0, among: metrics) }
        )
        try table.forEachRow(&file, emit) { row in
            try facts.take(row, context)
            if facts.blocks.isFull { try facts.blocks.flush(emit) }
        }
        try facts.finish(emit)
    }
}

/// The columns of a table of weekly counts, and the facts that its rows say.
private struct WeeklyCounts {
    let source: String
    var repositories: RepositoryColumn
    var week: WeekColumn
    let columns: [Int]
    var blocks: ObservationBatches
    let limits: [CountLimit]
    var values: [Double] = []
    var covered = CoveredWeeks()

    /// Takes what the current row says.
    mutating func take(_ row: borrowing CSVScanner, _ context: ReadContext) throws(RowError) {
        let repository = try repositories.number(row)
        let week = try week.read(row, context)
        values.removeAll(keepingCapacity: true)
        for column in columns { values.append(try row.count(column)) }
        guard !values[0].isNaN else { throw row.badNumber(columns[0], "a whole number of zero or more") }
        for limit in limits where limit.isPassed(values) {
            throw RowError("impossible-count", column: columns[limit.count], limit.detail(values))
        }
        guard covered.insert(repository, week, row.line) else {
            let name = repositories.names[repository]
            throw RowError("conflict", column: self.week.column, "an earlier row counts \(name) in that week")
        }
        add(repository, week, line: row.line)
    }

    /// Hands on what waits, and the weeks without a row between others.
    mutating func finish(_ emit: ItemSink) throws {
        try week.settle()
        try blocks.flush(emit)
        blocks = ObservationBatches(metrics: [.weeksWithoutRow], numbering: repositories.numbering)
        values = [1]
        var (weeks, gappy) = (0, 0)
        for repository in repositories.names.indices {
            let gaps = covered.gaps(repository)
            for week in gaps {
                add(repository, week, line: covered.lastLine(repository))
                if blocks.isFull { try blocks.flush(emit) }
            }
            (weeks, gappy) = (weeks + gaps.count, gappy + (gaps.isEmpty ? 0 : 1))
        }
        try blocks.flush(emit)
        guard weeks > 0 else { return }
        let what = "between the first and the last of \(counted(gappy, "repository")) without a row"
        try emit(.warning("\(counted(weeks, "week")) \(what): unknown, and taken for empty by `classic` alone"))
    }

    private mutating func add(_ repository: Int, _ week: Week, line: Int) {
        blocks.add(source, .week, of: repository, at: Int64(week.index), values, line: line)
    }
}

/// What a count of a week cannot be more than, by the places of the two in a row.
private struct CountLimit {
    static let all: [(count: Metric, factor: Double, most: [Metric])] = [
        (.developers, 1, [.commits]), (.developerDays, 7, [.developers]), (.botMerges, 1, [.merges]),
        (.botMerges, 1, [.botCommits, .agentCommits]), (.commitsByPeople, 1, [.commits]),
    ]

    let count: Int
    private let factor: Double
    private let most: [Int]
    private let names: [String]

    /// Nil where a file lacks the count, or all that it cannot be more than.
    init?(_ limit: (count: Metric, factor: Double, most: [Metric]), among metrics: [Metric]) {
        let most = limit.most.compactMap(metrics.firstIndex)
        guard let count = metrics.firstIndex(of: limit.count), !most.isEmpty else { return nil }
        self.count = count
        factor = limit.factor
        self.most = most
        names = metrics.map(\.name)
    }

    /// Whether a row's counts cannot be true together; empty ones are unknown.
    func isPassed(_ values: [Double]) -> Bool {
        values[count] > factor * most.reduce(0) { $0 + values[$1] }
    }

    func detail(_ values: [Double]) -> String {
        let times = factor == 1 ? "" : "\(Int(factor)) times "
        let least = most.map { "\(Int(values[$0])) \(names[$0])" }.joined(separator: " and ")
        return "\(Int(values[count])) \(names[count]) are more than \(times)\(least)"
    }
}

/// Which weeks of each repository have a row, a bit each.
private struct CoveredWeeks {
    private static let first = Int(Week(containing: WeekColumn.firstDay).index)

    /// By repository: a bit for each week since the first that any can have, and the last line with a week of it.
    private var rows: [(bits: [UInt64], line: Int)] = []

    /// Marks a week of a repository; false when it was marked before.
    mutating func insert(_ repository: Int, _ week: Week, _ line: Int) -> Bool {
        while rows.count <= repository { rows.append(([], 0)) }
        let place = Int(week.index) - CoveredWeeks.first
        while rows[repository].bits.count <= place >> 6 { rows[repository].bits.append(0) }
        let bit: UInt64 = 1 << UInt64(place & 63)
        guard rows[repository].bits[place >> 6] & bit == 0 else { return false }
        rows[repository].bits[place >> 6] |= bit
        rows[repository].line = line
        return true
    }

    /// The weeks between a repository's first and last that have no row.
    func gaps(_ repository: Int) -> [Week] {
        guard repository < rows.count, case let bits = rows[repository].bits, let last = bits.last,
            let word = bits.firstIndex(where: { $0 != 0 })
        else { return [] }
        let range = word * 64 + bits[word].trailingZeroBitCount..<bits.count * 64 - last.leadingZeroBitCount
        guard bits.reduce(0, { $0 + $1.nonzeroBitCount }) < range.count else { return [] }
        return range.filter { (bits[$0 >> 6] >> UInt64($0 & 63)) & 1 == 0 }
            .map { Week(index: Int32(CoveredWeeks.first + $0)) }
    }

    func lastLine(_ repository: Int) -> Int { rows[repository].line }
}

extension CSVScanner {
    /// A whole number of zero or more, NaN when the field is empty.
    func count(_ column: Int) throws(RowError) -> Double {
        guard let value = decimal(column), value.isNaN || value >= 0 && value == value.rounded() && value < 1e9 else {
            throw badNumber(column, "a whole number of zero or more")
        }
        return value
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// The sources that count a coin's commits beside each other, week by week, with what explains where they differ.
///
/// For each repository the source that rankings read, the most exact one, stands against every other one. A count with
/// merges against one without differs by the merges; what moves between neighbouring weeks and adds up to nothing is a
/// matter of dates; the rest is put down to the branch.
///
/// - Parameter provenance: where the weeks of the coin come from.
/// - Returns: a row a week, newest first, for each repository and other source.
/// - Throws: `StoreError` when a tile is damaged.
func commitComparison(_ provenance: SeriesProvenance) throws -> Table {
    let coin = provenance.section.coins[provenance.coin]
    var table = Table(title: "Commits of \(coin.title) by source", columns: columns, rows: [])
    if coin.repositories.isEmpty { table.notes.append("No repository is listed for it.") }
    table.notes += try InheritedCommits(provenance).sentences()
    let rows = provenance.section.repositoriesOfCoin[provenance.coin].map { provenance.section.repositories[$0] }
    let sources = Dictionary(firstOf: rows.map { ($0.name, $0.source) })
    for repository in coin.repositories {
        guard let reference = sources[repository] ?? nil else {
            table.notes.append("\(repository): no input that rankings read for the coin counts it.")
            continue
        }
        let counts = try RepositoryCounts(provenance, repository, reference)
        table.notes.append(counts.summary)
        table.notes += try counts.rolling(provenance)
        for other in counts.others { table.rows += counts.rows(against: other) }
    }
    return table
}

private let columns = [
    Column("repository", "Repository", .text, meaning: "The repository."),
    Column.sunday,
    Column("source", "Source", .text, meaning: "The source that rankings read."),
    Column("commits", "Commits", .integer, meaning: "Commits that it counts."),
    Column("merges", "Merges", .integer, meaning: "Those that are merges, where it distinguishes them."),
    Column("other", "Other source", .text, meaning: "The other source."),
    Column("other_commits", "Other commits", .integer, meaning: "Commits that this one counts."),
    Column("difference", "Difference", .integer, meaning: "commits − other_commits."),
    Column("because", "Because", .text, meaning: "What explains the difference."),
]

/// The weekly counts of one repository by all sources that have any.
private struct RepositoryCounts {
    /// The weeks of a source from `w0` backwards; NaN where it did not look.
    struct Source {
        let name: String
        let commits: [Double]
        let merges: [Double]
    }

    let name: RepositoryName
    let reference: Source
    let others: [Source]
    private let newest: Week
    /// All names that the repository has had.
    private let keys: Set<String>

    init(_ provenance: SeriesProvenance, _ name: RepositoryName, _ reference: String) throws {
        self.name = name
        newest = provenance.section.asOf.lastCompleteWeek
        let entities = provenance.reader.catalog.entities
        let keys = Set(RepositoryNames(provenance.reader.catalog.renames).all(of: name.key))
        self.keys = keys
        let rowOfEntity = entities.map { $0.kind == .repository && keys.contains($0.key) ? Int32(0) : -1 }
        func weeks(_ metric: Metric, _ source: String) throws -> [Double] {
            var matrix = WeeklyMatrix(rows: 1, weeks: 52)
            let newest = provenance.section.asOf.lastCompleteWeek
            try provenance.reader.fill(&matrix, metric, source: source, newest: newest, rowOfEntity: rowOfEntity)
            return Array(matrix[row: 0])
        }
        func counts(_ source: String) throws -> Source {
            Source(name: source, commits: try weeks(.commits, source), merges: try weeks(.merges, source))
        }
        self.reference = try counts(reference)
        others = try provenance.reader.sources(of: .commits).filter { $0 != reference }.map(counts)
            .filter { !$0.commits.allSatisfy(\.isNaN) }
    }

    /// Which source is read, and what the others have for the same weeks.
    var summary: String {
        let mine = "\(name): rankings read \(reference.name)"
        guard !others.isEmpty else { return mine + "; no other source counts it in the last 52 weeks." }
        let said = others.map { other -> String in
            let shared = differences(other).compactMap { $0 }
            let (more, differing) = (shared.reduce(0, +), shared.count { $0 != 0 })
            let weeks = "\(other.name) differs in \(differing) of \(shared.count) weeks that both have"
            return weeks
                + (differing == 0
                    ? "" : more == 0 ? ", by as many as it lacks" : ", by \(more < 0 ? "−" : "+")\(abs(more)) in all")
        }
        return mine + ". " + said.joined(separator: "; ") + "."
    }

    /// What GitHub's rolling weeks count, which cannot be laid beside weeks that begin on Sundays.
    func rolling(_ provenance: SeriesProvenance) throws -> [String] {
        let last = Instant(milliseconds: newest.end.milliseconds - 1)
        let span = Instant(startOf: newest.advanced(by: -51).start)...last
        var notes: [String] = []
        for source in try provenance.reader.sources(of: .commitsOfSevenDays) {
            for entity in provenance.reader.catalog.entities
            where entity.kind == .repository && keys.contains(entity.key) {
                let facts = try provenance.reader.traced(.commitsOfSevenDays, source: source, of: entity.id, in: span)
                guard let end = facts.last?.at.day else { continue }
                let total = facts.reduce(0) { $0 + $1.value }
                notes.append(
                    "\(name): \(source) counts \(shortest(total)) commits, merges among them, in \(facts.count) times "
                        + "seven days that end with \(end); these are not calendar weeks, so they are listed apart."
                )
            }
        }
        return notes
    }

    /// A row for each week that either source has, newest first.
    func rows(against other: Source) -> [[Cell]] {
        let differences = differences(other)
        let reasons = explanations(of: differences, other)
        func count(_ value: Double) -> Cell { value.isNaN ? .missing(.notObserved) : .integer(Int(value)) }
        return differences.indices.filter { !reference.commits[$0].isNaN || !other.commits[$0].isNaN }.map {
            weeksBack in
            [
                .text(name.description), .text(newest.advanced(by: -weeksBack).description), .text(reference.name),
                count(reference.commits[weeksBack]), count(reference.merges[weeksBack]), .text(other.name),
                count(other.commits[weeksBack]), differences[weeksBack].map(Cell.integer) ?? .missing(.notObserved),
                .text(reasons[weeksBack]),
            ]
        }
    }

    /// The differences of the weeks that both have.
    private func differences(_ other: Source) -> [Int?] {
        zip(reference.commits, other.commits).map { mine, theirs in
            mine.isNaN || theirs.isNaN ? nil : Int(mine) - Int(theirs)
        }
    }

    private func explanations(of differences: [Int?], _ other: Source) -> [String] {
        /// What merges leave open; where they are not counted apart they explain nothing.
        let open = differences.indices.map { weeksBack -> Int? in
            let (mine, theirs) = (reference.merges[weeksBack], other.merges[weeksBack])
            // A source that counts no merges leaves them out, as GitHub's statistics do.
            let merges = mine.isNaN || !theirs.isNaN ? 0 : Int(mine)
            return differences[weeksBack].map { $0 == 0 ? 0 : $0 - merges }
        }
        let dated = shifted(open)
        return differences.indices.map { weeksBack in
            guard let difference = differences[weeksBack], let rest = open[weeksBack] else {
                return reference.commits[weeksBack].isNaN
                    ? "only \(other.name) has it" : "only \(reference.name) has it"
            }
            let merges = difference - rest
            let byMerges = merges == 0 ? "" : "\(counted(merges, "merge")), which \(other.name) leaves out"
            if difference == 0 { return "equal" }
            if rest == 0 { return byMerges }
            let many = "\(abs(rest)) \(rest > 0 ? "more" : "fewer")"
            let cause =
                dated[weeksBack]
                ? "\(many) by the dates: as many are in a neighbouring week there"
                : rest > 0
                    ? "\(many): the branch has commits that \(other.name) did not see, or dates otherwise"
                    : "\(many): \(other.name) saw commits that are not on the branch, or dates them otherwise"
            return [byMerges, cause].filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }

    /// Whether a week's difference is made up for by weeks next to it: runs of up to three weeks that add up to nothing.
    private func shifted(_ open: [Int?]) -> [Bool] {
        var isShifted = [Bool](repeating: false, count: open.count)
        for length in 2...3 {
            for start in open.indices.dropLast(length - 1) where !isShifted[start] {
                let run = open[start..<start + length].compactMap { $0 }
                guard run.count == length, run.first != 0, run.last != 0, run.reduce(0, +) == 0,
                    !isShifted[start..<start + length].contains(true)
                else { continue }
                for weeksBack in start..<start + length { isShifted[weeksBack] = true }
            }
        }
        return isShifted
    }
}

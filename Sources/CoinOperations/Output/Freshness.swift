internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import CoinTables

/// Where the figures of a page come from: whose they are, how old, since when, and under which licence.
///
/// This is the only place where that is worked out for pages.
struct Freshness {
    /// A row for each source of each kind of figures, the newest of which the page shows.
    private(set) var rows: [Row] = []
    /// The moment that the ages are of.
    let asOf: AsOf

    /// What a source gave.
    struct Row {
        let kind: Kind
        let source: String
        /// Of how many coins, repositories or terms.
        let count: Int
        let newest: Instant
        /// The day of the first figure of the source that the store has; nil where it has none as a series.
        let first: Day?
    }

    /// A kind of figures.
    enum Kind: CaseIterable {
        case market, commits, search, fundamentals, use

        /// What its rows are about, what credits call it, and what is counted.
        fileprivate var words: (title: String, heading: String, noun: String) {
            switch self {
            case .market: ("Price, cap, volume, supply", "Prices and market figures", "coin")
            case .commits: ("Commits, developers, developer-days", "Commits", "repository")
            case .search: ("Search interest", "Searches", "search term")
            case .fundamentals: ("Value locked, fees, revenue", "Fundamentals", "figure")
            case .use: ("Chains and page views by week", "Use and attention", "series")
            }
        }
    }

    /// Works out what a cross-section was read from.
    ///
    /// - Throws: an error of the store when it cannot be read.
    init(_ section: CrossSection, _ panel: Panel) throws {
        asOf = section.asOf
        let firsts = try panel.reader.firstDays()
        /// The end of the newest week of which a row has a value; nil where none has.
        func newest(_ matrix: WeeklyMatrix, _ row: Int) -> Instant? {
            guard row < matrix.rows else { return nil }
            let weeksBack = (0..<matrix.weeks).first { matrix[row, $0].isFinite }
            return weeksBack.map { Instant(lastSecondOf: section.asOf.lastCompleteWeek.advanced(by: -$0).lastDay) }
        }
        add(.market, section.price.compactMap { $0 }.map { ($0.source, $0.time) }, firsts)
        let commits = section.repositories.enumerated().compactMap { row, repository in
            repository.source.flatMap { source in newest(section.commits, row).map { (source, $0) } }
        }
        add(.commits, commits, firsts)
        let exports = section.search.keys.sorted()
        let trends = firsts.filter { $0.key.contains("trends") }
        let terms = exports.compactMap { coin in
            newest(section.interest, coin).map { (trends.keys.min() ?? "trends", $0) }
        }
        add(.search, terms, trends)
        let known = section.fundamentals.values.flatMap { $0.newest.compactMap { $0 } }
        add(.fundamentals, known.map { ($0.source, $0.time) }, firsts)
        let uses = section.use.values.joined().compactMap { _, weeks -> (source: String, time: Instant)? in
            weeks.newest.map { (weeks.source, Instant(lastSecondOf: asOf.lastCompleteWeek.advanced(by: -$0).lastDay)) }
        }
        add(.use, uses, firsts)
    }

    private mutating func add(_ kind: Kind, _ figures: [(source: String, time: Instant)], _ firsts: [String: Day]) {
        let sources = Dictionary(grouping: figures, by: \.source)
        rows += sources.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.compactMap { source, figures in
            figures.map(\.time).max().map {
                Row(kind: kind, source: source, count: figures.count, newest: $0, first: firsts[source])
            }
        }
    }

    /// What was read, of when and from whom: a row a source.
    var table: Table {
        let columns: [FilledColumn<Row>] = [
            .text("figures", "Figures", "What was read.") {
                "\($0.kind.words.title): \(counted($0.count, $0.kind.words.noun))"
            },
            .text("newest", "Newest", "The day of the newest of them.") { $0.newest.day.shown },
            .text("age", "Age", "Days from then to the page's moment.", age),
            .text("source", "Source", "Whose they are.") { "\(SourceCredit(of: $0.source).name) (\($0.source))" },
            .text("from", "From", "The day of the oldest that is stored.") { $0.first?.shown ?? "–" },
            .text("licence", "Credit and licence", "Under which terms.") { SourceCredit(of: $0.source).licence },
        ]
        return Table("Sources and freshness", columns, of: rows)
    }

    private func age(_ row: Row) -> String {
        let days = max(0, Int((asOf.limit.milliseconds - row.newest.milliseconds) / 86_400_000))
        return "\(days) d" + (row.kind == .market && days >= Table.datedFrom ? ", old" : "")
    }

    /// Whose the figures are, and under which licences, for the foot of every page.
    var credits: [String] {
        guard !rows.isEmpty else { return [] }
        let whose = Kind.allCases.compactMap { kind -> String? in
            let credits = SourceCredit.all(of: rows.filter { $0.kind == kind }.map(\.source))
            return credits.isEmpty ? nil : "\(kind.words.heading): \(listed(credits.map(\.name), most: .max))."
        }
        let licences = Dictionary(grouping: SourceCredit.all(of: rows.map(\.source)), by: \.licence)
            .sorted { $0.key < $1.key }.map { "\(listed($1.map(\.name), most: .max)): \($0)" }
        return [whose.joined(separator: " "), "Licences: \(licences.joined(separator: ". ")). Figures, not advice."]
    }
}

extension Day {
    /// As pages write it: `25 Mar 2024`.
    var shown: String { "\(civil.day) \(Day.shortMonths[civil.month - 1]) \(civil.year)" }
}

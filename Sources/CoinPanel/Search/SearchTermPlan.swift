internal import CoinIdentity
internal import CoinModel
public import CoinStore

/// Which column of which search-interest export each coin is read from.
struct SearchTermPlan {
    private typealias Candidate = (term: StoredTerm, match: SearchTermMatches.Match)

    private let catalog: Catalog
    /// The columns that mean coins, and their weeks in the same order.
    private let candidates: [Candidate]
    private let weeks: Future<WeeklyMatrix>
    /// What the columns are samples of; nil where no coin has several.
    private let series: SearchSeries?

    /// Begins to read the weeks; a column that was observed only after the moment is left out.
    init(_ reader: StoreReader, _ resolution: EntityResolution, _ asOf: AsOf) throws {
        catalog = reader.catalog
        let observed = try reader.areObserved(Set(catalog.terms.map(\.entity)), of: [.interest], upTo: asOf)
        candidates = zip(catalog.terms, resolution.coinsOfTerms).compactMap { term, match in
            match.flatMap { observed[Int(term.entity)] ? (term, $0) : nil }
        }
        var rowOfEntity = [Int32](repeating: -1, count: catalog.entities.count)
        for (row, candidate) in candidates.enumerated() { rowOfEntity[Int(candidate.term.entity)] = Int32(row) }
        let sources = candidates.isEmpty ? [] : try reader.sources(of: .interest)
        let rows = EntityRows(rowOfEntity)
        let tiles = try sources.map { try reader.weeks(of: .interest, source: $0, asOf, rows: rows) }
        weeks = Future(tiles.map { tiles in { try tiles.fill(&$0) } }, rows: candidates.count)
        series = Set(candidates.map(\.match.coin)).count < candidates.count ? try SearchSeries(reader) : nil
    }

    /// Fills the interest of a cross-section.
    ///
    /// Of several columns for one coin the declared term is read, then the one of the file named for it, then the one
    /// whose term is the coin, then a further one. Of the exports of that term weeks stand before other spacings, then the one
    /// with the newest complete week, then the one with most weeks, then by term the export in which it is largest, for there
    /// rounding does least, then by the export's digest. Its pulls are read with it: each week is their median.
    func fill(_ section: inout CrossSection) throws {
        let weeks = try weeks.value()
        for (coin, rows) in Dictionary(grouping: candidates.indices, by: { candidates[$0].match.coin }) {
            let pulls = pulls(among: rows, weeks, section.asOf.lastCompleteWeek)
            guard let (first, row) = pulls.first else { continue }
            let read = pulls.map { SearchPull(export: $0.export, weeks: Array(weeks[row: $0.row])) }
            section.interest[row: coin] = SearchSeries.medians(read.map(\.weeks))[...]
            let several = read.count > 1 ? read : []
            section.search[coin] = CoinSearch(candidates[row].term.term, export: first, pulls: several)
        }
    }

    /// The exports that are read of some columns, by digest, each once.
    private func pulls(among rows: [Int], _ weeks: WeeklyMatrix, _ newest: Week) -> [(export: String, row: Int)] {
        func best(_ rows: [Int], isRanked: Bool) -> Int? {
            rows.count > 1
                ? rows.min { key(of: $0, isRanked, weeks, newest) < key(of: $1, isRanked, weeks, newest) } : rows.first
        }
        guard let lead = best(rows, isRanked: true) else { return [] }
        if rows.count == 1 { return [(export(of: lead), lead)] }
        let search = candidates[lead].term.term.search
        let same = rows.filter { candidates[$0].term.term.search == search }
        guard same.count > 1, let series, let row = best(same, isRanked: false) else {
            return [(export(of: lead), lead)]
        }
        let wanted = series.key(of: candidates[row].term)
        let pulls = same.filter { series.key(of: candidates[$0].term) == wanted }
            .map { (export: export(of: $0), row: $0) }.sorted { ($0.export, $0.row) < ($1.export, $1.row) }
        return Dictionary(firstOf: pulls.map { (series.pull(of: candidates[$0.row].term), $0) }).values
            .sorted { $0.export < $1.export }
    }

    private func export(of row: Int) -> String { catalog.export(of: candidates[row].term) }

    /// What columns of one coin are ordered by.
    private func key(of row: Int, _ isRanked: Bool, _ weeks: WeeklyMatrix, _ newest: Week) -> Key {
        let (term, match) = candidates[row]
        let cells = Array(weeks[row: row])
        let whole = term.term.wholeWeeks(of: cells, newest: newest)
        return (
            // On a tie weeks come first.
            rank: (isRanked ? 2 * match.rank : 0) + (term.term.granularity.makesWeeks ? 0 : 1),
            age: whole.firstIndex { !$0.isNaN } ?? whole.count,
            // Of two that end alike the earlier one has more weeks.
            first: term.term.window.lowerBound,
            term: term.term.term,
            smallness: -cells.reduce(0) { $1.isNaN ? $0 : $0 + $1 },
            digest: catalog.export(of: term)
        )
    }

    private typealias Key = (rank: Int, age: Int, first: Week, term: String, smallness: Double, digest: String)
}

extension Catalog {
    /// The export that a search term stands in: its digest, and where that is a collection the part of it.
    public func export(of term: StoredTerm) -> String { entities[Int(term.entity)].space }
}

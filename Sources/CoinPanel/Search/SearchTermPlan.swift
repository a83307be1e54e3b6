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
        let tiles = try sources.map { try reader.weeks(of: .interest, source: $0, asOf, rowOfEntity: rowOfEntity) }
        weeks = Future(tiles, rows: candidates.count)
    }

    /// Fills the interest of a cross-section.
    ///
    /// Of several columns for one coin the declared term is read, then the one of the file named for it, then the one
    /// whose term is the coin, then a further one; among equals weeks before days before months, then the one with the
    /// most weeks in the window, then by term, then the export in which the term is largest, for there rounding does
    /// least, then by the export's digest.
    func fill(_ section: inout CrossSection) throws {
        let weeks = try weeks.value()
        for (coin, rows) in Dictionary(grouping: candidates.indices, by: { candidates[$0].match.coin }) {
            let best = rows.count == 1 ? rows[0] : rows.min { key(of: $0, weeks) < key(of: $1, weeks) } ?? rows[0]
            section.interestSeries[coin] = candidates[best].term.term
            section.interestExport[coin] = catalog.export(of: candidates[best].term)
            section.interest[row: coin] = weeks[row: best]
        }
    }

    private func key(of row: Int, _ weeks: WeeklyMatrix) -> Key {
        let (term, match) = candidates[row]
        return Key(
            rank: match.rank,
            spacing: term.term.granularity.order,
            unobserved: weeks[row: row].count(where: \.isNaN),
            term: term.term.term,
            smallness: -weeks[row: row].reduce(0) { $1.isNaN ? $0 : $0 + $1 },
            digest: catalog.export(of: term)
        )
    }

    private struct Key: Comparable {
        let rank: Int
        let spacing: Int
        let unobserved: Int
        let term: String
        /// Less the sum of its weeks.
        let smallness: Double
        let digest: String

        static func < (left: Key, right: Key) -> Bool {
            (left.rank, left.spacing, left.unobserved, left.term, left.smallness, left.digest)
                < (right.rank, right.spacing, right.unobserved, right.term, right.smallness, right.digest)
        }
    }
}

extension Catalog {
    /// The export that a search term stands in: its digest, and where that is a collection the part of it.
    public func export(of term: StoredTerm) -> String { entities[Int(term.entity)].space }
}

extension SearchTerm.Granularity {
    /// Weeks as exported first, then what becomes weeks, then what is only shown.
    fileprivate var order: Int {
        switch self {
        case .week: 0
        case .day: 1
        case .hour: 2
        case .month: 3
        case .year: 4
        }
    }
}

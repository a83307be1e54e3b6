internal import CoinIdentity
internal import CoinModel
public import CoinStore

/// Which column of which search-interest export each coin is read from.
struct SearchTermPlan {
    private typealias Candidate = (term: StoredTerm, match: SearchTermMatches.Match)

    private let catalog: Catalog
    /// The only columns of their coins, and their weeks in the places of these.
    private let lone: [Candidate]
    private let weeksOfLone: Future<WeeklyMatrix>
    /// The columns of coins that have several, and their weeks in the same order, to be compared.
    private let rivals: [Candidate]
    private let weeksOfRivals: Future<WeeklyMatrix>

    /// Begins to read the weeks; a column that was observed only after the moment is left out.
    init(_ reader: StoreReader, _ resolution: EntityResolution, _ asOf: AsOf) throws {
        let catalog = reader.catalog
        let told = try reader.areObserved(Set(catalog.terms.map(\.entity)), of: [.interest], upTo: asOf)
        let candidates = zip(catalog.terms, resolution.coinsOfTerms).compactMap { term, match -> Candidate? in
            match.flatMap { told[Int(term.entity)] ? (term, $0) : nil }
        }
        let count = resolution.universe.coins.count
        var columnsOf = [Int](repeating: 0, count: count)
        for candidate in candidates { columnsOf[candidate.match.coin] += 1 }
        self.catalog = catalog
        lone = candidates.filter { columnsOf[$0.match.coin] == 1 }
        rivals = candidates.filter { columnsOf[$0.match.coin] > 1 }
        func weeks(_ rows: [(entity: Int32, row: Int)], count: Int) throws -> Future<WeeklyMatrix> {
            var rowOfEntity = [Int32](repeating: -1, count: catalog.entities.count)
            for (entity, row) in rows { rowOfEntity[Int(entity)] = Int32(row) }
            let sources = rows.isEmpty ? [] : try reader.sources(of: .interest)
            return Future(
                try sources.map { try reader.weeks(of: .interest, source: $0, asOf, rowOfEntity: rowOfEntity) },
                rows: count
            )
        }
        weeksOfLone = try weeks(lone.map { ($0.term.entity, $0.match.coin) }, count: count)
        weeksOfRivals = try weeks(rivals.enumerated().map { ($1.term.entity, $0) }, count: rivals.count)
    }

    /// Fills the interest of a cross-section.
    ///
    /// Of several columns for one coin the declared term is read, then the one of the file named for it, then the one
    /// whose term is the coin, then a further one; among equals weeks before days before months, then the one with the
    /// most weeks in the window, then by term, then the export in which the term is largest, for there rounding does
    /// least, then by the export's digest.
    func fill(_ section: inout CrossSection) throws {
        section.interest = try weeksOfLone.value()
        for column in lone {
            section.interestSeries[column.match.coin] = column.term.term
            section.interestExport[column.match.coin] = catalog.export(of: column.term)
        }
        let weeks = try weeksOfRivals.value()
        var best: [Int: (key: Key, row: Int)] = [:]
        for (row, rival) in rivals.enumerated() {
            let key = Key(
                rank: rival.match.rank,
                spacing: rival.term.term.granularity.order,
                unobserved: weeks[row: row].count(where: \.isNaN),
                term: rival.term.term.term,
                smallness: -weeks[row: row].reduce(0) { $1.isNaN ? $0 : $0 + $1 },
                digest: catalog.export(of: rival.term)
            )
            if best[rival.match.coin].map({ key < $0.key }) ?? true { best[rival.match.coin] = (key, row) }
        }
        for (coin, choice) in best {
            section.interestSeries[coin] = rivals[choice.row].term.term
            section.interestExport[coin] = choice.key.digest
            section.interest[row: coin] = weeks[row: choice.row]
        }
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

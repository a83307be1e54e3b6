internal import CoinModel
internal import CoinStore

/// Which column of which search-interest export each coin is read from.
struct InterestPlan {
    private let candidates: [(term: StoredTerm, match: UniverseAssembly.TermMatch)]

    /// - Parameters:
    ///   - reader: the store.
    ///   - identity: which term is which coin's.
    ///   - asOf: the moment: a column that was observed later only is not known of.
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ reader: StoreReader, _ identity: UniverseAssembly, _ asOf: AsOf) throws {
        let told = try reader.told(Set(reader.catalog.terms.map(\.entity)), of: [.interest], upTo: asOf)
        candidates = zip(reader.catalog.terms, identity.coinsOfTerms).compactMap { term, match in
            match.flatMap { told[Int(term.entity)] ? (term, $0) : nil }
        }
    }

    /// Fills the interest of a cross-section.
    ///
    /// Of several columns for one coin the declared term is read, then the one of the file named for it, then the one
    /// whose term is the coin, then a further one; among equals weeks before days before months, then the one with the
    /// most weeks in the window, then by term, then the export in which the term is largest, for there rounding does
    /// least, then by the export's digest.
    func fill(_ section: inout CrossSection, _ reader: StoreReader) throws {
        let count = section.coins.count
        var columnsOf = [Int](repeating: 0, count: count)
        for candidate in candidates { columnsOf[candidate.match.coin] += 1 }
        // The only column of a coin is read into its place, those of the others beside, to be compared.
        let rivals = candidates.filter { columnsOf[$0.match.coin] > 1 }
        var (rowOfLone, rowOfRival) = (
            [Int32](repeating: -1, count: reader.catalog.entities.count),
            [Int32](repeating: -1, count: reader.catalog.entities.count)
        )
        for (row, rival) in rivals.enumerated() { rowOfRival[Int(rival.term.entity)] = Int32(row) }
        for candidate in candidates where columnsOf[candidate.match.coin] == 1 {
            rowOfLone[Int(candidate.term.entity)] = Int32(candidate.match.coin)
            section.interestSeries[candidate.match.coin] = candidate.term.term
            section.interestExport[candidate.match.coin] = reader.catalog.export(of: candidate.term)
        }
        var weeks = WeeklyMatrix(rows: rivals.count, weeks: CrossSection.weeks)
        let newest = section.asOf.lastCompleteWeek
        for source in try reader.sources(of: .interest) {
            try reader.fill(&section.interest, .interest, source: source, newest: newest, rowOfEntity: rowOfLone)
            if rivals.isEmpty { continue }
            try reader.fill(&weeks, .interest, source: source, newest: newest, rowOfEntity: rowOfRival)
        }
        var best: [Int: (key: Key, row: Int)] = [:]
        for (row, rival) in rivals.enumerated() {
            let key = Key(
                rank: rival.match.rank,
                spacing: rival.term.term.granularity.order,
                unobserved: weeks[row: row].count(where: \.isNaN),
                term: rival.term.term.term,
                smallness: -weeks[row: row].reduce(0) { $1.isNaN ? $0 : $0 + $1 },
                digest: reader.catalog.export(of: rival.term)
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
    func export(of term: StoredTerm) -> String { entities[Int(term.entity)].space }
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

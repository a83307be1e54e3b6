internal import CoinModel
internal import CoinStore

/// Which column of which search-interest export each coin is read from.
struct InterestPlan {
    private let candidates: [(term: StoredTerm, match: UniverseAssembly.TermMatch)]

    init(_ reader: StoreReader, _ identity: UniverseAssembly) {
        candidates = zip(reader.catalog.terms, identity.coinsOfTerms).compactMap { term, match in
            match.map { (term, $0) }
        }
    }

    /// Fills the interest of a cross-section.
    ///
    /// Of several columns for one coin the declared one is read, then the one of the file named for it, then the one
    /// whose term is the coin; among equals weeks before days before months, then the one with the most weeks in the
    /// window, then the term and the export's digest in byte order.
    func fill(_ section: inout CrossSection, _ reader: StoreReader) throws {
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (row, candidate) in candidates.enumerated() { rowOfEntity[Int(candidate.term.entity)] = Int32(row) }
        var weeks = WeeklyMatrix(rows: candidates.count, weeks: CrossSection.weeks)
        for source in try reader.sources(of: .interest) {
            try reader.fill(
                &weeks,
                .interest,
                source: source,
                newest: section.asOf.lastCompleteWeek,
                rowOfEntity: rowOfEntity
            )
        }
        var best = [(key: Key, row: Int)?](repeating: nil, count: section.coins.count)
        for (row, candidate) in candidates.enumerated() {
            let (coin, entity) = (candidate.match.coin, reader.catalog.entities[Int(candidate.term.entity)])
            let key = Key(
                rank: candidate.match.rank,
                spacing: candidate.term.term.granularity.order,
                unobserved: weeks[row: row].reduce(0) { $0 + ($1.isNaN ? 1 : 0) },
                term: candidate.term.term.term,
                digest: entity.space
            )
            if best[coin].map({ key < $0.key }) ?? true { best[coin] = (key, row) }
        }
        for (coin, choice) in best.enumerated() {
            guard let choice else { continue }
            section.interestSeries[coin] = candidates[choice.row].term.term
            let place = coin * CrossSection.weeks
            section.interest.values.replaceSubrange(place..<place + CrossSection.weeks, with: weeks[row: choice.row])
        }
    }

    private struct Key: Comparable {
        let rank: Int
        let spacing: Int
        let unobserved: Int
        let term: String
        let digest: String

        static func < (left: Key, right: Key) -> Bool {
            (left.rank, left.spacing, left.unobserved, left.term, left.digest)
                < (right.rank, right.spacing, right.unobserved, right.term, right.digest)
        }
    }
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

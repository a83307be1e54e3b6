internal import CoinModel
internal import CoinPanel

/// The weekly closes of coins as one chain each over all weeks of the store, so that what a coin returned between any two weeks is
/// the quotient of two, whatever weeks are judged.
///
/// A close is put behind the newest one before it that the same source knows, by the change between the two, so that no change
/// mixes sources; of several sources that which knows the newest one, then in order of preference. Where none knows any, the
/// chain goes on with the close as it is. Merges and migrations lie inside the chain: a coin that became another one goes on by
/// what that one does, in units of its own.
struct ChainedCloses {
    /// The oldest week of the store.
    let first: Week
    /// How many weeks there are.
    let weeks: Int
    /// The closes of each coin by week, NaN where none is known.
    private var chains: [String: [Double]] = [:]
    private let migrations: [CoinMigration]
    private let deaths: CoinDeaths

    /// Reads all weeks from the first on.
    ///
    /// O(weeks · coins · sources).
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ panel: Panel, from first: Week, upTo asOf: AsOf) throws {
        let last = asOf.lastCompleteWeek
        self.first = first
        weeks = first.distance(to: last) + 1
        var sources: [(source: String, closes: [String: [Double]])] = []
        var end = last
        var migrations: [CoinMigration] = []
        while end >= first {
            let moment = end == last ? asOf : AsOf.day(end.lastDay)
            let section = try panel.section(at: moment, [], migratedBy: asOf)
            if end == last { migrations = section.migrations }
            for (source, matrix) in try panel.closes(at: moment, migratedBy: asOf) {
                let place = sources.firstIndex { $0.source == source } ?? sources.count
                if place == sources.count { sources.append((source, [:])) }
                for (row, coin) in section.coins.enumerated() {
                    for (weeksBack, close) in matrix[row: row].enumerated() where close > 0 {
                        let week = first.distance(to: end) - weeksBack
                        guard week >= 0 else { break }
                        sources[place].closes[coin.id, default: Array(repeating: .nan, count: weeks)][week] = close
                    }
                }
            }
            end = end.advanced(by: -CrossSection.weeks)
        }
        self.migrations = migrations
        deaths = CoinDeaths(sources.map(\.closes), weeks: weeks, inactive: panel.inactiveCoins)
        for id in Set(sources.flatMap { Array($0.closes.keys) }) {
            let names = [id] + migrations.path(of: id).suffix(1).map(\.current)
            chains[id] = ChainedCloses.chain(names.flatMap { name in sources.compactMap { $0.closes[name] } })
        }
    }

    private static func chain(_ sources: [[Double]]) -> [Double] {
        var chain = [Double](repeating: .nan, count: sources[0].count)
        for week in chain.indices {
            var newest = -2
            for closes in sources where closes[week] > 0 {
                let before = (0..<week).last { chain[$0] > 0 && closes[$0] > 0 } ?? -1
                guard before > newest else { continue }
                newest = before
                chain[week] = before < 0 ? closes[week] : chain[before] * (closes[week] / closes[before])
            }
        }
        return chain
    }

    /// A coin's close of a week; NaN where none is known.
    func close(_ id: String, _ week: Week) -> Double {
        let place = first.distance(to: week)
        return (0..<weeks).contains(place) ? chains[id]?[place] ?? .nan : .nan
    }

    /// The week of its last close, where that is not the newest one; nil for a coin with a price, and for one without any.
    func end(of id: String) -> Week? {
        guard let last = chains[id]?.lastIndex(where: { !$0.isNaN }), last < weeks - 1 else { return nil }
        return first.advanced(by: last)
    }

    /// What shows that a coin died that has no price any more; nil where nothing does.
    ///
    /// A migration failed where the chain has no price from its week on.
    func evidenceOfDeath(of id: String) -> String? {
        guard let last = end(of: id) else { return nil }
        let path = migrations.path(of: id)
        let failed = path.first { last < Week(containing: $0.terms.day) }
        return deaths.evidence(of: failed == nil ? path.last?.current ?? id : id, failed: failed)
    }
}

extension [CoinMigration] {
    /// What became of a coin, and of that, and so on; empty for one that did not become another.
    fileprivate func path(of id: String) -> [CoinMigration] {
        var path: [CoinMigration] = []
        while path.count < count, let next = migration(of: path.last?.current ?? id) { path.append(next) }
        return path
    }
}

internal import CoinModel

/// The weekly closes of coins as one chain each, so that what a coin returned between any two weeks is the quotient of two.
///
/// Weeks are given one after another, each as a cross-section that ends with it. A close, where the coin's source has none
/// that of another one, is put after the newest one before it that the same source knows, by the change between the two, so
/// that no change mixes sources, and one that a migration lies in is in the same units at both ends. A coin that became
/// another one goes on by what that one does.
///
/// This is the only place where a coin counts as lost: it is where a list that had all its coins goes on without it for
/// three of its weeks, and no other source may still price it.
struct ChainedCloses {
    /// A coin's links, by week; a week without a close has none.
    private var chains: [String: Chain] = [:]
    private var lists: [String: SourceList] = [:]
    private var newest: Week?

    fileprivate struct Chain {
        var closes: [Week: Double] = [:]
        /// The newest week with a close.
        var last: Week
    }

    /// Which of its own weeks a source has coins in.
    private struct SourceList {
        /// How many weeks it has, and the newest of them.
        var count = 0
        var newest: Week
        /// The number of the newest week of each coin.
        var lastOfCoin: [String: Int] = [:]
        /// Whether coins that it left out for three weeks or more never came back: it is no list of the largest ones.
        var isComplete = true

        mutating func take(_ ids: [String], in week: Week) {
            guard !ids.isEmpty else { return }
            (count, newest) = (count + 1, week)
            for id in ids {
                if let last = lastOfCoin[id], count - last > ChainedCloses.silentWeeks { isComplete = false }
                lastOfCoin[id] = count
            }
        }

        /// How many of its weeks it left a coin out since; nil where it never had it.
        func silence(on id: String) -> Int? { lastOfCoin[id].map { count - $0 } }
    }

    /// The weeks of a list without a coin that are evidence that it is lost, and how old the newest week of a source is at
    /// most that may still price it: a list of each month has gaps of five weeks.
    private static let silentWeeks = 3
    private static let longestGap = 5

    /// Takes the week that a cross-section ends with, and the closes of each source up to it.
    ///
    /// O(coins · sources).
    mutating func add(_ section: CrossSection, _ sources: [(source: String, weeks: WeeklyMatrix)]) {
        let week = section.asOf.lastCompleteWeek
        newest = week
        let rows = Dictionary(firstOf: section.coins.enumerated().map { ($1.id, $0) })
        /// The row that a coin's figures go on in after it became another.
        func continued(_ id: String) -> Int? {
            var current = id
            for _ in section.migrations {
                guard let next = section.migrations.migration(of: current) else { break }
                current = next.current
            }
            return current == id ? nil : rows[current]
        }
        let matrices = [section.close] + sources.map(\.weeks)
        for (row, coin) in section.coins.enumerated() {
            let candidates = [row, continued(coin.id)].compactMap { $0 }.flatMap { row in matrices.map { $0[row: row] }
            }
            guard let weeks = candidates.first(where: { $0.first.map { $0 > 0 } ?? false }), let close = weeks.first
            else { continue }
            var chain = chains[coin.id] ?? Chain(last: week)
            chain.closes[week] = chain.link(close, weeks, week)
            chain.last = week
            chains[coin.id] = chain
        }
        for (source, weeks) in sources {
            // The first time the year before says who came back.
            for ago in (0..<(lists[source] == nil ? CrossSection.weeks : 1)).reversed() {
                let ids = section.coins.enumerated().filter { weeks[$0.offset, ago] > 0 }.map(\.element.id)
                lists[source, default: SourceList(newest: week)].take(ids, in: week.advanced(by: -ago))
            }
        }
    }

    /// A coin's close of a week: 0 from the week after its last one where it was lost, NaN where none is known.
    func close(_ id: String, _ week: Week) -> Double {
        guard let chain = chains[id] else { return .nan }
        if let close = chain.closes[week] { return close }
        return week > chain.last && isLost(id) ? 0 : .nan
    }

    /// The coins that were lost.
    var lost: Set<String> { Set(chains.keys.filter(isLost)) }

    private func isLost(_ id: String) -> Bool {
        guard let newest, chains[id].map({ $0.last < newest }) ?? false else { return false }
        let silences = lists.values.compactMap { list in list.silence(on: id).map { (list: list, weeks: $0) } }
        let mayGoOn = silences.contains { list, weeks in
            weeks < ChainedCloses.silentWeeks && list.newest.distance(to: newest) <= ChainedCloses.longestGap
        }
        return !mayGoOn && silences.contains { $0.list.isComplete && $0.weeks >= ChainedCloses.silentWeeks }
    }
}

extension ChainedCloses.Chain {
    /// A new close of the chain, `weeks` being the closes that its source knows, the newest first.
    fileprivate func link(_ close: Double, _ weeks: ArraySlice<Double>, _ week: Week) -> Double {
        for (ago, before) in weeks.enumerated().dropFirst() where before > 0 {
            if let linked = closes[week.advanced(by: -ago)] { return linked * (close / before) }
        }
        return close
    }
}

internal import CoinModel

/// The weekly closes of coins as one chain each, so that what a coin returned between any two weeks is the quotient of two.
///
/// Weeks are given one after another, each as a cross-section that ends with it. A close is put after the newest one before
/// it that the same cross-section knows, by the change between the two, so that no change mixes sources, and one that a
/// migration lies in is in the same units at both ends. A coin that became another one goes on by what that one does.
struct ChainedCloses {
    /// A coin's links, by week; a week without a close has none.
    private var chains: [String: Chain] = [:]
    /// The newest week with a close of each source.
    private var lastOfSource: [String: Week] = [:]

    fileprivate struct Chain {
        var closes: [Week: Double] = [:]
        /// The newest week with a close, and its source.
        var last: Week
        var source: String?
    }

    /// Takes the week that a cross-section ends with.
    ///
    /// O(coins).
    mutating func add(_ section: CrossSection) {
        let week = section.asOf.lastCompleteWeek
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
        for (row, coin) in section.coins.enumerated() {
            let own = section.close[row, 0] > 0 ? row : continued(coin.id) ?? row
            let close = section.close[own, 0]
            guard close > 0 else { continue }
            var chain = chains[coin.id] ?? Chain(last: week)
            chain.closes[week] = chain.link(close, section.close[row: own], week)
            (chain.last, chain.source) = (week, section.marketSource[own])
            chains[coin.id] = chain
            if let source = chain.source { lastOfSource[source] = week }
        }
    }

    /// A coin's close of a week: 0 from the week after its last one where it was lost, NaN where none is known.
    ///
    /// A coin was lost where it was never priced again although its source went on; where the source ends with it, nobody
    /// knows.
    func close(_ id: String, _ week: Week) -> Double {
        guard let chain = chains[id] else { return .nan }
        if let close = chain.closes[week] { return close }
        return week > chain.last && isLost(chain) ? 0 : .nan
    }

    /// The coins that were lost.
    var lost: Set<String> { Set(chains.filter { isLost($0.value) }.keys) }

    private func isLost(_ chain: Chain) -> Bool {
        chain.source.flatMap { lastOfSource[$0] }.map { $0 > chain.last } ?? false
    }
}

extension ChainedCloses.Chain {
    /// A new close of the chain, `weeks` being the closes that its cross-section knows, the newest first.
    fileprivate func link(_ close: Double, _ weeks: ArraySlice<Double>, _ week: Week) -> Double {
        for (ago, before) in weeks.enumerated().dropFirst() where before > 0 {
            if let linked = closes[week.advanced(by: -ago)] { return linked * (close / before) }
        }
        return close
    }
}

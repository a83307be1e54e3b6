internal import CoinModel

/// The calls of all coins of a ranking, by place, and what they rest on.
struct CoinCalls {
    /// Nil if the ranking was not evaluated.
    let basis: CallBasis?
    private let calls: [Call]

    /// Calls the coins of a universe by their scores of today; O(n log n).
    init(_ universe: MeasuredUniverse) {
        basis = universe.callBasis
        let (scores, coverage, usual) = (universe.scores, universe.coverage, universe.usualRatio)
        let isSuspect = universe.volumeTrends.map { $0.reason == .suspect }
        let cut = QuintileBounds(Array(scores.indices)) { scores[$0].isThere ? scores[$0].value : .nan }
        var fifths = [Int?](repeating: nil, count: scores.count)
        for (fifth, coins) in cut.fifths.enumerated() {
            for coin in coins { fifths[coin] = fifth }
        }
        let (found, basis) = (fifths, basis)
        calls = universe.each(reading: basis == nil ? [] : .all) { coin in
            let fifth = found[coin.place]
            guard let basis else { return Call(kind: .none, reason: .notEvaluated, fifth: fifth) }
            let volume = isSuspect[coin.place] ? .nan : coin.typicalVolume.median
            // Why it may neither be bought nor sold, whatever its score.
            let obstacles: [(Call.Reason, Bool)] = [
                (.coverage, rounded(coverage[coin.place]) < CoinCalls.leastCoverage),
                (.illiquid, !(volume >= CoinCalls.leastVolume)), (.notFresh, !(coin.closes.values[0] > 0)),
            ]
            let (kind, reason) = basis.call(fifth: fifth, obstacles.first(where: \.1)?.0, coin.state(usual))
            return Call(kind: kind, reason: reason, fifth: fifth)
        }
    }

    subscript(coin: CoinMeasures) -> Call { calls[coin.place] }

    /// The least median volume, as stored, of a coin that one can buy and sell.
    private static let leastVolume = 100_000.0
    /// The least share of the preset's weight that has to rest on data.
    private static let leastCoverage = 0.9
}

extension CallBasis {
    /// What evidence allows to be said of a coin of a fifth, 0 the best, nil without a rank; where there is an obstacle it may
    /// neither be bought nor sold.
    fileprivate func call(fifth: Int?, _ obstacle: Call.Reason?, _ state: DeveloperState) -> (Call.Kind, Call.Reason) {
        switch verdict {
        case .fewPeriods: return (.none, .fewPeriods)
        case .noEvidence: return (.none, .noEvidence)
        case .bearsCalls: break
        }
        guard let fifth else { return (.none, .notRanked) }
        // Whether it comes more often than not, by the lower end of the band.
        let (rises, falls) = (isLikely(gains[fifth]), isLikely(losses[fifth]))
        guard rises || falls else { return (.hold, .band) }
        if let obstacle { return (.hold, obstacle) }
        if falls { return (.sell, .likely) }
        // It may be sold in any state.
        return [.rising, .steady, .revived].contains(state) ? (.buy, .likely) : (.hold, .state)
    }

    private func isLikely(_ chance: Chance?) -> Bool { chance.map { rounded($0.low) > 0.5 } ?? false }
}

extension MeasuredUniverse {
    /// Calls the coins by their scores of today.
    func callsOfCoins() -> CoinCalls { CoinCalls(self) }

    /// What was found of past rankings by the same preset and options; nil if they were not evaluated.
    var callBasis: CallBasis? {
        let digest = preset.digest(input.options)
        return section.callBases.last { $0.preset == digest }
    }

    /// What calls rest on, in one sentence; nil if the ranking was not evaluated or they are not requested.
    var callNote: String? {
        callBasis.map { basis in
            "Calls are for \(counted(basis.horizon, "week")), by what past rankings up to \(basis.asOf) came to; they inform and are "
                + "no advice."
        }
    }
}

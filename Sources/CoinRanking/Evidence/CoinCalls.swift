internal import CoinModel

/// The calls of all coins of a ranking, by place, and what they rest on.
struct CoinCalls {
    /// Nil where nobody judged the ranking.
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
        let (found, section, basis) = (fifths, universe.section, basis)
        calls = universe.each { coin in
            let candidate = CallCandidate(
                coverage: coverage[coin.place],
                state: coin.state(usual),
                volume: isSuspect[coin.place] ? .nan : coin.typicalVolume.median,
                isFresh: section.close[coin.index, 0] > 0
            )
            let fifth = found[coin.place]
            let (kind, reason) = basis?.call(candidate, fifth: fifth) ?? (.none, .notEvaluated)
            return Call(kind: kind, reason: reason, fifth: fifth)
        }
    }

    subscript(coin: CoinMeasures) -> Call { calls[coin.place] }
}

/// What is known today of a coin that waits for a call.
struct CallCandidate {
    /// The share of the preset's weight that rests on data.
    let coverage: Double
    let state: DeveloperState
    /// The median volume of the last 12 weeks, as stored; NaN where unknown or where it looks made up.
    let volume: Double
    /// Whether the newest complete week has a price.
    let isFresh: Bool

    /// The least median volume of a coin that one can buy and sell.
    static let leastVolume = 100_000.0
    static let leastCoverage = 0.9
    /// The states in which a coin may be bought; it may be sold in any.
    static let bought: Set<DeveloperState> = [.rising, .steady, .revived]

    /// Why it may neither be bought nor sold, whatever its score; nil where it may.
    fileprivate var obstacle: Call.Reason? {
        if rounded(coverage) < CallCandidate.leastCoverage { return .coverage }
        if !(volume >= CallCandidate.leastVolume) { return .illiquid }
        return isFresh ? nil : .notFresh
    }
}

extension CallBasis {
    /// What evidence allows to be said of a coin of a fifth, 0 the best; nil without a rank.
    fileprivate func call(_ coin: CallCandidate, fifth: Int?) -> (Call.Kind, Call.Reason) {
        switch verdict {
        case .fewPeriods: return (.none, .fewPeriods)
        case .noEvidence: return (.none, .noEvidence)
        case .bearsCalls: break
        }
        guard let fifth else { return (.none, .notRanked) }
        // Whether it comes more often than not, by the lower end of the band.
        let (rises, falls) = (isLikely(gains[fifth]), isLikely(losses[fifth]))
        guard rises || falls else { return (.hold, .band) }
        if let obstacle = coin.obstacle { return (.hold, obstacle) }
        if falls { return (.sell, .likely) }
        return CallCandidate.bought.contains(coin.state) ? (.buy, .likely) : (.hold, .state)
    }

    private func isLikely(_ chance: Chance?) -> Bool { chance.map { rounded($0.low) > 0.5 } ?? false }
}

extension MeasuredUniverse {
    /// Calls the coins by their scores of today.
    func callsOfCoins() -> CoinCalls { CoinCalls(self) }

    /// What was found of past rankings by the same preset and options; nil where nobody judged them.
    fileprivate var callBasis: CallBasis? {
        let digest = preset.digest(input.options)
        return section.callBases.last { $0.preset == digest }
    }

    /// What calls rest on, in one sentence; nil where nobody judged the ranking or nobody asks.
    var callNote: String? {
        callBasis.map { basis in
            "Calls are for \(counted(basis.horizon, "week")), by what past rankings up to \(basis.asOf) came to; they inform and are "
                + "no advice."
        }
    }
}

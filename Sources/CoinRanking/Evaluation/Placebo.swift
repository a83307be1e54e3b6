/// Signals made to have no power, in place of one: seeded, as persistent as it, of the same coins in the same weeks.
struct Placebo {
    /// How a placebo is made.
    enum Kind: String, CaseIterable, Sendable {
        /// The signal's histories, given to other coins.
        case permuted
        /// The same, and every history by some weeks later, what falls off its end set before its start.
        case shifted = "time-shifted"
        /// Normal noise with the rank autocorrelation of the signal: x_w = ρ x_(w−1) + √(1−ρ²) d.
        case noise
    }

    /// The signal's ranks; NaN where a coin does not count.
    let signal: PanelMatrix
    /// The weeks in which coins count, ascending.
    let weeks: [Int]
    /// ρ.
    let autocorrelation: Double
    let seeds: [UInt64]

    /// The ranks of the placebo of a number, centred and scaled week by week, of those coins that count.
    ///
    /// Its random numbers are u(number, id, j) with j = 7 for who gets whose history, 8 of the first id for the weeks, and
    /// 100 + w for noise. O(weeks · coins · log coins).
    func ranks(_ kind: Kind, number: Int) -> PanelMatrix {
        let values = kind == .noise ? noise(number) : exchanged(number, isShifted: kind == .shifted)
        var ranks = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        for week in weeks {
            let coins = (0..<signal.coins).filter { !signal[$0, week].isNaN }
            let own = coins.map { values[$0, week] }
            // A shifted week may give all coins the same history: it then says nothing, and all stand in the middle.
            let standard = RankedPanel.standardRanks(own) ?? Array(repeating: 0, count: own.count)
            for (coin, rank) in zip(coins, standard) { ranks[coin, week] = rank }
        }
        return ranks
    }

    private func exchanged(_ number: Int, isShifted: Bool) -> PanelMatrix {
        var permutations = CoinPermutations(seeds)
        let source = permutations.sources(number, place: 7)
        let chance = Draws.uniform(Draws.start(number, seed: seeds[0]), 8)
        let shift = isShifted ? 1 + Int(chance * Double(max(1, weeks.count - 1))) : 0
        var values = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        for (index, week) in weeks.enumerated() {
            let from = weeks[(index + weeks.count - shift % weeks.count) % weeks.count]
            for coin in 0..<signal.coins where !signal[coin, week].isNaN {
                var other = source[coin]
                var steps = 0
                // As in the test: the next of the cycle where one does not count in that week, though here it need not.
                while signal[other, from].isNaN, steps < signal.coins {
                    other = source[other]
                    steps += 1
                }
                let value = signal[other, from]
                values[coin, week] = value.isNaN ? 0 : value
            }
        }
        return values
    }

    private func noise(_ number: Int) -> PanelMatrix {
        var values = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        let fresh = (1 - autocorrelation * autocorrelation).squareRoot()
        for coin in 0..<signal.coins {
            let start = Draws.start(number, seed: seeds[coin])
            var value = 0.0
            for week in 0..<signal.weeks {
                let deviate = NormalDistribution.quantile(Draws.uniform(start, 100 + week))
                value = week == 0 ? deviate : autocorrelation * value + fresh * deviate
                values[coin, week] = value
            }
        }
        return values
    }
}

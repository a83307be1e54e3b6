internal import CoinModel

/// What the permutation test says of a thousand signals that are known to say nothing: at 10 % it has to reject about 10 %
/// of them, else its p cannot be trusted either.
///
/// The placebos are made of one signal over the horizons in turn, on some 100 coins a week that come first in order of
/// u(0, id, 9): the level does not depend on how many coins there are, the time does. Each is judged by the same 999
/// permutations of these coins, drawn once; the count ends as soon as more than 99 of them have reached the placebo's mean,
/// for p then is above 10 % whatever the rest says.
public struct PlaceboTrial: Sendable {
    /// How many placebos were judged.
    public var count: Int { means.count }
    /// How many of them were rejected at 10 %.
    public let rejected: Int
    /// Their mean rank ICs.
    let means: [Double]

    /// The share that was rejected; NaN of none.
    public var rate: Double { Double(rejected) / Double(count) }

    /// Whether the share lies in 7–13 %, as that of a thousand fair ones does but once in 600 times.
    public var holdsLevel: Bool { rounded(rate) >= 0.07 && rounded(rate) <= 0.13 }

    private static let level = 100
    private static let coinsPerWeek = 100

    /// Judges placebos of a signal against the outcomes over some horizons, over all cores.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - ranked: the signal beside its outcomes, by horizon.
    ///   - autocorrelation: the signal's rank autocorrelation from week to week.
    ///   - seeds: of all coins of the panel.
    init(_ count: Int, of ranked: [(horizon: Int, panel: RankedPanel)], autocorrelation: Double, seeds: [UInt64]) {
        let courts = ranked.filter { !$0.panel.coins.isEmpty }.map { horizon, panel in
            Court(panel, horizon: horizon, autocorrelation: autocorrelation, seeds: seeds)
        }
        let judged = onAllCores(parts: courts.isEmpty ? 0 : 32) { part in
            share(part, of: 32, count: count).map { number in
                let kinds = Placebo.Kind.allCases
                let kind = kinds[number / courts.count % kinds.count]
                return courts[number % courts.count].judge(kind, number: number)
            }
        }
        means = judged.map(\.mean)
        rejected = judged.count { $0.isRejected }
    }

    /// One horizon, before which placebos come.
    private struct Court: Sendable {
        let placebo: Placebo
        let outcome: PanelMatrix
        let weights: [Double]
        let permutations: [[Int]]

        init(_ panel: RankedPanel, horizon: Int, autocorrelation: Double, seeds: [UInt64]) {
            let weeks = panel.counts.indices.filter { panel.counts[$0] > 0 }
            let perWeek = Double(panel.counts.reduce(0, +)) / Double(weeks.count)
            let wanted = Double(panel.coins.count) * Double(PlaceboTrial.coinsPerWeek) / perWeek
            var order = CoinPermutations(panel.coins.map { seeds[$0] })
            let chosen = order.sources(0, place: 9).prefix(Int(wanted.rounded(.up))).sorted()
            let own = chosen.map { seeds[panel.coins[$0]] }
            let part = RankedPanel(panel.signal.rows(chosen), panel.outcome.rows(chosen))
            outcome = part.outcome
            weights = PhaseError.weights(part.correlations, horizon: horizon)
            placebo = Placebo(
                signal: part.signal,
                weeks: part.counts.indices.filter { part.counts[$0] > 0 },
                autocorrelation: autocorrelation.isNaN ? 0 : min(max(autocorrelation, 0), 0.995),
                seeds: part.coins.map { own[$0] }
            )
            var drawn = CoinPermutations(placebo.seeds)
            permutations = (0..<PermutationTest.permutations).map { drawn.sources($0) }
        }

        func judge(_ kind: Placebo.Kind, number: Int) -> (mean: Double, isRejected: Bool) {
            let means = PermutedMean(placebo.ranks(kind, number: number), outcome, weights: weights)
            let mean = means.value(Array(placebo.seeds.indices))
            let observed = rounded(abs(mean))
            var reached = 0
            for permutation in permutations where rounded(abs(means.value(permutation))) >= observed {
                reached += 1
                if reached >= PlaceboTrial.level { return (mean, false) }
            }
            return (mean, true)
        }
    }
}

internal import CoinModel

/// What p of the neutral IC says of a thousand signals that are known to say nothing, of each of three kinds: at 10 % it may
/// reject 12 % of each at most, else it cannot be trusted either.
///
/// A placebo is 0.3 z + √(1 − 0.3²) x, z the ranks of a control in the week at a deviation of 1, or x alone. x is normal noise
/// with the rank autocorrelation ρ of the signal that is judged: x_w = ρ x_(w−1) + √(1−ρ²) d, from u(number, id, 100 + w). They
/// are of some 100 coins a week that come first in order of u(0, id, 9): the level does not depend on how many coins there are,
/// the time does.
public struct PlaceboTrial: Sendable {
    /// What a placebo leans on.
    public enum Lean: String, CaseIterable, Sendable {
        case nothing = "independent"
        case beta = "0.3 on beta"
        case size = "0.3 on size"
    }

    /// What became of the placebos of one kind over one horizon.
    public struct Share: Sendable {
        /// What they lean on.
        public let lean: Lean
        /// Weeks between buying and selling.
        public let horizon: Int
        /// How many there were.
        public let count: Int
        /// How many of them were rejected at 10 %.
        public let rejected: Int

        /// The share that was rejected.
        public var rate: Double { Double(rejected) / Double(count) }
        /// Whether it is 12 % at most.
        public var passes: Bool { rounded(rate) <= 0.12 }
    }

    /// By horizon, then by kind; none where no week has a neutral IC.
    public let shares: [Share]
    /// The mean neutral ICs of those that lean on nothing, over the first horizon; none where no week has one.
    public let means: [Double]

    private static let lean = 0.3
    private static let coinsPerWeek = 100.0
    private static let parts = 32

    /// Judges so many placebos of each kind in place of a signal, over all cores.
    ///
    /// O(count · horizons · weeks), for at most some 100 coins.
    init(
        _ count: Int,
        of signal: PanelMatrix,
        _ panel: EvaluationPanel,
        _ outcomes: [Outcome],
        autocorrelation: Double
    ) {
        let all = RankedPanel(signal, signal, beyond: panel.controls)
        let wanted =
            all.coins.isEmpty
            ? 0 : Double(all.coins.count) * min(1, PlaceboTrial.coinsPerWeek / all.coinsPerWeek)
        var order = CoinPermutations(all.coins.map { panel.seeds[$0] })
        let chosen = order.sources(0, place: 9).prefix(Int(wanted.rounded(.up))).map { all.coins[$0] }.sorted()
        let own = signal.rows(chosen)
        let controls = panel.controls.map { $0.rows(chosen) }
        let courts = outcomes.map { outcome in
            (horizon: outcome.horizon, weeks: RankedPanel(own, outcome.values.rows(chosen), beyond: controls).weeks)
        }
        .filter { $0.weeks.contains { $0 != nil } }
        let (weeks, seeds) = (panel.weeks, chosen.map { panel.seeds[$0] })
        let persistence = autocorrelation.isNaN ? 0 : min(max(autocorrelation, 0), 0.995)
        let factors = [nil, PlaceboTrial.standardised(controls[0]), PlaceboTrial.standardised(controls[1])]
        let judged = onAllCores(parts: courts.isEmpty ? 0 : PlaceboTrial.parts) { part in
            share(part, of: PlaceboTrial.parts, count: count).map { number in
                let noise = PlaceboTrial.noise(number, seeds, weeks, persistence)
                let found = factors.map { PlaceboTrial.correlations(noise, leaningOn: $0, courts) }
                return courts.indices.flatMap { court in found.map { $0[court] } }
            }
        }
        let kinds = courts.flatMap { court in Lean.allCases.map { (court.horizon, $0) } }
        shares = kinds.enumerated().map { place, kind in
            Share(
                lean: kind.1,
                horizon: kind.0,
                count: count,
                rejected: judged.count { rounded($0[place].p) <= 0.1 }
            )
        }
        means = judged.compactMap { $0.first?.mean }
    }

    private typealias Court = (horizon: Int, weeks: [RankedWeek?])

    /// The mean neutral IC of one placebo over each horizon.
    private static func correlations(
        _ noise: PanelMatrix,
        leaningOn factor: PanelMatrix?,
        _ courts: [Court]
    ) -> [BlockStandardError] {
        let rest = (1 - lean * lean).squareRoot()
        var series = courts.map { Array(repeating: Double.nan, count: $0.weeks.count) }
        for week in 0..<noise.weeks {
            // Horizons have the same coins in most weeks, and then the same ranks.
            var (coins, ranks): ([Int], [Double]?) = ([], nil)
            for (court, judged) in courts.enumerated() {
                guard let ranked = judged.weeks[week] else { continue }
                if ranked.coins != coins {
                    coins = ranked.coins
                    let values = coins.map { coin in
                        factor.map { lean * $0[coin, week] + rest * noise[coin, week] } ?? noise[coin, week]
                    }
                    ranks = ranked.ranks(values)
                }
                if let ranks { series[court][week] = dot(ranks, ranked.outcome) }
            }
        }
        return zip(series, courts).map { BlockStandardError($0, horizon: $1.horizon) }
    }

    /// The ranks of each week at a mean of 0 and a deviation of 1; NaN where a value is missing.
    private static func standardised(_ control: PanelMatrix) -> PanelMatrix {
        var standard = control
        for week in 0..<control.weeks {
            let coins = (0..<control.coins).filter { !control[$0, week].isNaN }
            let ranks = averageRanks(coins.map { control[$0, week] })
            let (center, spread) = (mean(ranks), deviation(ranks))
            for (coin, rank) in zip(coins, ranks) { standard[coin, week] = spread > 0 ? (rank - center) / spread : 0 }
        }
        return standard
    }

    private static func noise(_ number: Int, _ seeds: [UInt64], _ weeks: Int, _ persistence: Double) -> PanelMatrix {
        var values = PanelMatrix(coins: seeds.count, weeks: weeks)
        let fresh = (1 - persistence * persistence).squareRoot()
        for (coin, seed) in seeds.enumerated() {
            let start = Draws.start(number, seed: seed)
            var value = 0.0
            for week in 0..<weeks {
                let deviate = NormalDistribution.quantile(Draws.uniform(start, 100 + week))
                value = week == 0 ? deviate : persistence * value + fresh * deviate
                values[coin, week] = value
            }
        }
        return values
    }
}

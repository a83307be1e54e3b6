internal import CoinModel
public import CoinTables

/// What a signal of a preset adds to the score of a coin.
public struct Contribution: Hashable, Sendable {
    /// The signal, as weights name it.
    public let signal: String
    /// Its value, or why there is none.
    public let value: Cell
    /// How the value stands among the coins, in the preset's own measure, or why that is not known.
    public let standing: Cell
    /// The weight that the preset gives it.
    public let weight: Double
    /// What it adds to the score; missing where the coin lacks it.
    public let amount: Cell

    /// Whether the coin has the signal.
    var isThere: Bool { if case .missing = standing { false } else { true } }
}

extension MeasuredUniverse {
    /// What each signal of the preset adds to the score of any of the coins.
    var contributions: @Sendable (CoinMeasures) -> [Contribution] {
        switch preset {
        case .classic:
            let signals = ClassicSignal.all
            let weights = signals.map { input.options.weights[$0.name] ?? $0.weight }
            let scores = classic
            return { coin in
                let z = scores.z.map { $0[coin.place] }
                let total = weights.indices.reduce(0) { $0 + (z[$1].isThere ? abs(weights[$1]) : 0) }
                let score = scores.scores[coin.place]
                return zip(weights.indices, coin.classicMetrics).map { signal, metric in
                    let amount = z[signal].map(orMissing: .zeroBase) { weights[signal] * $0 / total }
                    return Contribution(
                        signal: signals[signal].name,
                        value: metric.cell,
                        standing: z[signal].cell,
                        weight: weights[signal],
                        amount: score.isThere ? amount.cell : score.cell
                    )
                }
            }
        case .activity:
            let scores = scores
            return { coin in
                let (name, change) = ("dev_change_pct", coin.development.changePercent.cell)
                let amount = scores[coin.place].cell
                return [Contribution(signal: name, value: change, standing: change, weight: 1, amount: amount)]
            }
        case .discovery:
            let discovery = discovery
            return { coin in
                DiscoverySignal.allCases.map { signal in
                    Contribution(
                        signal: signal.name,
                        value: discovery.estimates[signal.rawValue][coin.place].mean.cell,
                        standing: discovery.z[signal.rawValue][coin.place].cell,
                        weight: discovery.weights[signal.rawValue],
                        amount: discovery.contribution(signal, coin.place).cell
                    )
                }
            }
        }
    }
}

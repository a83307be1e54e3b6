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

    init(_ signal: String, _ value: Measured, _ standing: Measured, _ weight: Double, _ amount: Measured) {
        (self.signal, self.weight) = (signal, weight)
        (self.value, self.standing, self.amount) = (value.cell, standing.cell, amount.cell)
    }

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
                    let adds = score.isThere ? amount : score
                    return Contribution(signals[signal].name, metric, z[signal], weights[signal], adds)
                }
            }
        case .activity:
            let scores = scores
            return { coin in
                let change = coin.development.changePercent
                return [Contribution("dev_change_pct", change, change, 1, scores[coin.place])]
            }
        case .discovery:
            let discovery = discovery
            return { coin in
                DiscoverySignal.allCases.map { signal in
                    let (number, place) = (signal.rawValue, coin.place)
                    let (value, z) = (discovery.estimates[number][place].mean, discovery.z[number][place])
                    let adds = discovery.contribution(signal, place)
                    return Contribution(signal.name, value, z, discovery.weights[number], adds)
                }
            }
        }
    }
}

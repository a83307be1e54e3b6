internal import CoinModel
internal import CoinTables

// What coins are ranked by.
extension Derivation {
    static func score(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        if let place = ClassicScores.signals.firstIndex(where: { $0.column == name }) {
            return standing(ClassicScores.signals[place], universe, coin)
        }
        for signal in DiscoverySignal.allCases {
            if let derivation = signalled(name, signal, universe, coin) { return derivation }
        }
        switch name {
        case "score": return score(universe.contributions(to: coin), universe, coin)
        case "because": return Derivation(nil, DiscoverySignal.allCases.map(\.contributionColumn) + ["reason"])
        case "reason":
            return Derivation(nil, ["state", "repositories", "commit_source", "market_source", "trend_term"])
        default: return nil
        }
    }

    /// The weighted mean of what is there, or the one signal that is all.
    private static func score(
        _ contributions: [Contribution],
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        switch universe.preset {
        case .classic: break
        case .activity:
            let signals = contributions.map(\.signal)
            return Derivation(
                signals.joined(separator: " + "),
                signals,
                over: signals.flatMap { Derivation.of($0, universe.section.quote, universe, coin)?.series ?? [] }
            )
        case .discovery:
            let there = zip(DiscoverySignal.allCases, contributions).filter { $1.isThere }.map(\.0.contributionColumn)
            return Derivation(
                there.isEmpty ? nil : there.joined(separator: " + "),
                DiscoverySignal.allCases.map(\.contributionColumn)
            )
        }
        let columns = Dictionary(uniqueKeysWithValues: ClassicScores.signals.map { ($0.name, $0.column) })
        let there = contributions.filter(\.isThere)
        let terms = there.map { signal in
            (signal.weight < 0 ? "− " : "+ ") + "\(abs(signal.weight)) · \(columns[signal.signal] ?? signal.signal)"
        }
        let weights = there.map { "\(abs($0.weight))" }
        guard !there.isEmpty else { return Derivation(nil, contributions.compactMap { columns[$0.signal] }) }
        return Derivation(
            "(0 \(terms.joined(separator: " "))) / (\(weights.joined(separator: " + ")))",
            contributions.compactMap { columns[$0.signal] }
        )
    }

    /// Where a metric stands among the coins that have it.
    private static func standing(
        _ signal: ClassicScores.Signal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let values = universe.each(signal.value).filter(\.isThere).map(\.value)
        let (low, high) = (quantile(values, ClassicScores.tail), quantile(values, 1 - ClassicScores.tail))
        let inside = values.map { min(max($0, low), high) }
        return Derivation(
            "(min(max(\(signal.name), low), high) − centre) / spread",
            [signal.name],
            [
                Explanation.Input("low", low, "", "5 % quantile over the \(values.count) coins that have it."),
                Explanation.Input("high", high, "", "95 % quantile over them."),
                Explanation.Input("centre", mean(inside), "", "Mean of the values brought inside these."),
                Explanation.Input("spread", deviation(inside), "", "Sample deviation of these."),
            ],
            over: Derivation.of(signal.name, universe.section.quote, universe, coin)?.series ?? []
        )
    }
}

extension Contribution {
    /// Whether the coin has the signal.
    var isThere: Bool { if case .missing = standing { false } else { true } }
}

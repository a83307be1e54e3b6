internal import CoinModel

extension MeasuredUniverse {
    /// What each signal of the preset adds to the score of a coin.
    func contributions(to coin: CoinMeasures) -> [Contribution] {
        switch preset {
        case .classic:
            let signals = ClassicScores.signals.map { (signal: $0, weight: options.weights[$0.name] ?? $0.weight) }
            let z = classic.z.map { $0[coin.place] }
            let total = signals.indices.reduce(0) { $0 + (z[$1].isThere ? abs(signals[$1].weight) : 0) }
            return zip(signals, z).map { own, z in
                Contribution(
                    signal: own.signal.name,
                    value: own.signal.value(coin).cell,
                    standing: z.cell,
                    weight: own.weight,
                    amount: coin.score.isThere
                        ? z.map(orMissing: .zeroBase) { own.weight * $0 / total }.cell : coin.score.cell
                )
            }
        case .activity: return [sole("dev_change_pct", coin.development.changePercent, coin)]
        case .discovery:
            return DiscoverySignal.allCases.map { signal in
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

    /// A signal that is the whole score.
    private func sole(_ signal: String, _ value: Measured, _ coin: CoinMeasures) -> Contribution {
        Contribution(
            signal: signal,
            value: value.cell,
            standing: value.cell,
            weight: 1,
            amount: coin.score.cell
        )
    }
}

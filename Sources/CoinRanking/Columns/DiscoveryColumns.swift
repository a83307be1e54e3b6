internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// What the signals of `discovery` are worked out from.
    static let discoveryParts: SectionParts = [
        .standing, .close, .volumeMedian, .capitalisation, .interest, .firstClose,
    ]

    /// The score of `discovery`, how sure its ranks are, and what each signal adds to it.
    static func discovery() -> [Entry] {
        let any =
            UsualReasons.development + UsualReasons.market + UsualReasons.interest + UsualReasons.valuation + [
                .zeroBase, .suspect, .noUniverse, .noDevelopers,
            ]
        func perSignal(
            _ column: KeyPath<DiscoverySignal, String>,
            _ title: String,
            _ meaning: String,
            _ value: @escaping @Sendable (CoinMeasures, DiscoverySignal) -> Measured
        ) -> [Entry] {
            DiscoverySignal.allCases.map { signal in
                let words = meaning.split(separator: "%", omittingEmptySubsequences: false)
                return Entry(
                    signal[keyPath: column],
                    "\(title) \(signal.name)",
                    .signed(2),
                    any,
                    words.joined(separator: signal.name)
                ) {
                    value($0, signal)
                }.reading(discoveryParts)
            }
        }
        return [
            Entry(
                count: "rank_low",
                "Rank from",
                orMissing: .noInterval,
                "10 % quantile of the rank when signals and weights move within their errors (`discovery`)."
            ) { $0.rankSpread?.range.lowerBound }.reading([discoveryParts, .seeds]),
            Entry(
                count: "rank_high",
                "Rank to",
                orMissing: .noInterval,
                "90 % quantile of the rank when signals and weights move within their errors (`discovery`)."
            ) { $0.rankSpread?.range.upperBound }.reading([discoveryParts, .seeds]),
            Entry(
                "score_pct",
                "Score %",
                .fixed(1),
                [.notRanked],
                "100 Φ(S/σ) of the `discovery` score S, σ² the mean of S² over the ranked coins: 50 is the middle."
            ) { $0.discovery.percent($0.place) }.reading(discoveryParts),
            Entry(
                "valuation",
                "Valuation",
                .signed(2),
                UsualReasons.valuation,
                "Standardised residual of ln market capitalisation on developer-days, developers, volume and age of "
                    + "its peers: negative is cheap relative to them."
            ) { $0.discovery.valuation.residuals[$0.place] }.reading(discoveryParts),
        ]
            + perSignal(\.contributionColumn, "Adds", "What the signal % adds to the `discovery` score.") {
                $0.discovery.contribution($1, $0.place)
            }
            + perSignal(\.scoreColumn, "z", "Normal score of % among the eligible coins that have it.") {
                $0.discovery.z[$1.rawValue][$0.place]
            }
            + perSignal(\.meanColumn, "Mean", "What is believed of the signal %, m.") {
                $0.discovery.estimates[$1.rawValue][$0.place].mean
            }
            + perSignal(\.errorColumn, "Error", "How sure that is: the standard error s of mean_%.") {
                let estimate = $0.discovery.estimates[$1.rawValue][$0.place]
                return estimate.mean.map(orMissing: .noFit) { _ in estimate.error }
            }
    }
}

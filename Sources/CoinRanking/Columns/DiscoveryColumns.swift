internal import CoinModel
internal import CoinTables

extension SectionParts {
    /// What the signals of `discovery` are worked out from.
    static let discovery = traded.union([.interest, .seeds])
}

extension ColumnDictionary {
    /// The score of `discovery`, how sure its ranks are, and what each signal adds to it.
    static func discovery() -> [ColumnEntry] {
        let without = "Rank among the coins without repositories, by volume and search alone: a list of its own."
        return [
            spread("rank_low", "Rank from", \.lowerBound)
                .means("10 % quantile of the rank in its list when the signals move within their errors (`discovery`).")
                .derived { interval("min(floor(tenth), rank)", "tenth", "10 %", \.low, $0, $1) },
            spread("rank_high", "Rank to", \.upperBound)
                .means("90 % quantile of the rank in its list when the signals move within their errors (`discovery`).")
                .derived { interval("max(ceiling(ninth), rank)", "ninth", "90 %", \.high, $0, $1) },
            .count(
                "rank_without_repositories",
                "Rank apart",
                orMissing: .notRanked,
                .discovery,
                of: { Dictionary(firstOf: zip($0.withoutRepositories.ranking, 1...)) },
                { $0[$1.place] }
            )
            .means(without),
            .number("score_pct", "Score %", .fixed(1), [.notRanked], .discovery, of: \.discovery) {
                $0.percent($1.place)
            }
            .means("100 Φ(S/σ) of the `discovery` score S, σ² the mean of S² over the ranked coins: 50 is the middle.")
            .formula("100 · cumulative(total / sigma)", DiscoverySignal.contributionColumns) { universe, coin in
                let total = universe.discovery.scores[coin.place].value
                let sigma = "Root of the mean square of the ranked coins' scores in `discovery`."
                return [
                    Input("total", total, orMissing: .notRanked, "Sum of its contributions."),
                    Input("sigma", universe.discovery.sigma, sigma),
                ]
            },
            .number(
                "cap_against_volume",
                "Cap v volume",
                .signed(2),
                .capAgainstVolume,
                .discovery,
                of: \.capAgainstVolume.residuals,
                { $0[$1.place] }
            )
            .means(
                "Standardised residual of ln market capitalisation on developer-days, developers and volume of its "
                    + "peers: negative is less than peers of its volume have. It follows volume; no fair value."
            )
            .derived { regression($0.capAgainstVolume, money: $0.section.quote.uppercased(), $1) },
        ] + signals()
    }

    /// An end of the ranks that a coin may have.
    typealias RankEnd = @Sendable (ClosedRange<Int>) -> Int

    private static func spread(_ name: String, _ title: String, _ end: @escaping RankEnd) -> ColumnEntry {
        .count(
            name,
            title,
            orMissing: .noInterval,
            .discovery,
            of: { $0.preset == .discovery ? $0.rankSpreads : [] },
            { spreads, coin in spreads.isEmpty ? nil : spreads[coin.place].map { end($0.range) } }
        )
    }

    private static func interval(
        _ formula: String,
        _ quantile: String,
        _ percent: String,
        _ value: KeyPath<RankSpread, Double>,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let moves =
            "\(percent) quantile of its ranks when each mean moves by its error times a normal number."
        let discovery = universe.discovery
        let seeds = universe.section.seeds
        let inputs = [
            Input(quantile, universe.rankSpreads[coin.place]?[keyPath: value], orMissing: .noInterval, moves),
            Input("draws", count: discovery.draws, unit: "draws", DiscoverySignal.ofDraws),
            Input(
                name: "seed",
                value: seeds.isEmpty ? .missing(.noInterval) : .text(String(seeds[coin.index], radix: 16)),
                unit: "",
                meaning: "What its random numbers follow from: the first 8 bytes of the SHA-256 of its id."
            ),
        ]
        return Derivation(formula, ["rank"] + DiscoverySignal.estimateColumns, inputs)
    }

    /// The regression of capitalisations, with the terms of a coin.
    private static func regression(_ fit: CapAgainstVolume, money: String, _ coin: CoinMeasures) -> Derivation {
        let reason = fit.residuals[coin.place].reason
        func number(_ name: String, _ value: Double, unit: String = "", _ meaning: String) -> Input {
            Input(name, value, unit: unit, orMissing: reason, meaning)
        }
        let terms = [
            ("days", "1 + units_recent", "ln of 1 + units_recent"),
            ("developers", "1 + distinct", "ln of 1 + distinct developers"),
            ("volume", "traded", "ln of traded volume"),
        ]
        let coefficients = fit.coefficients.isEmpty ? Array(repeating: .nan, count: 4) : fit.coefficients
        var formula = "ln(capitalisation) − b0"
        var inputs = [number("b0", coefficients[0], "Intercept of the regression.")]
        for (place, term) in terms.enumerated() where !fit.lacksDevelopers || term.0 != "developers" {
            formula += " − b_\(term.0) · ln(\(term.1))"
            let meaning = "Coefficient of \(term.2), over \(fit.count) peers; 0 where it says no more than the others."
            inputs.append(number("b_\(term.0)", coefficients[place + 1], meaning))
        }
        let newest = "Its newest capitalisation, at most four weeks old."
        inputs.append(number("capitalisation", coin.freshCapitalisation, unit: money, newest))
        if !fit.lacksDevelopers {
            let (distinct, meaning) = (coin.distinctDevelopers, "Distinct developers of the last 12 weeks.")
            inputs.append(number("distinct", distinct, unit: "developers", meaning))
        }
        inputs += [
            number("traded", coin.typicalVolume.median, unit: money, medians),
            number("scale", fit.scale, "Robust deviation of the residuals."), leverage(fit, coin),
        ]
        let series: [SeriesUse] = .year(.marketCap) + .weeks(Window.recent, .developerDays, .volumeMedian)
        return Derivation("(\(formula)) / (scale · √(1 − leverage))", ["units_recent"], inputs, over: series)
    }

    static func leverage(_ fit: CapAgainstVolume, _ coin: CoinMeasures) -> Input {
        let reason = fit.residuals[coin.place].reason
        let meaning = "How much the regression leans on the coin, 0 to 1."
        return Input("leverage", fit.leverages[coin.place], orMissing: reason, meaning)
    }
}

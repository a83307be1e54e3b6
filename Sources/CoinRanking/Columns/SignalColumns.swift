internal import CoinModel
internal import CoinTables

extension DiscoverySignal {
    /// The columns of what each adds to the score.
    static let contributionColumns = allCases.map(\.contributionColumn)
    /// The columns of what is believed of each, and of how sure that is.
    static let estimateColumns = allCases.flatMap { [$0.meanColumn, $0.errorColumn] }
    /// What a number of draws is.
    static let ofDraws = "How often all coins were ranked again."
}

extension ColumnDictionary {
    /// What each signal of `discovery` adds to the score, its normal score, and m and s.
    static func signals() -> [ColumnEntry] {
        let signals = DiscoverySignal.allCases
        return signals.map(contribution) + signals.map(normalScore) + signals.map(believed) + signals.map(error)
    }

    private static func column(
        _ name: String,
        _ title: String,
        _ signal: DiscoverySignal,
        _ value: @escaping @Sendable (_ scores: DiscoveryScores, _ place: Int) -> Measured
    ) -> ColumnEntry {
        let reasons: [MissingReason] =
            .development + .market + .interest + .capAgainstVolume + [.zeroBase, .suspect, .noUniverse, .noDevelopers]
        return .number(name, "\(title) \(signal.name)", .signed(2), reasons, .discovery, of: \.discovery) {
            value($0, $1.place)
        }
    }

    private static func contribution(_ signal: DiscoverySignal) -> ColumnEntry {
        column(signal.contributionColumn, "Adds", signal) { $0.contribution(signal, $1) }
            .means("What the signal \(signal.name) adds to the `discovery` score.")
            .derived { universe, coin in
                let weight = universe.discovery.weights[signal.rawValue]
                let meaning = "The weight of the signal; all of them are in pipelines/weights.yaml."
                let (column, input) = (signal.scoreColumn, Input("weight", weight, meaning))
                return Derivation("weight · \(column)", [column], [input], over: series(of: signal, coin))
            }
    }

    private static func normalScore(_ signal: DiscoverySignal) -> ColumnEntry {
        column(signal.scoreColumn, "z", signal) { $0.z[signal.rawValue][$1] }
            .means("Expected normal score of \(signal.name) among the eligible coins that have it.")
            .derived { universe, coin in
                let discovery = universe.discovery
                let own = discovery.z[signal.rawValue][coin.place]
                let draws = Double(discovery.draws)
                let meaning =
                    "Sum over the draws of the normal score of its place, when m of every coin moves by s times a normal "
                    + "number of the coin."
                let coins = discovery.estimates[signal.rawValue].count { $0.mean.isThere }
                let inputs = [
                    Input("total", own.value * draws, orMissing: own.reason, meaning),
                    Input("draws", draws, unit: "draws", DiscoverySignal.ofDraws),
                    Input("coins", Double(coins), unit: "coins", "How many eligible coins have the signal."),
                ]
                let columns = [signal.meanColumn, signal.errorColumn]
                return Derivation("total / draws", columns, inputs, over: series(of: signal, coin))
            }
    }

    private static func believed(_ signal: DiscoverySignal) -> ColumnEntry {
        column(signal.meanColumn, "Mean", signal) { $0.estimates[signal.rawValue][$1].mean }
            .means("What is believed of the signal \(signal.name), m.")
            .derived { universe, coin in
                switch signal {
                case .development, .developers:
                    let formula = "(digamma(alpha) − digamma(beta) + ln(weeks_base / weeks_recent)) / ln(2)"
                    return logarithm(formula, signal, universe, coin)
                case .volume, .search:
                    let measure = signal == .volume ? "vol_trend" : "search_momentum"
                    return shrunk("centre + factor · (\(measure) − centre)", [measure], signal, universe, coin)
                case .capAgainstVolume: return Derivation("0 − \(signal.name)", [signal.name])
                }
            }
    }

    private static func error(_ signal: DiscoverySignal) -> ColumnEntry {
        column(signal.errorColumn, "Error", signal) {
            let estimate = $0.estimates[signal.rawValue][$1]
            return estimate.mean.map(orMissing: .noFit) { _ in estimate.error }
        }
        .means("How sure that is: the standard error s of mean_\(signal.name).")
        .derived { universe, coin in
            switch signal {
            case .development, .developers:
                return logarithm("√(trigamma(alpha) + trigamma(beta)) / ln(2)", signal, universe, coin)
            case .volume, .search: return shrunk("√(own · (1 − factor))", [], signal, universe, coin)
            case .capAgainstVolume:
                let input = leverage(universe.capAgainstVolume, coin)
                return Derivation("√(leverage / (1 − leverage))", [], [input])
            }
        }
    }

    /// A measure drawn towards what is usual among the coins.
    private static func shrunk(
        _ formula: String,
        _ columns: [String],
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let isVolume = signal == .volume
        let shrinkage = isVolume ? universe.volumeShrinkage : universe.interestShrinkage
        let measure = isVolume ? "vol_trend" : "search_momentum"
        let noise =
            "Standard error of \(measure), from how much its blocks of 4 weeks differ"
            + (isVolume ? "." : ", from rounding and from how much its pulls differ.")
        let factor =
            "own / (own + noise²), half of it for an ambiguous term: how much it keeps of its distance from the centre."
        let inputs = [
            Input("factor", shrinkage.factor(coin.place), factor), Input("noise", shrinkage.error(coin.place), noise),
            Input("own", shrinkage.own, "Variance of \(measure) among the coins that is not noise."),
            Input("centre", shrinkage.center, "Median of \(measure) over the eligible coins."),
        ]
        return Derivation(formula, columns, inputs, over: series(of: signal, coin))
    }

    /// The logarithm of a rate ratio.
    private static func logarithm(
        _ formula: String,
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let isDevelopment = signal == .development
        let activity = coin.development
        let rate = isDevelopment ? activity.rate : activity.developerRate
        let reason = isDevelopment ? activity.rateReason : activity.developerReason
        let usual = isDevelopment ? universe.usualRatio : universe.usualDeveloperRatio
        let share = rate?.posterior(usual: usual).share
        func number(_ name: String, _ value: Double?, _ unit: String, _ meaning: String) -> Input {
            Input(name, value, unit: unit, orMissing: reason, meaning)
        }
        let base = "2 · weeks_base / (usual · weeks_recent) + base counts / dispersion."
        let inputs = [
            Input("usual", usual, "Median ratio over the eligible coins; 1 with fewer than ten."),
            number("alpha", share?.alpha, "units", "2 + recent counts / dispersion."),
            number("beta", share?.beta, "units", base),
            number("weeks_recent", rate?.recentWeeks, "weeks", "Observed weeks of the last 12."),
            number("weeks_base", rate?.baseWeeks, "weeks", "Observed weeks of the 40 before."),
        ]
        let series: [SeriesUse] = isDevelopment ? units(coin) : .segments(.developers)
        return Derivation(formula, [], inputs, over: series)
    }

    /// The series of the column that a signal is measured by; none where it has no such column.
    private static func series(of signal: DiscoverySignal, _ coin: CoinMeasures) -> [SeriesUse] {
        switch signal {
        case .development: units(coin)
        case .developers, .capAgainstVolume: []
        case .volume: volumeTrendSeries
        case .search: .segments(.interest)
        }
    }
}

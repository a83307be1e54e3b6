internal import CoinModel
internal import CoinTables

extension Preset {
    /// What means of commits are worked out from by the rule of the preset.
    var commitParts: SectionParts { self == .classic ? .commits : .development }

    /// The series that these means are of: all commits, or those by people.
    var commitSeries: [SeriesUse.Series] {
        self == .classic ? [.commits, .weeksWithoutRow] : SeriesUse.Series.ofPeople
    }

    /// What the z-scores of `classic` are worked out from.
    fileprivate var classicParts: SectionParts { commitParts.union([.volumeMean, .close, .interest]) }

    /// What the score is worked out from.
    var scoreParts: SectionParts {
        switch self {
        // Its notes say whose work of one week a rank is.
        case .classic: classicParts.union(.commitKinds)
        case .activity: [.development, .close]
        case .discovery: .discovery
        }
    }
}

extension ColumnDictionary {
    /// What the presets rank by.
    static func scores(_ preset: Preset) -> [ColumnEntry] {
        let any: [MissingReason] = .development + .close + .interest + [.zeroBase]
        let z = ClassicSignal.all.enumerated().map { index, signal in
            ColumnEntry.number(signal.scoreColumn, signal.title, .signed(2), any, preset.classicParts, of: \.classic) {
                $0.z[index][$1.place]
            }
            .means("Winsorised z-score of \(signal.name) over the coins that have it.")
            .derived { universe, _ in standing(index, universe) }
        }
        return z + [
            .number(
                "score",
                "Score",
                .signed(3),
                any + [.notRanked, .fewMetrics],
                preset.scoreParts,
                of: \.scores,
                { $0[$1.place] }
            )
            .means(
                "What the preset ranks by: the sum of the contributions in `discovery`, dev_change_pct in `activity`, "
                    + "the weighted mean of the z-scores in `classic`."
            )
            .derived { universe, coin in
                switch preset {
                case .classic: weightedMean(universe.contributions(coin))
                case .activity: Derivation("dev_change_pct", ["dev_change_pct"], over: .means(preset.commitSeries))
                case .discovery: total(universe.contributions(coin))
                }
            },
            .number("coverage", "Coverage", .fixed(2), [], preset.scoreParts, of: \.coverage) {
                Measured($0[$1.place], orMissing: .nothingToSay)
            }
            .means(
                "Share of the preset's weight that rests on data of the coin, 0 to 1; `activity` rests on developer "
                    + "activity alone."
            )
            .derived { universe, coin in
                let contributions = universe.contributions(coin)
                let columns =
                    preset == .discovery ? DiscoverySignal.allCases.map(\.scoreColumn) : contributions.map(\.signal)
                func weight(_ signals: [Contribution]) -> Double { signals.reduce(0) { $0 + abs($1.weight) } }
                let known = universe.coverage[coin.place] * weight(contributions)
                let inputs = [
                    Input("known", known, "Weight of the signals that it has data for."),
                    Input("all", weight(contributions), "Weight of all signals."),
                ]
                return Derivation("known / all", columns, inputs)
            },
            .number("dev_change_pct", "Dev change", unit: "%", .signed(1), .development + [.zeroBase], .development) {
                $0.development.changePercent
            }
            .means(
                "100 · (mean weekly commits by people of the last 12 by those of the last 52 complete weeks − 1), the "
                    + "latter since the coin's first commit; all of the 12 observed."
            )
            .formula("100 · (mean12 / mean52 − 1)", over: .means(SeriesUse.Series.ofPeople)) { _, coin in
                let unit = "commits a week"
                let (recent, year) = (coin.development.recentMean.value, coin.development.yearMean.value)
                let meaning = "Mean over the observed ones of the last 52 weeks since the coin's first commit."
                return [
                    Input("mean12", recent, unit: unit, "Mean over the observed ones of the last 12 weeks."),
                    Input("mean52", year, unit: unit, meaning),
                ]
            },
        ]
    }

    /// Where a metric of `classic` stands among the coins that have it.
    private static func standing(_ signal: Int, _ universe: MeasuredUniverse) -> Derivation {
        let spread = universe.classicSpreads[signal]
        let name = ClassicSignal.all[signal].name
        let inputs = [
            Input("low", spread.low, "5 % quantile over the \(spread.count) coins that have it."),
            Input("high", spread.high, "95 % quantile over them."),
            Input("centre", spread.center, "Mean of the values brought inside these."),
            Input("spread", spread.deviation, "Sample deviation of these."),
        ]
        let series: [[SeriesUse]] = [
            .means([.commits, .weeksWithoutRow]), .means([.volumeMean]),
            .weeks(0..<1, .close) + .weeks(12..<13, .close),
            .weeks(0..<53, .close), .means([.interest]),
        ]
        let formula = "(min(max(\(name), low), high) − centre) / spread"
        return Derivation(formula, [name], inputs, over: series[signal])
    }

    /// The score of `classic`: the weighted mean of the z-scores that are there.
    private static func weightedMean(_ contributions: [Contribution]) -> Derivation {
        let columns = ClassicSignal.all.map(\.scoreColumn)
        let there = zip(contributions, columns).filter { $0.0.isThere }
        guard !there.isEmpty else { return Derivation(nil, columns) }
        let terms = there.map { ($0.weight < 0 ? "− " : "+ ") + "\(abs($0.weight)) · \($1)" }
        let weights = there.map { "\(abs($0.0.weight))" }
        return Derivation("(0 \(terms.joined(separator: " "))) / (\(weights.joined(separator: " + ")))", columns)
    }

    /// The score of `discovery`: the sum of the contributions that are there.
    private static func total(_ contributions: [Contribution]) -> Derivation {
        let columns = DiscoverySignal.contributionColumns
        let there = zip(columns, contributions).filter { $1.isThere }.map(\.0)
        return Derivation(there.isEmpty ? nil : there.joined(separator: " + "), columns)
    }
}

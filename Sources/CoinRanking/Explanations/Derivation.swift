internal import CoinModel
internal import CoinTables

/// How a column is worked out: a formula over the names of other columns and of numbers of its own, and the weeks that
/// these are made from.
///
/// What has no derivation is a word, or a number as a source gives it: the column's meaning says all there is.
struct Derivation {
    let formula: String?
    /// The columns that enter.
    var columns: [String] = []
    /// The numbers that enter and are no columns.
    var locals: [Explanation.Input] = []
    var series: [SeriesUse] = []

    /// A formula over columns, and numbers of its own.
    init(
        _ formula: String?,
        _ columns: [String] = [],
        _ locals: [Explanation.Input] = [],
        over series: [SeriesUse] = []
    ) {
        self.formula = formula
        self.columns = columns
        self.locals = locals
        self.series = series
    }

    /// The derivation of a column of a coin; nil where there is none.
    ///
    /// - Parameters:
    ///   - name: the column's name.
    ///   - quote: the quote currency of all money, lower-case.
    ///   - universe: the coins.
    ///   - coin: the coin.
    /// - Returns: how it is worked out.
    static func of(_ name: String, _ quote: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        switch name {
        case "price_" + quote: Derivation(nil, over: [SeriesUse(series: .price, weeks: Window.year)])
        case "market_cap_" + quote: Derivation(nil, over: [SeriesUse(series: .marketCap, weeks: Window.year)])
        default:
            plain(name, universe, coin) ?? activity(name, universe, coin) ?? market(name, universe, coin)
                ?? history(name, universe, coin) ?? supply(name, universe, coin) ?? developers(name, universe, coin)
                ?? valued(name, universe, coin)
                ?? score(name, universe, coin) ?? standing(name, universe, coin)
        }
    }
}

extension Explanation.Input {
    /// A number that enters; missing for this reason when it is not finite.
    init(
        _ name: String,
        _ value: Double,
        _ unit: String = "",
        _ meaning: String,
        orMissing reason: MissingReason = .fewWeeks
    ) {
        self.init(name: name, value: .number(value, orMissing: reason), unit: unit, meaning: meaning)
    }

    /// A count that enters; missing for this reason when there is none.
    init(_ name: String, count: Int?, _ unit: String, _ meaning: String, orMissing reason: MissingReason = .fewWeeks) {
        self.init(name: name, value: count.map(Cell.integer) ?? .missing(reason), unit: unit, meaning: meaning)
    }
}

// Means over 12 and 52 weeks, and what is made from them.
extension Derivation {
    static func plain(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let (section, row) = (universe.section, coin.index)
        let commits =
            universe.preset == .classic
            ? DeveloperWeeks.coveredCommits(row, section) : coin.development.weeks.commits
        let volume = WeeklySeries(section.volumeMean[row: row])
        let money = section.quote.uppercased()
        return switch name {
        case "dev12": weeklyMean(commits, .commits, Window.recent, "commits")
        case "dev52": weeklyMean(life(commits, universe, coin), .commits, Window.year, "commits")
        case "dev_ratio": Derivation("dev12 / dev52", ["dev12", "dev52"], over: both(.commits))
        case "dev_change_pct":
            Derivation(
                "100 · (mean12 / mean52 − 1)",
                [],
                [
                    Explanation.Input(
                        "mean12",
                        coin.development.recentMean.value,
                        "commits a week",
                        "Mean over the observed ones of the last 12 weeks."
                    ),
                    Explanation.Input(
                        "mean52",
                        coin.development.yearMean.value,
                        "commits a week",
                        "Mean over the observed ones of the last 52 weeks since the coin's first commit."
                    ),
                ],
                over: both(.commits)
            )
        case "vol12": weeklyMean(volume, .volumeMean, Window.recent, money)
        case "vol52": weeklyMean(volume, .volumeMean, Window.year, money)
        case "vol_ratio": Derivation("vol12 / vol52", ["vol12", "vol52"], over: both(.volumeMean))
        case "trend12": weeklyMean(coin.interest.series, .interest, Window.recent, "index")
        case "trend52": weeklyMean(coin.interest.series, .interest, Window.year, "index")
        case "trend_ratio": Derivation("trend12 / trend52", ["trend12", "trend52"], over: both(.interest))
        default: nil
        }
    }

    /// The weeks with those before the first commit as 0, where that is asked for.
    private static func life(
        _ commits: WeeklySeries,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> WeeklySeries {
        guard universe.options.plain52, universe.preset != .classic, let first = coin.development.weeks.firstActive
        else { return commits }
        let life = first.distance(to: universe.section.asOf.lastCompleteWeek) + 1
        return WeeklySeries(commits.values.enumerated().map { $0.offset < life ? $0.element : 0 })
    }

    static func weeklyMean(
        _ weeks: WeeklySeries,
        _ series: SeriesUse.Series,
        _ window: Range<Int>,
        _ unit: String
    ) -> Derivation {
        let observed = weeks.observed(window)
        return Derivation(
            "total / weeks",
            [],
            [
                Explanation.Input("total", sum(observed), unit, "Sum over the observed weeks of the window."),
                Explanation.Input("weeks", Double(observed.count), "weeks", "How many of its weeks were observed."),
            ],
            over: [SeriesUse(series: series, weeks: window)]
        )
    }

    /// R and Y of a series.
    static func both(_ series: SeriesUse.Series) -> [SeriesUse] {
        [SeriesUse(series: series, weeks: Window.recent), SeriesUse(series: series, weeks: Window.year)]
    }

    /// R and B of a series.
    static func segments(_ series: SeriesUse.Series) -> [SeriesUse] {
        [SeriesUse(series: series, weeks: Window.recent), SeriesUse(series: series, weeks: Window.base)]
    }
}

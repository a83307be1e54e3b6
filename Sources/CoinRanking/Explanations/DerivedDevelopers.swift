internal import CoinModel

// Who develops, and search interest on the scale that exports share.
extension Derivation {
    static func developers(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let facts = coin.developers
        let days = facts.map { sum($0.developerDays[Window.year]) }
        func count(_ name: String, _ value: Double?, _ unit: String, _ meaning: String) -> Explanation.Input {
            Explanation.Input(name, value ?? .nan, unit, meaning, orMissing: .notCloned)
        }
        return switch name {
        case "dev12_shared": shared(Window.recent, universe, coin)
        case "dev52_shared": shared(Window.year, universe, coin)
        case "developers52":
            Derivation("developers12 + leavers", ["developers12", "leavers"], over: segments(.commits))
        case "leavers":
            Derivation("developers52 − developers12", ["developers52", "developers12"], over: segments(.commits))
        case "newcomers":
            Derivation(
                "developers52 − earlier",
                ["developers52"],
                [
                    count(
                        "earlier",
                        facts.map { Double($0.yearDevelopers - $0.newcomers) },
                        "developers",
                        "Distinct developers of the 40 weeks before the last 12."
                    )
                ],
                over: segments(.commits)
            )
        case "top_share":
            Derivation(
                "top / all",
                [],
                [
                    count(
                        "top",
                        facts.flatMap { facts in facts.topShare.map { ($0 * (days ?? 0)).rounded() } },
                        "developer-days",
                        "Those of the most active developer in 52 weeks."
                    ), count("all", days, "developer-days", "Those of all developers."),
                ],
                over: [SeriesUse(series: .developerDays, weeks: Window.year)]
            )
        case "interest_level12": level("trend12 · factor", ["trend12"], coin, \.factor) { _ in .nan }
        case "interest_low": level("recent · factor", [], coin, \.low) { InterestCell($0).low }
        case "interest_high": level("recent · factor", [], coin, \.high) { InterestCell($0).high }
        default: nil
        }
    }

    private static func shared(
        _ window: Range<Int>,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        weeklyMean(coin.development.weeks.sharedCommits(coin.index, universe.section), .commits, window, "commits")
    }

    private static func level(
        _ formula: String,
        _ columns: [String],
        _ coin: CoinMeasures,
        _ factor: KeyPath<SearchScale, Double>,
        _ end: (Double) -> Double
    ) -> Derivation {
        let recent = mean(coin.interest.series.observed(Window.recent).map(end))
        let scale = Explanation.Input(
            "factor",
            coin.interestScale?[keyPath: factor] ?? 1,
            "",
            "What brings its export onto the scale that interest_scale names, at this end of its bounds; 1 on its own."
        )
        return Derivation(
            formula,
            columns,
            columns.isEmpty
                ? [
                    Explanation.Input(
                        "recent",
                        recent,
                        "index",
                        "Mean of the last 12 weeks, at this end of their cells."
                    ), scale,
                ]
                : [scale],
            over: [SeriesUse(series: .interest, weeks: Window.recent)]
        )
    }
}

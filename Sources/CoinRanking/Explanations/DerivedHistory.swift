internal import CoinModel
internal import CoinTables

// Distances, age and shares.
extension Derivation {
    static func history(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let (section, row) = (universe.section, coin.index)
        let year = WeeklySeries(section.close[row: row]).observed(Window.year)
        return switch name {
        case "drawdown": distance(from: year.max() ?? .nan, "highest", "Highest close of 52 weeks.", universe, coin)
        case "above_low": distance(from: year.min() ?? .nan, "lowest", "Lowest close of 52 weeks.", universe, coin)
        case "drawdown_ever":
            distance(
                from: section.highestClose[row],
                "highest",
                "Highest weekly close of its source that the store knows.",
                universe,
                coin
            )
        case "above_low_ever":
            distance(
                from: section.lowestClose[row],
                "lowest",
                "Lowest weekly close of its source that the store knows.",
                universe,
                coin
            )
        case "age_weeks": age(section, coin)
        case "cap_share":
            Derivation(
                "capitalisation / all",
                [],
                [
                    Explanation.Input(
                        "capitalisation",
                        coin.freshCapitalisation,
                        section.quote.uppercased(),
                        "Its newest capitalisation, at most four weeks old.",
                        orMissing: .noFreshCap
                    ),
                    Explanation.Input(
                        "all",
                        universe.totals.capitalisation,
                        section.quote.uppercased(),
                        "That of the \(universe.totals.count) coins that have one and stand for no other coin."
                    ),
                ],
                over: [SeriesUse(series: .marketCap, weeks: Window.year)]
            )
        default: nil
        }
    }

    private static func distance(
        from extreme: Double,
        _ name: String,
        _ meaning: String,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let money = universe.section.quote.uppercased()
        return Derivation(
            "newest / \(name) − 1",
            [],
            [
                Explanation.Input(
                    "newest",
                    universe.section.close[coin.index, 0],
                    money,
                    "Close of the newest complete week.",
                    orMissing: .noClose
                ),
                Explanation.Input(name, extreme, money, meaning, orMissing: .noClose),
            ],
            over: [SeriesUse(series: .close, weeks: Window.year)]
        )
    }

    private static func age(_ section: CrossSection, _ coin: CoinMeasures) -> Derivation {
        func first(_ name: String, _ week: Week?, _ meaning: String) -> Explanation.Input {
            Explanation.Input(
                name: name,
                value: week.map { .text($0.description) } ?? .missing(.nothingKnown),
                unit: "",
                meaning: meaning
            )
        }
        return Derivation(
            "weeks + 1",
            [],
            [
                Explanation.Input(
                    "weeks",
                    count: coin.ageInWeeks.map { $0 - 1 },
                    "weeks",
                    "From the earlier of the two to the newest complete week.",
                    orMissing: .nothingKnown
                ),
                first("first_commit", coin.development.weeks.firstActive, "Week of its first commit ever known."),
                first("first_close", section.firstCloseWeek[coin.index], "Week of its first close ever known."),
            ]
        )
    }
}

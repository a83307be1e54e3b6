internal import CoinModel
internal import CoinTables
internal import Platform

extension ColumnDictionary {
    /// Who develops, where the commits themselves are known.
    static func developers() -> [ColumnEntry] {
        func count(
            _ name: String,
            _ title: String,
            unit: String = "developers",
            _ value: @escaping @Sendable (DeveloperFacts) -> Int
        ) -> ColumnEntry {
            .count(name, title, unit: unit, orMissing: .notCloned, .development) { $0.developers.map(value) }
        }
        let week = "commits a week"
        let shared =
            "with the commits of people to a repository shared out among the coins that have it, by written weights or equally."
        return [
            .number("dev12_shared", "Dev 12 shared", unit: week, .fixed(1), .development, .development) {
                $0.sharedCommits.recent
            }
            .means("dev12 " + shared)
            .derived { mean(of: $1.sharedWeeks, SeriesUse.Series.ofPeople, Window.recent, unit: "commits") },
            .number("dev52_shared", "Dev 52 shared", unit: week, .fixed(1), .development, .development) {
                $0.sharedCommits.year
            }
            .means("dev52 " + shared)
            .derived { mean(of: $1.sharedWeeks, SeriesUse.Series.ofPeople, Window.year, unit: "commits") },
            count("developers12", "Developers 12") { $0.recentDevelopers }
                .means("Distinct developers of the last 12 weeks, bots left out."),
            count("developers52", "Developers 52") { $0.yearDevelopers }
                .means("Distinct developers of the last 52 weeks, bots left out.")
                .formula("developers12 + leavers", ["developers12", "leavers"], over: .segments(.commits)),
            count("full_time", "Full-time") { $0.fullTime }
                .means("Developers with 10 or more active author days in the last 28 days."),
            count("part_time", "Part-time") { $0.partTime }
                .means("Developers with 1 to 9 active author days in the last 28 days."),
            count("newcomers", "Newcomers") { $0.newcomers }
                .means("Developers of the last 12 weeks not active in the 40 before.")
                .formula("developers52 − earlier", ["developers52"], over: .segments(.commits)) { _, coin in
                    let earlier = coin.developers.map { Double($0.yearDevelopers - $0.newcomers) }
                    let meaning = "Distinct developers of the 40 weeks before the last 12."
                    return [Input("earlier", earlier, unit: "developers", orMissing: .notCloned, meaning)]
                },
            count("leavers", "Leavers") { $0.leavers }
                .means("Developers of the 40 weeks before the last 12 not active since.")
                .formula("developers52 − developers12", ["developers52", "developers12"], over: .segments(.commits)),
            .number("top_share", "Top share", .fixed(2), [.notCloned, .noActivity], .development) { coin in
                coin.developers.map { Measured($0.topShare ?? .nan, orMissing: .noActivity) } ?? .missing(.notCloned)
            }
            .means("Share of the year's developer-days that the most active developer has, 0 to 1.")
            .formula("top / all", over: .year(.developerDays)) { _, coin in
                let all = coin.developers.map { sum($0.developerDays[Window.year]) }
                let top = coin.developers?.topShare.map { ($0 * (all ?? 0)).rounded() }
                let (unit, meaning) = ("developer-days", "Those of the most active developer in 52 weeks.")
                return [
                    Input("top", top, unit: unit, orMissing: .notCloned, meaning),
                    Input("all", all, unit: unit, orMissing: .notCloned, "Those of all developers."),
                ]
            },
            count("half_contributors", "Half by") { $0.halfContributors }
                .means("The fewest developers who have half of the year's developer-days."),
            count("inherited52", "Inherited", unit: "commits") { $0.inheritedCommits }
                .means("Commits of the last 52 weeks that are another repository's work and do not count here."),
            .text("flags", "Flags", orMissing: .notCloned, .development) { coin in
                let all = coin.flags
                return coin.developers == nil && all.isEmpty ? nil : all.joined(separator: ", ")
            }
            .means(
                "What makes the counts less sure: rewritten, imported, spam, policy, burst, clock, late (a week of the last 12 was not"
                    + " observed); `side`: all of its activity is in side repositories; `shared N with X`: N commits"
                    + " count in another repository too; `twins N with X`: N repeat work of another repository; `mirror of X`: it has nearly all of them. Empty for nothing."
            ),
        ]
    }
}

extension ColumnDictionary {
    /// Whether developers stay, and whether work spreads over more of them: shown, and weighed 0.
    static func people() -> [ColumnEntry] {
        [
            stay("retention", "Retention") { Double($0) / Double($1) }
                .means("Share of the developers of the 12 weeks before the last 12 who were active in the last 12.")
                .formula("retained / earlier", over: .weeks(0..<24, .commits)) { retention($1) },
            stay("retention_low", "from") { BetaDistribution(hits: Double($0), of: Double($1)).share(below: 0.1) }
                .means("Lower end of the 80 % Jeffreys band of the retention.")
                .formula(band("0.1"), over: .weeks(0..<24, .commits)) { retention($1) },
            stay("retention_high", "to") { BetaDistribution(hits: Double($0), of: Double($1)).share(below: 0.9) }
                .means("Upper end of the 80 % Jeffreys band of the retention.")
                .formula(band("0.9"), over: .weeks(0..<24, .commits)) { retention($1) },
            .number("breadth", "Breadth", .signed(2), reasons, .development) { coin in
                known(coin, spans: 4) { facts in
                    let half = facts.halfOfSpans.map(Double.init)
                    return half == [0, 0, 0, 0] ? .nan : log(half[0] + 0.5) - log(sum(half[1...]) / 3 + 0.5)
                }
            }
            .means(
                "Log of how many developers have half of the developer-days of the last 12 weeks, against the mean of the three "
                    + "spans of 12 weeks before: above 0 work is spread over more of them."
            )
            .formula("ln(half_0 + 0.5) − ln((half_1 + half_2 + half_3) / 3 + 0.5)", over: .weeks(0..<48, .commits)) {
                breadth($1)
            },
        ]
    }

    private static let reasons: [MissingReason] = [.notCloned, .fewWeeks, .noActivity]

    /// A share of the developers of the 12 weeks before the last 12, from how many stayed and how many there were.
    private static func stay(
        _ name: String,
        _ title: String,
        _ value: @escaping @Sendable (_ retained: Int, _ earlier: Int) -> Double
    ) -> ColumnEntry {
        .number(name, title, .fixed(2), reasons, .development) { coin in
            known(coin, spans: 2) { $0.earlierDevelopers == 0 ? .nan : value($0.retained, $0.earlierDevelopers) }
        }
    }

    /// A figure of spans of 12 weeks, each with 8 observed ones or more.
    private static func known(_ coin: CoinMeasures, spans: Int, _ value: (DeveloperFacts) -> Double) -> Measured {
        guard let facts = coin.developers else { return .missing(.notCloned) }
        let weeks = coin.development.weeks.units
        let areObserved = (0..<spans).allSatisfy { weeks.observed(12 * $0..<12 * $0 + 12).count >= 8 }
        return areObserved ? Measured(value(facts), orMissing: .noActivity) : .missing(.fewWeeks)
    }

    private static func band(_ q: String) -> String {
        let odds = "odds(0.5 + retained, 0.5 + earlier − retained, \(q))"
        return "\(odds) / (1 + \(odds))"
    }

    private static func retention(_ coin: CoinMeasures) -> [Input] {
        let (retained, earlier) = (coin.developers?.retained, coin.developers?.earlierDevelopers)
        return [
            people("retained", retained, "Those of them who were active in the last 12 weeks."),
            people("earlier", earlier, "Developers of the 12 weeks before the last 12."),
        ]
    }

    private static func breadth(_ coin: CoinMeasures) -> [Input] {
        ["w0 to w11", "w12 to w23", "w24 to w35", "w36 to w47"].enumerated().map { span, weeks in
            people(
                "half_\(span)",
                coin.developers?.halfOfSpans[span],
                "The fewest developers who have half of the developer-days of the weeks \(weeks)."
            )
        }
    }

    private static func people(_ name: String, _ count: Int?, _ meaning: String) -> Input {
        Input(name, count: count, unit: "developers", orMissing: .notCloned, meaning)
    }
}

internal import CoinModel
internal import CoinTables
internal import Platform

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
            releases("releases12", "Releases 12", Window.recent, "12 weeks"),
            releases("releases52", "Releases 52", Window.year, "52 weeks"),
        ]
    }

    private static func releases(_ name: String, _ title: String, _ weeks: Range<Int>, _ span: String) -> ColumnEntry {
        .number(name, title, unit: "releases", .fixed(0), [.noTags, .fewWeeks], .development) { coin in
            guard let days = releaseDays(of: coin, in: weeks) else { return .missing(.noTags) }
            guard coin.development.recentWeeks >= 8 else { return .missing(.fewWeeks) }
            return Measured(Double(days.count), orMissing: .noTags)
        }
        .means(
            "Days of the last \(span) with a release of a repository: a tag with a digit in its name on the default branch, by "
                + "the time of tagging, else landing; alpha, beta, rc, pre and dev do not count."
        )
        .formula(nil, over: .weeks(weeks, .commits)) { _, coin in
            let days = releaseDays(of: coin, in: weeks)?.sorted().map(\.description).joined(separator: ", ")
            let cell = days.map(Cell.text) ?? .missing(.noTags)
            return [
                Input(name: "days", value: cell, unit: "", meaning: "The days, one for each repository with a release.")
            ]
        }
    }

    /// The days of releases of all repositories in some weeks; nil where no tag of any names one.
    private static func releaseDays(of coin: CoinMeasures, in weeks: Range<Int>) -> [Day]? {
        let section = coin.input.section
        let days = section.repositoriesOfCoin[coin.index].compactMap { section.repositories[$0].releaseDays }
        let newest = section.asOf.lastCompleteWeek
        return days.isEmpty ? nil : days.joined().filter { weeks.contains(Week(containing: $0).distance(to: newest)) }
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

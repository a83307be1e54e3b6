internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Releases, weeks with many new stars and issues of repositories: shown, and weighed 0.
    static func repositories() -> [ColumnEntry] {
        [
            releases("releases12", "Releases 12", Window.recent, "12 weeks"),
            releases("releases52", "Releases 52", Window.year, "52 weeks"), sinceRelease, starBurst,
            total(.openIssues, "open_issues", "Open issues"),
            total(.closedIssues, "closed_issues", "Closed issues"),
            total(.openPulls, "open_pulls", "Open pull requests"),
            total(.mergedPulls, "merged_pulls", "Merged pull requests"),
        ]
    }

    private static let whatIsRelease =
        "a tag with a digit in its name on the default branch, by the time of tagging, else landing; without a clone a release "
        + "on GitHub under one; alpha, beta, rc, pre and dev do not count"

    private static func releases(_ name: String, _ title: String, _ weeks: Range<Int>, _ span: String) -> ColumnEntry {
        .number(name, title, unit: "releases", .fixed(0), [.noTags, .tagsOnly, .fewWeeks], .development) { coin in
            guard let days = coin.releaseDays(in: weeks) else { return .missing(coin.noRelease) }
            guard coin.development.recentWeeks >= 8 else { return .missing(.fewWeeks) }
            return Measured(Double(days.count), orMissing: .noTags)
        }
        .means("Days of the last \(span) with a release of a repository: \(whatIsRelease).")
        .formula(nil, over: .weeks(weeks, .commits, .releases)) { _, coin in
            let days = coin.releaseDays(in: weeks)?.sorted().map(\.description).joined(separator: ", ")
            let cell = days.map(Cell.text) ?? .missing(coin.noRelease)
            return [
                Input(name: "days", value: cell, unit: "", meaning: "The days, one for each repository with a release.")
            ]
        }
    }

    private static var sinceRelease: ColumnEntry {
        .number(
            "days_since_release",
            "Days since release",
            unit: "days",
            .fixed(0),
            [.noTags, .tagsOnly],
            .development
        ) {
            guard let last = $0.releaseDays()?.max() else { return .missing($0.noRelease) }
            return Measured(Double(last.distance(to: $0.input.section.asOf.last.day)), orMissing: .noTags)
        }
        .means("Days from the last release of a repository, however old, to the day of the ranking: \(whatIsRelease).")
        .formula(nil, over: .weeks(Window.year, .releases)) { _, coin in
            let last = coin.releaseDays()?.max().map { Cell.text($0.description) }
            return [Input(name: "last", value: last ?? .missing(coin.noRelease), unit: "", meaning: "Its day.")]
        }
    }

    /// The weeks with far more new stars than the coin's own year has.
    private static var starBurst: ColumnEntry {
        let column = Column("star_burst", "Star burst", .text, meaning: "")
        return ColumnEntry(column, [.noStars, .fewWeeks], .use, of: { _ in true }) { _, coin in
            let stars = coin.weeks(of: .stars)
            guard let limit = coin.starLimit else { return .missing(stars.isEmpty ? .noStars : .fewWeeks) }
            let newest = coin.input.section.asOf.lastCompleteWeek
            let weeks = stars.values.enumerated().filter { Window.year.contains($0) && $1 > limit }
            return .text(weeks.map { "\(newest.advanced(by: -$0)): \(shortest($1.rounded()))" }.joined(separator: ", "))
        }
        .means(
            "Weeks of the last 52 with far more new stars than the coin's others, each with their number: news, or stars that were "
                + "bought. With y = √(stars + ⅜), y is over median(y) + 4 · max(½, 1.4826 · median|y − median(y)|); empty for none."
        )
        .formula(nil, over: .weeks(Window.year, .use(.stars))) { _, coin in
            let meaning = "The stars of a week above which it counts."
            return [Input("limit", coin.starLimit, unit: "stars", orMissing: .noStars, meaning)]
        }
    }

    private static func total(_ count: RepositoryCount, _ name: String, _ title: String) -> ColumnEntry {
        let unit = count.metric.unit
        return .number(name, title, unit: unit, .fixed(0), [.noIssues], .development) { coin in
            let section = coin.input.section
            let id = section.coins[coin.index].id
            let counts = section.repositoriesOfCoin[coin.index].map { row in
                let repository = section.repositories[row]
                return repository.share(of: id) * repository.counts[count].amount
            }
            return Measured(counts.isEmpty ? .nan : sum(counts), orMissing: .noIssues)
        }
        .means(
            "\(title) of the coin's counted repositories, by its share of each, by the newest answer of the last 28 days."
        )
        .formula(nil, over: .weeks(Window.year, .count(count)))
    }
}

extension CoinMeasures {
    /// The days of releases of all repositories; nil where no release of any is known.
    fileprivate func releaseDays() -> [Day]? {
        let section = input.section
        let days = section.repositoriesOfCoin[index].compactMap { section.repositories[$0].releaseDays }
        return days.isEmpty ? nil : Array(days.joined())
    }

    /// Those in some weeks.
    fileprivate func releaseDays(in weeks: Range<Int>) -> [Day]? {
        let newest = input.section.asOf.lastCompleteWeek
        return releaseDays()?.filter { weeks.contains(Week(containing: $0).distance(to: newest)) }
    }

    /// Why no release is known.
    fileprivate var noRelease: MissingReason {
        let section = input.section
        let hasTags = section.repositoriesOfCoin[index].contains { section.repositories[$0].hasTagsOnly }
        return hasTags ? .tagsOnly : .noTags
    }

    /// The stars of a week above which it has far more than others; nil where fewer than 26 weeks of the year are known.
    ///
    /// √(x + ⅜) makes the spread of counts the same whatever their mean (Anscombe 1948), ½ for Poisson counts.
    fileprivate var starLimit: Double? {
        let stars = weeks(of: .stars).observed(Window.year).map { ($0 + 0.375).squareRoot() }
        guard stars.count >= 26 else { return nil }
        let middle = median(stars)
        let limit = middle + 4 * max(0.5, 1.4826 * median(stars.map { abs($0 - middle) }))
        return limit * limit - 0.375
    }
}

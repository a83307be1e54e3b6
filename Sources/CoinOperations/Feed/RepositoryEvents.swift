internal import CoinIdentity
internal import CoinModel
internal import CoinPanel

/// What happened to repositories, week by week: first commits, commits again, and so many weeks without any.
///
/// A week that was not observed is neither with nor without commits: events that need it are left out.
struct RepositoryEvents {
    private(set) var events: Set<FeedEntry> = []

    /// The events of the repositories of some coins of a moment's list, in weeks from one on up to the newest complete one.
    ///
    /// Reads as many cross-sections of 52 weeks as the span takes.
    ///
    /// - Throws: an error when a tile is damaged.
    init(from first: Week, upTo asOf: AsOf, inactiveWeeks: Int, of coins: (String) -> Bool, _ panel: Panel) throws {
        let newest = asOf.lastCompleteWeek
        let section = try panel.wholeSection(at: asOf, .commits, needsRates: false)
        let oldest = first.advanced(by: -inactiveWeeks)
        let repositories = section.coins.indices.filter { coins(section.coins[$0].id) }.flatMap { place in
            section.repositoriesOfCoin[place].map { (coin: section.coins[place].id, of: section.repositories[$0]) }
        }.filter { $0.of.mirrored == nil }
        // The weeks of each repository from the newest backwards.
        var weeks = Dictionary(firstOf: repositories.map { ($0.of.name.key, [Double]()) })
        for (place, end) in asOf.years(backTo: oldest).enumerated() {
            let span =
                place == 0
                ? section : try panel.wholeSection(at: end, .commits, needsRates: false, migratedBy: asOf)
            let rows = Dictionary(firstOf: span.repositories.enumerated().map { ($1.name.key, $0) })
            for key in weeks.keys {
                weeks[key]? += (0..<52).map { weeksBack in rows[key].map { span.commits[$0, weeksBack] } ?? .nan }
            }
        }
        for (coin, repository) in repositories {
            let name = repository.name.description
            func add(_ kind: FeedEntry.Kind, _ week: Week, _ what: String) {
                guard week >= first, week <= newest else { return }
                var entry = FeedEntry(kind, coin, at: .day(week.lastDay), what)
                (entry.from, entry.to) = kind == .inactive ? (name, nil) : (nil, name)
                events.insert(entry)
            }
            let span = counted(inactiveWeeks, "week")
            if let week = repository.firstActiveWeek { add(.appeared, week, "first commits in \(name)") }
            // How many weeks without a commit there were since the last one; nil where that is not known.
            var quiet: Int?
            for (weeksBack, commits) in weeks[repository.name.key, default: []].enumerated().reversed() {
                let week = newest.advanced(by: -weeksBack)
                if commits > 0 {
                    if let quiet, quiet >= inactiveWeeks {
                        add(.resumed, week, "commits in \(name) again, after \(span) or more without any")
                    }
                    quiet = 0
                } else if commits == 0 {
                    quiet = quiet.map { $0 + 1 }
                    let last = week.advanced(by: -inactiveWeeks)
                    let what = "no commit in \(name) for \(span); the last was in the week of \(last)"
                    if quiet == inactiveWeeks { add(.inactive, week, what) }
                } else {
                    quiet = nil
                }
            }
        }
    }
}

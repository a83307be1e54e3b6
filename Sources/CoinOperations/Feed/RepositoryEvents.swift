internal import CoinIdentity
internal import CoinModel
internal import CoinPanel

/// What happened to repositories, week by week: first commits, commits again, and so many weeks without any.
///
/// A week that nobody observed is neither with nor without commits: what would need it is not told.
struct RepositoryEvents {
    private(set) var events: Set<FeedEntry> = []

    /// The events of the repositories of some coins of a moment's list, in weeks from one on up to the newest complete one.
    ///
    /// Reads as many cross-sections of 52 weeks as the span takes.
    ///
    /// - Throws: an error when a tile is damaged.
    init(from first: Week, upTo asOf: AsOf, silence: Int, of coins: (String) -> Bool, _ panel: Panel) throws {
        let newest = asOf.lastCompleteWeek
        let section = try panel.wholeSection(at: asOf, .commits, needsRates: false)
        let oldest = first.advanced(by: -silence)
        let told = section.coins.indices.filter { coins(section.coins[$0].id) }.flatMap { place in
            section.repositoriesOfCoin[place].map { (coin: section.coins[place].id, of: section.repositories[$0]) }
        }.filter { $0.of.mirrored == nil }
        // The weeks of each repository from the newest backwards.
        var weeks = Dictionary(firstOf: told.map { ($0.of.name.key, [Double]()) })
        for (place, end) in asOf.years(backTo: oldest).enumerated() {
            let span =
                place == 0
                ? section : try panel.wholeSection(at: end, .commits, needsRates: false, migratedBy: asOf)
            let rows = Dictionary(firstOf: span.repositories.enumerated().map { ($1.name.key, $0) })
            for key in weeks.keys {
                weeks[key]? += (0..<52).map { ago in rows[key].map { span.commits[$0, ago] } ?? .nan }
            }
        }
        for (coin, repository) in told {
            let name = repository.name.description
            func add(_ kind: FeedEntry.Kind, _ week: Week, _ what: String) {
                guard week >= first, week <= newest else { return }
                var entry = FeedEntry(kind, coin, at: .day(week.lastDay), what)
                (entry.from, entry.to) = kind == .silent ? (name, nil) : (nil, name)
                events.insert(entry)
            }
            let span = counted(silence, "week")
            if let week = repository.firstActiveWeek { add(.appeared, week, "first commits in \(name)") }
            // How many weeks without a commit there were since the last one; nil where that is not known.
            var quiet: Int?
            for (ago, commits) in weeks[repository.name.key, default: []].enumerated().reversed() {
                let week = newest.advanced(by: -ago)
                if commits > 0 {
                    if let quiet, quiet >= silence {
                        add(.resumed, week, "commits in \(name) again, after \(span) or more without any")
                    }
                    quiet = 0
                } else if commits == 0 {
                    quiet = quiet.map { $0 + 1 }
                    let last = week.advanced(by: -silence)
                    let what = "no commit in \(name) for \(span); the last was in the week of \(last)"
                    if quiet == silence { add(.silent, week, what) }
                } else {
                    quiet = nil
                }
            }
        }
    }
}

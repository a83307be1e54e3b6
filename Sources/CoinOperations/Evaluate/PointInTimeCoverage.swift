internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// Of each source, in how many weeks its facts were known when the week ended.
///
/// A source has facts of a week where its newest one by the week's end is not stale, as rankings have it. They were known then where that holds of the loads accepted by the week's end too.
struct PointInTimeCoverage {
    /// How often a source had facts, and how often these were known then.
    struct Count {
        var weeks = 0
        var known = 0
    }

    /// By the name of the source.
    private(set) var sources: [String: Count] = [:]
    private let quote: String
    /// When the store took in its first load; nil for none.
    private let firstLoad: Instant?

    init(quote: String, firstLoad: Instant?) {
        (self.quote, self.firstLoad) = (quote, firstLoad)
    }

    /// Counts a week, and says whether all that sources had of it was known when it ended, as `then` reads it.
    ///
    /// - Throws: an error when a tile is damaged.
    mutating func add(
        _ week: Week,
        _ reader: StoreReader,
        then: (AsOf, (StoreReader) throws -> Void) throws -> Void
    ) throws -> Bool {
        let end = AsOf.day(week.lastDay)
        var knew: Set<String> = []
        func fresh(_ reader: StoreReader) throws -> Set<String> {
            var names: Set<String> = []
            for (_, metrics, days, _) in Staleness.kinds(quote) {
                let oldest = end.limit.milliseconds - Int64(days) * Instant.millisecondsPerDay
                for (name, time) in try reader.newestOfSources(metrics, upTo: end)
                where time.limit.milliseconds > oldest { names.insert(name) }
            }
            return names
        }
        let had = try fresh(reader)
        if let firstLoad, firstLoad <= end.limit { try then(end) { knew = try fresh($0) } }
        for name in had {
            sources[name, default: Count()].weeks += 1
            if knew.contains(name) { sources[name, default: Count()].known += 1 }
        }
        return !had.isEmpty && knew.isSuperset(of: had)
    }

    /// The most sources that are named.
    private static let mostNamed = 6

    /// The first line of a report: that all was known then, or what was not.
    func sentence(_ weeks: Int, known: Int) -> String {
        let late = sources.filter { $0.value.known < $0.value.weeks }
            .sorted { ($1.value.weeks, $0.key) < ($0.value.weeks, $1.key) }
        guard !late.isEmpty else {
            return "Point in time: each of the \(weeks) weeks is scored from what was known when it ended."
        }
        let named = late.map {
            "\($0.key) known then in \($0.value.known) of \($0.value.weeks) weeks"
        }
        return
            "Not point in time: \(weeks - known) of \(weeks) weeks are scored from facts that were loaded later, and may have "
            + "been corrected or chosen since (\(listed(named, most: PointInTimeCoverage.mostNamed, "source")))."
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinReports
internal import CoinStore
public import CoinTables

/// The content of a digest.
public struct DigestRequest: Sendable {
    /// What changed, since when, and how large a change has to be.
    public var feed: FeedRequest
    /// The coins whose changes stand first; nil for none.
    public var watched: ChosenCoins?

    /// A digest of what changed.
    public init(_ feed: FeedRequest) { self.feed = feed }
}

/// In at most 40 lines which coins stand out, what changed since a moment, and what is out of date.
///
/// What changed is that of `feed`, sorted into sections, the most important first; as text, Markdown and page each section has its
/// largest changes and counts the others, as rows it has all of them. Without larger changes it is the two sentences alone. Where no
/// coin was ranked at the earlier moment, nothing is compared, and it says so.
///
/// - Returns: the digest, and what is to be reported behind it where no coin has a rank or figures are older than a limit.
/// - Throws: `OperationError` when the moment is not before the ranking's own, or the store has no observation.
public func digest(
    _ request: DigestRequest,
    in location: StoreLocation
) throws -> (table: Table, failure: OperationError?) {
    var feed = request.feed
    // Others may read it.
    (feed.ranking.form, feed.notes, feed.portfolio) = (.rows, nil, nil)
    let comparison = try RankComparison(feed.ranking, since: feed.since, reading: feed.columns, location)
    let scored = comparison.now.scored
    let changes = comparison.former.isEmpty ? [] : try feedItems(feed, comparison, in: location)
    let old = comparison.oldFigures
    let items = DigestItem.ordered(changes + old.map { ($0, nil) }, watched: request.watched)
    var table = Table("", FeedEntry.columns, of: items.map { ($0.entry, $0.coin) })
    table.columns.insert(.text("section", "Section", "What the row is about."), at: 0)
    for (row, item) in items.enumerated() { table.rows[row].insert(.text(item.section), at: 0) }
    var story = DigestStory(comparison, items)
    if comparison.former.isEmpty { story.obstacle = try obstacle(feed, isRanked: scored.failure == nil, in: location) }
    (table.title, table.lead, table.isBrief) = (story.title, scored.table.lead, true)
    table.notes = [feed.summary(scored.asOf), feed.uncomparedNote].compactMap(\.self) + comparison.notes
    table.story = story.shortened
    if request.feed.ranking.form == .page {
        table.frame.credits = try Freshness.credits(of: feed.ranking.at(scored.asOf), in: location)
    }
    return (table, scored.failure ?? scored.staleness?.error)
}

/// Why nothing can be compared with the earlier moment, and what to do where a later one may have a ranking.
private func obstacle(_ feed: FeedRequest, isRanked: Bool, in location: StoreLocation) throws -> String {
    let why = "Nothing to compare with: no coin was ranked on \(feed.since)."
    let first = try location.panel(for: feed.ranking) { try $0.reader.firstDays().values.min() }
    guard isRanked, let first else { return why }
    return "\(why) The first figures of the store are of \(first); name a later day with `--since`."
}

extension RankComparison {
    /// What is out of date, each with the command that renews it: kinds of figures, and where these are not the prices of the market as
    /// a whole, prices of single coins that a ranking shows with their day.
    fileprivate var oldFigures: [FeedEntry] {
        let asOf = now.scored.asOf
        func entry(_ text: String, at newest: AsOf, _ command: String) -> FeedEntry {
            FeedEntry(.stale, "", at: newest, asOf: asOf, "\(text); `\(command)` brings newer ones")
        }
        let figures = now.scored.staleness?.figures ?? []
        let days = now.ranks.keys.compactMap { id -> (id: String, day: Day)? in
            guard let day = Day(now.text(id, "price_time").prefix(10)) else { return nil }
            return day.distance(to: asOf.limit.day) >= Table.datedFrom ? (id, day) : nil
        }.sorted { ($0.day.index, $0.id) < ($1.day.index, $1.id) }
        let known = figures.map { entry($0.text, at: $0.newest, $0.renewal) }
        guard let oldest = days.first, !figures.contains(where: { $0.renewal == Staleness.marketRenewal }) else {
            return known
        }
        let names = listed(days.map { NamedRows.named(now.text($0.id, "name"), $0.id) })
        let text =
            "prices of \(days.count) of \(counted(now.ranks.count, "ranked coin")) (\(names)), the oldest of \(oldest.day)"
        return [entry(text, at: .day(oldest.day), Staleness.marketRenewal)] + known
    }
}

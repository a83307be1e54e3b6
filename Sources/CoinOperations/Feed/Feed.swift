public import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinRanking
public import CoinTables

/// What changed since a moment: which coins stand out, ranks, with what moved them, screens, calls, states, repositories, prices and
/// supplies, and what a person noted.
///
/// A change is listed where it is at least as large as the request has it. Ranks are compared with those that were shown then,
/// as `movers` does; screens, states, prices and supplies with what was known then, and where nothing was, with what is known of
/// then now. Repositories are compared by week, also where their commits came late: what was not known then is new. What is
/// missing on a side is not a change. A row a fact, the newest day first.
///
/// - Throws: `OperationError` when the moment is not before the ranking's own, or a file of the person does not read.
public func feed(_ request: FeedRequest, in location: StoreLocation) throws -> Table {
    let comparison = try RankComparison(request.ranking, since: request.since, reading: request.columns, location)
    return try feed(request, comparison, in: location)
}

/// The signals that add up to the score of a ranking; none of a preset whose score is not a sum.
func signals(of ranking: RankRequest) -> [String] {
    ranking.hasPages ? RankRequest.signals(ofPreset: ranking.preset) ?? [] : []
}

/// The column of what a signal adds to the score.
func contributionColumn(_ signal: String) -> String { "contribution_" + signal }

/// The same from a comparison that read its `columns`.
func feed(_ request: FeedRequest, _ comparison: RankComparison, in location: StoreLocation) throws -> Table {
    let items = try feedItems(request, comparison, in: location)
    let asOf = comparison.now.scored.asOf
    let whose = request.ranking.coins.map { " of \($0.title)" } ?? ""
    var table = Table("What changed\(whose) since \(request.since)", FeedEntry.columns, of: items)
    table.notes = [request.summary(asOf), request.uncomparedNote].compactMap(\.self) + comparison.notes
    table.lead = comparison.now.scored.table.lead
    table.isPrivate = request.portfolio != nil
    table.timeline = Timeline("What changes in the ranking \(request.ranking.preset)\(whose)", asOf: asOf)
    return table
}

/// What changed, in the order of a feed, each with its coin as far as that is listed.
func feedItems(
    _ request: FeedRequest,
    _ comparison: RankComparison,
    in location: StoreLocation
) throws -> [(entry: FeedEntry, coin: Coin?)] {
    let changes = try FeedChanges(request, comparison)
    var entries = changes.entries
    entries += try repositoryEntries(request, comparison, changes.isListed, location)
    let coins = try ProfileCoins(location, known: request.ranking.known)
    entries += try personalEntries(request).map { entry in
        // A coin may have been merged into another one since it was written down.
        var entry = entry
        entry.coin = coins.coin(ofID: entry.coin)?.id ?? entry.coin
        return entry
    }.filter { entry in
        request.isNew(entry) && request.ranking.coins?.contains(entry.coin) ?? true
    }
    return FeedEntry.ordered(entries, by: comparison.now.ranks).map { ($0, coins.coin(ofID: $0.coin)) }
}

/// The moment that a ranking means.
///
/// - Throws: `OperationError` when the store has no observation.
public func moment(of request: RankRequest, in location: StoreLocation) throws -> AsOf {
    try location.panel(for: request) { try $0.asOf(request) }
}

extension FeedRequest {
    /// The columns that a comparison reads for it.
    var columns: [String] {
        get throws {
            let all = ColumnDictionary.columns(quote: ranking.quote)
            let read = try comparedScreens.flatMap { _, condition in
                try Filter(parsing: condition, columns: all).columns.sorted().map { all[$0].name }
            }
            return ["price_\(ranking.quote)", "price_time", "circulating_supply"]
                + signals(of: ranking).map(contributionColumn) + ["call", "call_reason"]
                + (ranking.hasPages ? ["worth_a_look"] : []) + (read.isEmpty ? [] : ConditionTruth.columns + read)
        }
    }

    /// The screens that a coin enters and leaves by what is so of itself in this ranking, with their conditions.
    var comparedScreens: [(screen: ScreenRequest, condition: String)] {
        screens.filter { $0.ranking.preset == ranking.preset }.compactMap { screen in
            screen.condition.map { (screen, $0) }
        }
    }

    /// Which screens are not compared; nil where all are.
    var uncomparedNote: String? {
        let compared = Set(comparedScreens.map(\.screen.name))
        let left = screens.map(\.name).filter { !compared.contains($0) }
        return left.isEmpty
            ? nil
            : "Screens that are not compared, for they have no condition, a `top` or another preset: \(listed(left))."
    }

    /// How large a change has to be, in a sentence.
    func summary(_ asOf: AsOf) -> String {
        let among = ranking.coins == nil ? top.map { "of coins among the first \($0): " } ?? "" : ""
        let least =
            "ranks by \(counted(places, "place")) or more, prices by \(shortest(priceChange)) %, supplies by \(shortest(supplyChange)) %, "
            + "repositories without a commit for \(counted(inactiveWeeks, "week"))"
        return "Up to \(asOf), \(among)\(least)."
    }
}

/// What a person noted and traded, and what others know.
private func personalEntries(_ request: FeedRequest) throws -> [FeedEntry] {
    let notes = try request.notes?.notes() ?? []
    let trades = try request.portfolio.map { Transaction.counting(try $0.entries()) } ?? []
    return request.others + notes.map { FeedEntry(.note, $0.coin, at: $0.time, $0.text) } + trades.map(FeedEntry.init)
}

/// What happened to repositories and was not known then.
private func repositoryEntries(
    _ request: FeedRequest,
    _ comparison: RankComparison,
    _ isListed: (String) -> Bool,
    _ location: StoreLocation
) throws -> [FeedEntry] {
    let (since, inactiveWeeks) = (request.since, request.inactiveWeeks)
    // Commits of weeks before may have come since.
    let first = since.lastCompleteWeek.advanced(by: -12)
    func events(_ ranking: RankRequest, _ asOf: AsOf) throws -> Set<FeedEntry> {
        try location.panel(for: ranking) { panel in
            try RepositoryEvents(from: first, upTo: asOf, inactiveWeeks: inactiveWeeks, of: isListed, panel).events
        }
    }
    var then = request.ranking
    then.known = comparison.knewNothing ? then.known : comparison.knownThen
    return Array(try events(request.ranking, comparison.now.scored.asOf).subtracting(events(then, since)))
}

extension FeedEntry {
    /// An entry of a ledger.
    fileprivate init(_ entry: Transaction) {
        let price = entry.price.map { " at \($0) \(entry.currency.uppercased())" } ?? ""
        let note = entry.note.isEmpty ? "" : ": \(entry.note)"
        self.init(.trade, entry.coin, at: entry.time, "\(entry.kind) \(entry.amount)\(price)\(note)")
    }
}

public import CoinModel
public import CoinTables

/// The coins whose rank changed since a moment, each change split by what caused it.
///
/// Between the ranking of then and that of now stand two more, and each step changes one thing only:
///
///     stored   the ranking that was stored for `since`, by the method and from the loads of its day
///     then     as of `since`, from the same loads, by the method of now         stored → then  method
///     revised  as of `since`, from all loads, by the method of now              then → revised revisions
///     now      as of now, from all loads, by the method of now                  revised → now  data and universe
///
/// The last step is split once more: among the coins that are ranked on both sides alone, a change of place is due to
/// data; the rest is due to coins that came or went around it. Changes are in places gained, so a rise is positive, and
/// the four parts add up to the whole exactly. A coin without a rank in between has that of the step before it.
///
/// Where no ranking was stored for `since`, `then` is as known at its end and the method's part is 0; where nothing was
/// known by then, as in a store that was filled later, `revised` is all there is and the revisions' part is 0 too. The
/// notes say which it was.
///
/// - Parameters:
///   - request: the ranking of now, with columns, order and filter over the table of movers.
///   - since: the earlier moment.
///   - location: the store.
/// - Returns: a row a coin that is ranked on either side: the largest changes first, then new ones, then those that went.
/// - Throws: `OperationError` when `since` is not before the ranking's moment, or a column, order or filter does not
///   read.
public func movers(_ request: RankRequest, since: AsOf, in location: StoreLocation) throws -> Table {
    let comparison = try RankComparison(request, since: since, location)
    var table = comparison.table
    table.title = "Changes of rank in \(request.preset) since \(since)"
    table.notes = comparison.notes
    return try Selection(request, of: table.columns).apply(to: table)
}

extension RankComparison {
    /// A row a coin that is ranked on either side.
    fileprivate var table: Table {
        let changes = chain.changes
        /// Large changes, new coins, lost coins; then by rank.
        func order(_ id: String) -> (Int, Int, Int, [UInt8]) {
            let change = changes[id].flatMap { $0 }?.sum
            let place = chain.now[id] ?? Int.max / 2 + (chain.stored[id] ?? 0)
            return (change == nil ? 1 : 0, -abs(change ?? 0), place, Array(id.utf8))
        }
        let keys = changes.keys.map { (id: $0, key: order($0)) }.sorted { left, right in
            let (a, b) = (left.key, right.key)
            if (a.0, a.1, a.2) != (b.0, b.1, b.2) { return (a.0, a.1, a.2) < (b.0, b.1, b.2) }
            return a.3.lexicographicallyPrecedes(b.3)
        }
        let rows = keys.map { id, _ -> [Cell] in
            let side = now.rows[id] == nil ? revised : now
            let parts = changes[id].flatMap { $0 }
            let texts = ["symbol", "name"].map { side.cell(id, $0) ?? .missing(.notListed) }
            let numbers = parts.map { parts in ([parts.sum] + parts.all).map(Cell.integer) }
            return [.text(id)] + texts + [
                chain.now[id].map(Cell.integer) ?? .missing(.notRankedNow),
                chain.stored[id].map(Cell.integer) ?? .missing(.notRankedThen),
            ] + (numbers ?? Array(repeating: .missing(.oneSided), count: 5)) + [.text(event(id))]
        }
        var table = Table(title: "", columns: moverColumns, rows: rows)
        table.pictures = [moverPicture]
        return table
    }
}

/// Places gained and lost from zero, the largest changes first; behind them coins that came or went.
private let moverPicture = Picture(
    "Who rose and who fell",
    note:
        "Bars are places gained, to the right, or lost, to the left; beside them the rank then and now. A coin without a "
        + "bar came or went.",
    .rows(
        label: ["name", "symbol"],
        beside: [Picture.Words("", "rank_since"), Picture.Words(" → ", "rank"), Picture.Words(" · ", "event")],
        most: 25
    ),
    [Picture.Panel("Places gained", .counts, [Picture.Mark(.bars("change"), .sign)])]
)

private func gained(_ name: String, _ title: String, _ meaning: String) -> Column {
    Column(name, title, .integer, display: .signed(0), meaning: meaning)
}

private let moverColumns = [
    Column("coin_id", "Coin", .text, meaning: "The coin's id."),
    Column("symbol", "Symbol", .text, meaning: "The ticker symbol; not unique."),
    Column("name", "Name", .text, meaning: "The coin's name."),
    Column("rank", "Rank", .integer, meaning: "The rank now."),
    Column("rank_since", "Rank then", .integer, meaning: "The rank then."),
    gained("change", "Change", "Places gained: rank_since − rank."),
    gained("by_method", "By method", "Places gained by weights, options or rules."),
    gained("by_revisions", "By revisions", "Places gained by figures of then that came late or were corrected."),
    gained("by_data", "By data", "Places gained by new figures."),
    gained("by_universe", "By universe", "Places gained by coins that came or went."),
    Column("event", "Event", .text, meaning: "new, gone or revived, with the reason; empty for the others."),
]

public import CoinModel
internal import CoinStore
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
    let now = try RankedCoins(request.whole, location)
    guard since.limit < now.scored.asOf.limit else {
        let why = "is not before the ranking's own moment, \(now.scored.asOf); name an earlier one"
        throw OperationError(.usage, "not-earlier", place: "\(since)", why)
    }
    var earlier = request.whole.at(since)
    let revised = try RankedCoins(earlier, location)
    let options = earlier.canonicalOptions
    let stored = try location.open(.read).storedRun(preset: request.preset, asOf: "\(since)", options: options)
    let loads = stored.map { AsOf.instant($0.known) } ?? since
    earlier.known = [loads, request.known].compactMap { $0 }.min { $0.limit < $1.limit }
    let then: RankedCoins?
    do {
        then = try RankedCoins(earlier, location)
    } catch let error as OperationError where error.status == .nothingSelected {
        then = nil
    }
    let before = then?.ranks ?? revised.ranks
    let chain = RankChain(stored: stored?.ranks ?? before, then: before, revised: revised.ranks, now: now.ranks)
    var table = chain.table(now, revised)
    table.title = "Changes of rank in \(request.preset) since \(since)"
    table.notes = [
        RankChain.note(stored, since, knewNothing: then?.ranks.isEmpty ?? true),
        "\(now.ranks.count) coins are ranked as of \(now.scored.asOf), \(chain.stored.count) were as of \(since).",
    ]
    table.notes += Provenance.notes(joining: [now, revised, then].compactMap { $0?.scored.provenance() })
    return try Selection(request, of: table.columns).apply(to: table)
}

/// A ranking with each coin's place.
private struct RankedCoins {
    let scored: ScoredRanking
    /// The rank of each coin that has one, by id.
    private(set) var ranks: [String: Int] = [:]
    /// The row of each coin.
    private(set) var rows: [String: [Cell]] = [:]

    init(_ request: RankRequest, _ location: StoreLocation) throws {
        var request = request
        request.columns = "coin_id,rank,symbol,name,state,reason"
        let use = try RankingUse.showing([request], storing: false)
        scored = try score(request, in: location, for: use)
        for row in try scored.table(for: request).rows {
            guard case .text(let id) = row[0] else { continue }
            rows[id] = row
            if case .integer(let rank) = row[1] { ranks[id] = rank }
        }
    }
}

/// The ranks of all coins at each step, by id.
private struct RankChain {
    let stored: [String: Int]
    let then: [String: Int]
    let revised: [String: Int]
    let now: [String: Int]

    /// The parts of a change, in places gained.
    struct Parts {
        let method: Int
        let revisions: Int
        let data: Int
        let universe: Int
        var all: [Int] { [method, revisions, data, universe] }
    }

    /// How the rank of a coin changed; nil when it has none on one of the sides.
    func parts(of id: String, _ common: (revised: [String: Int], now: [String: Int])) -> Parts? {
        guard let stored = stored[id], let now = now[id] else { return nil }
        let then = then[id] ?? stored
        let revised = revised[id] ?? then
        let data = (common.revised[id] ?? revised) - (common.now[id] ?? now)
        let universe = revised - now - data
        return Parts(method: stored - then, revisions: then - revised, data: data, universe: universe)
    }

    /// The places of the coins that are ranked on both sides, among themselves.
    private var common: (revised: [String: Int], now: [String: Int]) {
        func places(_ ranks: [String: Int], _ other: [String: Int]) -> [String: Int] {
            let both = ranks.filter { other[$0.key] != nil }.sorted { $0.value < $1.value }
            return Dictionary(uniqueKeysWithValues: both.enumerated().map { ($1.key, $0 + 1) })
        }
        return (places(revised, now), places(now, revised))
    }

    func table(_ present: RankedCoins, _ past: RankedCoins) -> Table {
        let common = common
        let ids = Set(stored.keys).union(now.keys)
        let changes = Dictionary(uniqueKeysWithValues: ids.map { ($0, parts(of: $0, common)) })
        /// Large changes, new coins, lost coins; then by rank.
        func order(_ id: String) -> (Int, Int, Int, [UInt8]) {
            let change = changes[id].flatMap { $0 }?.all.reduce(0, +)
            let place = now[id] ?? Int.max / 2 + (stored[id] ?? 0)
            return (change == nil ? 1 : 0, -abs(change ?? 0), place, Array(id.utf8))
        }
        let keys = ids.map { (id: $0, key: order($0)) }.sorted { left, right in
            let (a, b) = (left.key, right.key)
            if (a.0, a.1, a.2) != (b.0, b.1, b.2) { return (a.0, a.1, a.2) < (b.0, b.1, b.2) }
            return a.3.lexicographicallyPrecedes(b.3)
        }
        let rows = keys.map { id, _ -> [Cell] in
            let row = present.rows[id] ?? past.rows[id] ?? []
            let parts = changes[id].flatMap { $0 }
            let texts = row.count > 5 ? [row[2], row[3]] : [.missing(.notListed), .missing(.notListed)]
            let numbers = parts.map { parts in ([parts.all.reduce(0, +)] + parts.all).map(Cell.integer) }
            return [.text(id)] + texts + [
                now[id].map(Cell.integer) ?? .missing(.notRankedNow),
                stored[id].map(Cell.integer) ?? .missing(.notRankedThen),
            ] + (numbers ?? Array(repeating: .missing(.oneSided), count: 5)) + [.text(event(id, present, past))]
        }
        var table = Table(title: "", columns: RankChain.columns, rows: rows)
        table.pictures = [RankChain.picture]
        return table
    }

    /// What happened to a coin beside a change of place: `new`, `gone: why`, `revived`; else empty.
    private func event(_ id: String, _ present: RankedCoins, _ past: RankedCoins) -> String {
        func word(_ coins: RankedCoins, _ place: Int) -> String {
            if let row = coins.rows[id], row.count > place, case .text(let text) = row[place] { text } else { "" }
        }
        /// Why the coin had no rank; what it was ranked without stands behind that.
        func obstacle(_ coins: RankedCoins) -> String { String(word(coins, 5).prefix { $0 != ";" }) }
        if now[id] == nil { return "gone: " + (present.rows[id] == nil ? "no more in the list" : obstacle(present)) }
        if stored[id] == nil { return "new" + (obstacle(past).isEmpty ? "" : ": before, " + obstacle(past)) }
        return word(present, 4) == "revived" && word(past, 4) != "revived" ? "revived" : ""
    }

    /// What the earlier side of the comparison is.
    static func note(_ stored: StoredRun?, _ since: AsOf, knewNothing: Bool) -> String {
        if let stored {
            let made = Provenance.note(among: stored.notes).map { " " + $0 } ?? ""
            return "Compared with the ranking that was stored for \(since).\(made)"
        }
        return "No ranking was stored for \(since)"
            + (knewNothing
                ? ", and nothing was known by then: the store was filled later, so neither the method's nor the "
                    + "revisions' part can be told."
                : ": compared with what was known by then, by the method of now.")
    }

    /// Places gained and lost from zero, the largest changes first; behind them coins that came or went.
    private static let picture = Picture(
        "Who rose and who fell",
        note:
            "Bars are places gained, to the right, or lost, to the left; beside them the rank then and now. A coin without a "
            + "bar came or went.",
        .rows(
            label: ["name", "symbol"],
            beside: [
                Picture.Words("", "rank_since"), Picture.Words(" → ", "rank"), Picture.Words(" · ", "event"),
            ],
            most: 25
        ),
        [Picture.Panel("Places gained", .counts, [Picture.Mark(.bars("change"), .sign)])]
    )

    private static func gained(_ name: String, _ title: String, _ meaning: String) -> Column {
        Column(name, title, .integer, display: .signed(0), meaning: meaning)
    }

    private static let columns = [
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
}

extension MissingReason {
    fileprivate static let notListed = MissingReason("not-listed", "The coin list does not say.")
    fileprivate static let notRankedNow = MissingReason("not-ranked-now", "The coin has no rank now.")
    fileprivate static let notRankedThen = MissingReason("not-ranked-then", "The coin had no rank then.")
    fileprivate static let oneSided = MissingReason("one-sided", "The coin has a rank on one side only.")
}

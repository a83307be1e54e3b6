public import CoinModel
internal import CoinStore
public import CoinTables

/// The rankings of a moment and of an earlier one, with those between them that part what caused each change.
struct RankComparison {
    /// The earlier moment.
    let since: AsOf
    /// As of now, from all loads.
    let now: RankedCoins
    /// As of then, from all loads.
    let revised: RankedCoins
    /// As of then, from the loads of its day; nil where nothing was known by then.
    let then: RankedCoins?
    /// Up to when loads count for `then`.
    let knownThen: AsOf?
    /// The ranks that were stored for the earlier moment, by id; where none were, those of `then`.
    let former: [String: Int]
    private let stored: StoredRun?

    /// Compares the ranking of a request with that of an earlier moment, of which these columns are read beside the names.
    ///
    /// - Throws: `OperationError` when the moment is not before the ranking's own.
    init(_ request: RankRequest, since: AsOf, reading columns: [String] = [], _ location: StoreLocation) throws {
        self.since = since
        now = try RankedCoins(request.whole, columns, location)
        guard since.limit < now.scored.asOf.limit else {
            let why = "is not before the ranking's own moment, \(now.scored.asOf); name an earlier one"
            throw OperationError(.usage, "not-earlier", place: "\(since)", why)
        }
        var earlier = request.whole.at(since)
        revised = try RankedCoins(earlier, columns, location)
        let options = earlier.canonicalOptions
        stored = try location.open(.read).storedRun(preset: request.preset, asOf: "\(since)", options: options)
        let loads = stored.map { AsOf.instant($0.known) } ?? since
        earlier.known = [loads, request.known].compactMap { $0 }.min { $0.limit < $1.limit }
        knownThen = earlier.known
        do {
            then = try RankedCoins(earlier, columns, location)
        } catch let error as OperationError where error.status == .nothingSelected {
            then = nil
        }
        former = stored?.ranks ?? (then ?? revised).ranks
    }

    /// The columns of the band that a rank lies in.
    static let bands = ["rank_low", "rank_high"]

    /// How the rank of each coin changed that is ranked on either side; nil for one that is on one of them only.
    var changes: [String: RankChange?] {
        // The places of the coins that are ranked on both sides, among themselves.
        func places(_ ranks: [String: Int], _ others: [String: Int]) -> [String: Int] {
            let both = ranks.filter { others[$0.key] != nil }.sorted { $0.value < $1.value }
            return Dictionary(firstOf: both.enumerated().map { ($1.key, $0 + 1) })
        }
        let (before, after) = (places(revised.ranks, now.ranks), places(now.ranks, revised.ranks))
        let changes = Set(former.keys).union(now.ranks.keys).map { id -> (String, RankChange?) in
            guard let first = former[id], let last = now.ranks[id] else { return (id, nil) }
            let known = (then ?? revised).ranks[id] ?? first
            let place = revised.ranks[id] ?? known
            let data = (before[id] ?? place) - (after[id] ?? last)
            let universe = place - last - data
            return (id, RankChange(method: first - known, revisions: known - place, data: data, universe: universe))
        }
        return Dictionary(firstOf: changes)
    }

    /// Whether nothing was known by the earlier moment, as in a store that was filled later.
    var knewNothing: Bool { then?.ranks.isEmpty ?? true }

    /// What was known of the earlier moment then, and where nothing was, what is known of it now.
    var known: RankedCoins { knewNothing ? revised : then ?? revised }

    /// What is compared with what, and what it was made from.
    var notes: [String] {
        [
            note,
            "Ranked as of \(now.scored.asOf): \(counted(now.ranks.count, "coin")); as of \(since): \(former.count).",
        ] + Provenance.notes(joining: [now, revised, then].compactMap { $0?.scored.provenance() })
    }

    /// What the earlier side of the comparison is.
    private var note: String {
        if let stored {
            let made = Provenance.note(among: stored.notes).map { " " + $0 } ?? ""
            return "Compared with the ranking that was stored for \(since).\(made)"
        }
        return "No ranking was stored for \(since)"
            + (knewNothing
                ? ", and nothing was known by then: the store was filled later, so neither the method's nor the "
                    + "revisions' part is known."
                : ": compared with what was known by then, by the method of now.")
    }

    /// Why a coin had no rank on one of the sides; what it was ranked without stands behind that.
    func obstacle(_ id: String, _ coins: RankedCoins) -> String {
        String(coins.text(id, "reason").prefix { $0 != ";" })
    }

    /// What happened to a coin beside a change of place: `new`, `gone: why`, `revived`; else empty.
    func event(_ id: String) -> String {
        if now.ranks[id] == nil { return "gone: " + departure(of: id) }
        if former[id] == nil {
            let before = obstacle(id, revised)
            return "new" + (before.isEmpty ? "" : ": before, " + before)
        }
        return now.text(id, "state") == "revived" && revised.text(id, "state") != "revived" ? "revived" : ""
    }

    /// Why a coin has no rank now.
    func departure(of id: String) -> String { now.rows[id] == nil ? "no more in the list" : obstacle(id, now) }
}

/// A ranking with each coin's place.
struct RankedCoins {
    let scored: ScoredRanking
    /// The rank of each coin that has one, by id.
    private(set) var ranks: [String: Int] = [:]
    /// The row of each coin.
    private(set) var rows: [String: [Cell]] = [:]
    /// The same in their order, under their columns.
    let table: Table

    init(_ request: RankRequest, _ more: [String], _ location: StoreLocation) throws {
        var request = request
        request.columns = (["coin_id", "rank", "symbol", "name", "state", "reason"] + more).joined(separator: ",")
        scored = try score(request, in: location, showing: [request])
        table = try scored.table(for: request)
        for row in table.rows {
            guard let id = row[0].text else { continue }
            rows[id] = row
            ranks[id] = row[1].whole
        }
    }

    /// A cell of a coin's row; nil for a coin that is not listed.
    func cell(_ id: String, _ column: String) -> Cell? {
        table.place(of: column).flatMap { place in rows[id].map { $0[place] } }
    }

    /// A text of a coin's row; empty where there is none.
    func text(_ id: String, _ column: String) -> String { cell(id, column)?.text ?? "" }

    /// A number of a coin's row; nil where there is none.
    func number(_ id: String, _ column: String) -> Double? { cell(id, column)?.value }
}

/// The parts of a change of rank, in places gained.
struct RankChange {
    let method: Int
    let revisions: Int
    let data: Int
    let universe: Int

    var parts: [Int] { [method, revisions, data, universe] }
    /// The whole change.
    var sum: Int { parts.reduce(0, +) }
}

/// The coins whose rank changed since a moment, each change split by what caused it.
///
/// Between the earlier and the present ranking are two more, and each step changes one thing only:
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
/// notes say which it was. The largest changes come first, then new coins, then those that went.
///
/// - Throws: `OperationError` when `since` is not before the ranking's moment, or a column, order or filter does not
///   read.
public func movers(_ request: RankRequest, since: AsOf, in location: StoreLocation) throws -> Table {
    var rows = request
    rows.form = .rows
    let bands = request.isStory && request.hasPages ? RankComparison.bands : []
    var table = try movers(request, RankComparison(rows, since: since, reading: bands, location))
    if request.isStory { table.frame.credits = try Freshness.credits(of: request, in: location) }
    return table
}

/// The same from a comparison that is there, which has read its `bands` for a page.
func movers(_ request: RankRequest, _ comparison: RankComparison) throws -> Table {
    var table = comparison.table
    table.title = "Changes of rank in \(request.preset) since \(comparison.since)"
    table.notes = comparison.notes
    table = try Selection(request, of: table.columns).apply(to: table)
    if request.isStory { table.story = comparison.story(of: table.rows.compactMap { $0[0].text }) }
    return table
}

extension RankComparison {
    /// A row a coin that is ranked on either side.
    fileprivate var table: Table {
        let changes = changes
        /// Large changes, new coins, lost coins; then by rank.
        func order(_ id: String) -> (Int, Int, Int, [UInt8]) {
            let change = changes[id].flatMap { $0 }?.sum
            let place = now.ranks[id] ?? Int.max / 2 + (former[id] ?? 0)
            return (change == nil ? 1 : 0, -abs(change ?? 0), place, Array(id.utf8))
        }
        let keys = changes.keys.map { (id: $0, key: order($0)) }.sorted { left, right in
            let (a, b) = (left.key, right.key)
            if (a.0, a.1, a.2) != (b.0, b.1, b.2) { return (a.0, a.1, a.2) < (b.0, b.1, b.2) }
            return a.3.lexicographicallyPrecedes(b.3)
        }
        let rows = keys.map { id, _ -> [Cell] in
            let side = now.rows[id] == nil ? revised : now
            let change = changes[id].flatMap { $0 }
            let texts = ["symbol", "name"].map { side.cell(id, $0) ?? .missing(.notListed) }
            let numbers = change.map { ([$0.sum] + $0.parts).map(Cell.integer) }
            return [.text(id)] + texts + [
                now.ranks[id].map(Cell.integer) ?? .missing(.notRankedNow),
                former[id].map(Cell.integer) ?? .missing(.notRankedThen),
            ] + (numbers ?? Array(repeating: .missing(.oneSided), count: 5)) + [.text(event(id))]
        }
        return Table(title: "", columns: moverColumns, rows: rows)
    }
}

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
    gained("by_revisions", "By revisions", "Places gained by earlier figures that came late or were corrected."),
    gained("by_data", "By data", "Places gained by new figures."),
    gained("by_universe", "By universe", "Places gained by coins that came or went."),
    Column("event", "Event", .text, meaning: "new, gone or revived, with the reason; empty for the others."),
]

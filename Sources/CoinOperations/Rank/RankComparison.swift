internal import CoinModel
internal import CoinStore
internal import CoinTables

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
    /// The ranks at each step.
    let chain: RankChain
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
        let before = then?.ranks ?? revised.ranks
        chain = RankChain(stored: stored?.ranks ?? before, then: before, revised: revised.ranks, now: now.ranks)
    }

    /// Whether nothing was known by the earlier moment, as in a store that was filled later.
    var knewNothing: Bool { then?.ranks.isEmpty ?? true }

    /// What was known of the earlier moment then, and where nothing was, what is known of it now.
    var known: RankedCoins { knewNothing ? revised : then ?? revised }

    /// What is compared with what, and what it was made from.
    var notes: [String] {
        [
            note,
            "Ranked as of \(now.scored.asOf): \(counted(now.ranks.count, "coin")); as of \(since): \(chain.stored.count).",
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
                    + "revisions' part can be told."
                : ": compared with what was known by then, by the method of now.")
    }

    /// Why a coin had no rank on one of the sides; what it was ranked without stands behind that.
    func obstacle(_ id: String, _ coins: RankedCoins) -> String {
        String(coins.text(id, "reason").prefix { $0 != ";" })
    }

    /// What happened to a coin beside a change of place: `new`, `gone: why`, `revived`; else empty.
    func event(_ id: String) -> String {
        if now.ranks[id] == nil { return "gone: " + departure(of: id) }
        if chain.stored[id] == nil {
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
    private let columns: [String]

    init(_ request: RankRequest, _ more: [String], _ location: StoreLocation) throws {
        columns = ["coin_id", "rank", "symbol", "name", "state", "reason"] + more
        var request = request
        request.columns = columns.joined(separator: ",")
        let use = try RankingUse.showing([request], storing: false)
        scored = try score(request, in: location, for: use)
        for row in try scored.table(for: request).rows {
            guard case .text(let id) = row[0] else { continue }
            rows[id] = row
            if case .integer(let rank) = row[1] { ranks[id] = rank }
        }
    }

    /// A cell of a coin's row; nil for a coin that is not listed.
    func cell(_ id: String, _ column: String) -> Cell? {
        columns.firstIndex(of: column).flatMap { place in rows[id].map { $0[place] } }
    }

    /// A text of a coin's row; empty where there is none.
    func text(_ id: String, _ column: String) -> String {
        if case .text(let text)? = cell(id, column) { text } else { "" }
    }

    /// A number of a coin's row; nil where there is none.
    func number(_ id: String, _ column: String) -> Double? {
        if case .number(let number)? = cell(id, column) { number } else { nil }
    }
}

/// The ranks of all coins at each step, by id.
struct RankChain {
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
        /// The whole change.
        var sum: Int { all.reduce(0, +) }
    }

    /// How the rank of a coin changed; nil when it has none on one of the sides.
    private func parts(of id: String, _ common: (revised: [String: Int], now: [String: Int])) -> Parts? {
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
            return Dictionary(firstOf: both.enumerated().map { ($1.key, $0 + 1) })
        }
        return (places(revised, now), places(now, revised))
    }

    /// How the rank of each coin changed that is ranked on either side; nil for one that is on one of them only.
    var changes: [String: Parts?] {
        let common = common
        let ids = Set(stored.keys).union(now.keys)
        return Dictionary(firstOf: ids.map { ($0, parts(of: $0, common)) })
    }
}

internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// Takes decisions about coins: each is an entry of the ledger, all together one load, which `assay store forget` takes
/// back, `--known` before it does not see and a rebuild makes again.
///
/// - Parameters:
///   - relation: what the others are to the coin; of a migration they became it, and where they are the coin itself, its
///     units were exchanged for others.
///   - coin: the coin, whose id stays, by its id, symbol, name or as `coinpaprika:btc-bitcoin`.
///   - others: the other coins, also by id, symbol or name, or the coin's other names.
///   - isForced: whether coins are made one whose prices speak against it.
///   - location: the store.
///   - now: the clock.
/// - Returns: what was done, in one sentence.
/// - Throws: `OperationError` when the store knows no such coin, prices speak against it, or the store fails.
public func decide(
    _ relation: CoinDecision.Relation,
    _ coin: String,
    _ others: [String],
    isForced: Bool = false,
    in location: StoreLocation,
    now: Instant
) throws -> Diagnostic {
    let store = try location.open(.existing)
    let (decisions, known) = try store.reading { reader in
        let names = CoinWords(reader.catalog)
        let known = reader.catalog.decisions.map(\.decision)
        let decisions =
            relation == .alias
            ? try others.map { CoinDecision(try names.reference(coin), relation, CoinArgument($0)) }
            : try names.pairs(coin, relation, others)
        for decision in decisions {
            try names.check(decision, beside: known)
            if decision.relation == .same, !isForced { try refuseApart(decision, reader) }
        }
        return (decisions, known)
    }
    return try store.take(decisions, beside: known, at: now)
}

/// Refuses to make two coins one whose prices differ over twofold on most of their common days.
private func refuseApart(_ decision: CoinDecision, _ reader: StoreReader) throws {
    let distance = try reader.priceDistance(decision.coin, decision.target)
    guard distance.areApart, let (ratio, day) = distance.newest else { return }
    let days = "\(distance.daysApart) of \(counted(distance.sharedDays, "common day"))"
    let why = "their prices differ over twofold on \(days), \(SuspectPrices.text(ratio)) times on \(day)"
    let place = "'\(decision.coin)' and '\(decision.target)'"
    throw OperationError(.failed, "prices-apart", place: place, "\(why); add --force if they are one coin")
}

/// Takes the rows of a table of proposals that a person has decided, as `decide` does.
///
/// - Throws: `OperationError` when the table does not read whole or decides nothing.
public func reviewCoins(_ path: String, in location: StoreLocation, now: Instant) throws -> Diagnostic {
    let table: CoinReviewCSV
    do {
        var file = try InputFile(path: path, decodedLimit: 64 << 20)
        table = try CoinReviewCSV(&file)
    } catch {
        throw OperationError(error, file: path)
    }
    guard !table.decisions.isEmpty else {
        let why = "has no row with a decision; write yes or no into `decision`"
        throw OperationError(.failed, "no-rows", place: path, why)
    }
    let store = try location.open(.existing)
    let known = try store.reading { reader in
        let names = CoinWords(reader.catalog)
        for decision in table.decisions {
            for coin in [decision.coin, decision.target] where !names.has(coin) {
                throw unknownCoin(coin.description, names.universe)
            }
        }
        return reader.catalog.decisions.map(\.decision)
    }
    let taken = try store.take(table.decisions, beside: known, at: now)
    let left = table.undecided > 0 ? ", rows not decided yet: \(table.undecided)" : ""
    return Diagnostic(.note, taken.identifier, place: path, taken.message + left)
}

/// The coins that a person's words mean.
private struct CoinWords {
    private let links: CoinCrosswalk
    let universe: Universe

    init(_ catalog: Catalog) {
        let resolution = EntityResolution(catalog)
        links = resolution.crosswalk ?? CoinCrosswalk(catalog, resolution.universe.coins)
        universe = resolution.universe
    }

    func has(_ coin: CoinArgument) -> Bool { links.crosswalk.index(of: coin) != nil }

    func reference(_ words: String) throws -> CoinArgument {
        let reference = CoinArgument(words)
        if has(reference) { return reference }
        let id = universe.coins[try oneCoin(words, universe)].id
        let own = links.ids.first { $0.value == id }?.key
        return own.map { links.crosswalk.members[$0].coin.reference } ?? CoinArgument(id)
    }

    /// Checks that a migration goes together with all others.
    ///
    /// - Throws: `OperationError` `migration-conflict` naming both.
    func check(_ decision: CoinDecision, beside known: [CoinDecision]) throws {
        guard let terms = decision.relation.migration else { return }
        let crosswalk = Crosswalk(links.crosswalk.members, decisions: known + [decision])
        guard let conflict = crosswalk.conflict(of: decision) else { return }
        func words(_ other: CoinDecision) -> String {
            "`\(other.coin)` became `\(other.target)` on \(other.relation.migration?.day.description ?? "")"
        }
        func undone(_ other: CoinDecision) -> String {
            let coins = [other.target, other.coin].map { shellCoin($0.description) }.joined(separator: " ")
            return "take that back with `assay identity split \(coins)` if it is wrong"
        }
        let why =
            switch conflict {
            case .sameCoin: "both are one coin; name two coins, or part them with `assay identity split`"
            case .secondSuccessor(let other):
                "\(words(other)) already, and a coin becomes one other; \(undone(other))"
            case .secondPredecessor(let other):
                "\(words(other)) already, so before \(min(terms.day, other.relation.migration?.day ?? terms.day)) both would "
                    + "be what it was; \(undone(other))"
            case .circle(let others):
                "would make a circle, for \(others.map(words).joined(separator: " and ")); \(undone(others[0]))"
            case .order(let other):
                "\(words(other)), and the days of a chain ascend; name the right day, or \(undone(other))"
            }
        let place = "`\(decision.coin)` to `\(decision.target)` on \(terms.day)"
        throw OperationError(.usage, "migration-conflict", place: place, why)
    }

    func pairs(_ coin: String, _ relation: CoinDecision.Relation, _ others: [String]) throws -> [CoinDecision] {
        let stays = try reference(coin)
        return try others.map { other in
            let other = try reference(other)
            // Unit for unit, a coin becomes nothing else.
            let isExchange = relation.migration.map { $0.ratio.old != $0.ratio.new } ?? false
            guard other != stays || isExchange else {
                throw OperationError(.usage, "same-coin", place: other.description, "is named twice; name two coins")
            }
            return CoinDecision(other, relation, stays)
        }
    }
}

extension CoinDecision {
    /// The format of an input that is nothing but a person's decision.
    static let format = "coin-decision"
}

extension Store {
    /// Takes the decisions that are new in one load, each an input of its own.
    fileprivate func take(
        _ decisions: [CoinDecision],
        beside known: [CoinDecision],
        at now: Instant
    ) throws -> Diagnostic {
        let new = decisions.filter { decision in
            let ends = Set([decision.coin, decision.target])
            let last = known.last { Set([$0.coin, $0.target]) == ends && $0.relation != .agreeing }
            return last?.description != decision.description
        }
        let place = listed(decisions.map(\.description))
        guard !new.isEmpty else {
            return Diagnostic(.note, "decided", place: place, "nothing new, all of it is decided already")
        }
        try load(acceptedAt: now) { session in
            for decision in new {
                let text = decision.description
                try session.take([decision], as: .statement(text, CoinDecision.format, text, context: "at=\(now)"))
            }
        }
        return Diagnostic(.note, "decided", place: place, "decided; new decisions: \(new.count)")
    }
}

extension LoadSession {
    /// Takes decisions as an input of their own.
    func take(_ decisions: [CoinDecision], as input: InputDescriptor) throws {
        begin(input)
        add(decisions)
        try accept(input)
    }
}

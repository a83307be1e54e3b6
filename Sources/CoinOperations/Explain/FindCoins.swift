internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinStore
public import CoinTables

/// The coins that words may mean, best fits first: id, then symbol, name, ids that start so, names that contain it.
///
/// - Throws: `OperationError` when no coin fits.
public func findCoins(_ words: String, known: AsOf? = nil, in location: StoreLocation) throws -> Table {
    let store = try location.open(.read)
    let universe = try store.reading(known: known) { EntityResolution($0.catalog).universe }
    let hits = universe.find(words)
    guard !hits.isEmpty else {
        throw unknownCoin(words, universe, else: "try fewer letters")
    }
    let repositories = "The repositories of its list, separated by blanks."
    let columns: [FilledColumn<SearchHit>] = [
        .text("coin_id", "Coin", "The coin's id in the coin list.") { $0.coin.id },
        .text("symbol", "Symbol", "The ticker symbol; not unique.") { $0.coin.symbol },
        .text("name", "Name", "The coin's name.") { $0.coin.name },
        .text("fit", "Fit", "How the words fit: id, symbol, name, id-prefix or name-part.") { $0.fit.word },
        .text("repositories", "Repositories", orMissing: .notListed, repositories) {
            $0.coin.listedRepositories.map(\.description).joined(separator: " ")
        },
        .text("tags", "Tags", orMissing: .notListed, "The coin's tags, separated by blanks.") {
            $0.coin.tags.joined(separator: " ")
        },
    ]
    var table = Table("Coins for `\(words)`", columns, of: hits)
    table.notes = known.map { ["As known on \($0): lists that were loaded later are left out."] } ?? []
    return table
}

/// The ids, then symbols, then names of coins that begin with a word, for a shell that completes it.
///
/// Nothing is written next to the store.
///
/// - Throws: an error when the store is missing, busy for longer than its place says, or damaged.
public func coinNames(beginningWith word: String, in location: StoreLocation) throws -> [String] {
    let store = try location.open(.readOnly)
    return try store.reading { EntityResolution($0.catalog).universe }.names(beginningWith: word)
}

/// The most candidates that an error lists, and the most characters of a name in it.
private let (listedCandidates, nameLimit) = (10, 80)

/// The one coin that a person names.
///
/// - Throws: `OperationError` when none or several fit; then it lists the candidates as each can be named.
func oneCoin(_ words: String, _ universe: Universe) throws -> Int {
    switch universe.match(words: words) {
    case .coin(let index): return index
    case .ambiguous(let candidates):
        let named = candidates.prefix(listedCandidates).compactMap(universe.index(ofID:)).map { universe.coins[$0] }
            .map { coin in
                // Others wrote them, at any length.
                let names = [coin.symbol, coin.name].filter { !$0.isEmpty }.map { $0.shortened(to: nameLimit) }
                return "id:\(coin.id) (\(names.joined(separator: ", ")))"
            }
        let others = candidates.count > named.count ? ", and more, which `assay find \(shellOperand(words))` lists" : ""
        let all = named.joined(separator: ", ") + others
        let why = "is the id, symbol or name of \(candidates.count) coins; write one of these instead: \(all)"
        throw OperationError(.usage, "ambiguous-coin", place: words, why)
    case .unknown where trimmed(words).isEmpty:
        throw OperationError(.usage, "unknown-coin", "an empty word names no coin; write an id, a symbol or a name")
    case .unknown:
        throw unknownCoin(words, universe)
    }
}

/// What to say of words that are not a coin's id, symbol or name: an id that is near, else a name, else a symbol.
func unknownCoin(_ words: String, _ universe: Universe, else next: String? = nil) -> OperationError {
    let kinds: [[String]] = [universe.coins.map(\.id), universe.coins.map(\.name), universe.coins.map(\.symbol)]
    let near = kinds.first { suggestion(for: words, among: $0) != nil } ?? []
    let search = next ?? "search with `assay find \(shellOperand(words))`"
    return .unknown("coin", words, among: near, else: search, .nothingSelected)
}

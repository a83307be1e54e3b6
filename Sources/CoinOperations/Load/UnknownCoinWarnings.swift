internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore

// The note of a load about coins that it names and nothing knows.

/// Reports that no list has the coin that facts are to be put on.
func reportUnlisted(_ coin: String, _ store: Store, _ report: DiagnosticSink) throws {
    let (listed, isKnown) = try store.reading { reader in
        guard reader.catalog.hasCoinList else { return ([Coin](), true) }
        let links = EntityResolution(reader.catalog).crosswalk
        return (reader.catalog.coins, links?.has(CoinArgument(coin)) ?? false)
    }
    guard !isKnown, !listed.isEmpty, !listed.contains(where: { $0.id == coin }) else { return }
    let near = suggestion(for: coin, among: listed.map(\.id)).map { "; \($0)" } ?? ""
    let detail = "no coin list has it, so its facts are stored and not ranked until one does\(near)"
    report(Diagnostic(.warning, "unlisted-coin", place: coin, detail))
}

/// Reports coins that no list has: those near listed ones, and of symbols and names, which join no coin, the others too.
func reportUnlisted(in input: InputDescriptor, _ session: LoadSession, _ report: DiagnosticSink) throws {
    let (unlisted, listed) = try session.newUnlistedCoins()
    guard !unlisted.isEmpty else { return }
    let matches = CoinNameMatches(listed)
    var (near, others): ([String], [String]) = ([], [])
    // What a person named with `--coin` is reported by itself.
    for key in unlisted where !key.isListed && (key.id != nil || matches.isUnknown(key)) {
        let name = "`\(key.id ?? [key.symbol, key.name].compactMap(\.self).joined(separator: ", "))`"
        if let coin = matches.suggestedCoin(for: key) {
            near.append("\(name) (\(coin.id)?)")
        } else if key.id == nil {
            others.append(name)
        }
    }
    let next = "stored, and ranked once a list has them; if they are mistyped, correct them and load the file again"
    for (names, what) in [(near, "near listed ones"), (others, "near none")] where !names.isEmpty {
        let coins = "\(counted(names.count, "coin")) that no list has, \(what): \(CoinModel.listed(names))"
        report(Diagnostic(.warning, "unlisted-coin", place: input.path, "\(coins); their facts are \(next)"))
    }
}

/// Reports symbols and names that the load brought and that several listed coins have, that only look like one's, or that
/// meant another coin before.
func reportDoubts(from entity: Int, _ reader: StoreReader, _ quote: String, _ report: DiagnosticSink) throws {
    let panel = Panel(reader, quote: quote)
    let new = panel.resolution.unmatched.filter { $0.id >= entity }
    let doubts = panel.resolution.doubts(about: new) + (try panel.beginnings())
    for (identifier, doubts) in Dictionary(grouping: doubts, by: \.identifier).sorted(by: { $0.key < $1.key }) {
        for doubt in doubts.prefix(3) {
            let join = "; `assay identity crosswalk --proposed` and `assay identity merge` join coins that are one"
            let next = "load such a file with --coin ID" + (identifier == "ambiguous-coin" ? join : "")
            report(Diagnostic(.warning, identifier, place: reader.path, "\(doubt.text); \(next)"))
        }
        if doubts.count > 3 {
            let detail = "\(doubts.count - 3) more of this kind; the notes of `assay identity crosswalk` have all"
            report(Diagnostic(.warning, identifier, place: reader.path, detail))
        }
    }
}

/// Reports new ids without a list: those that are written as names are of coins that are known by plain ids, and new ones without a
/// symbol and name, as people type them, that are near known ones.
func reportMisnamed(from entity: Int, _ reader: StoreReader, _ report: DiagnosticSink) {
    let catalog = reader.catalog
    let misnamed = catalog.misnamedCoins
    let coins = catalog.hasCoinList ? [] : catalog.entities.filter { $0.kind == .coin && $0.space.isEmpty && $0.hasID }
    let new = Set(coins.filter { $0.id >= entity }.map(\.key))
    warn(
        misnamed.filter { new.contains($0.key) || new.contains($0.value) }.map { ($0.key, $0.value) },
        "unknown coin ids that are near known ones",
        "their facts are stored and join no coin; write the plain ids and load the file again",
        report
    )
    let typed = coins.filter { new.contains($0.key) && $0.symbol == nil && $0.name == nil && misnamed[$0.key] == nil }
    let known = coins.filter { $0.id < entity || $0.symbol != nil || $0.name != nil }
    guard !typed.isEmpty, !known.isEmpty else { return }
    let matches = CoinNameMatches(known.map { Coin(id: $0.key, symbol: $0.symbol ?? "", name: $0.name ?? "") })
    warn(
        typed.compactMap { coin in matches.suggestedCoin(for: CoinKey(id: coin.key)).map { (coin.key, $0.id) } },
        "new coin ids that are near known ones",
        "each is a coin of its own; if they are mistyped, correct them, and take this load back with `assay store forget`",
        report
    )
}

/// Warns of ids, each with the one that it may stand for.
private func warn(_ ids: [(String, String)], _ what: String, _ next: String, _ report: DiagnosticSink) {
    guard !ids.isEmpty else { return }
    let pairs = listed(ids.sorted { $0.0 < $1.0 }.map { "`\($0)` (\($1)?)" })
    report(Diagnostic(.warning, "unlisted-coin", "\(what): \(pairs); \(next)"))
}

/// Says how a coin list is made of repositories that were loaded while no list names any.
func reportOwnerless(_ reader: StoreReader, _ report: DiagnosticSink) {
    let hasList = reader.catalog.coins.contains { !$0.repositories.isEmpty || !$0.owners.isEmpty }
    let count = reader.catalog.entities.count { $0.kind == .repository && !$0.isForgotten }
    guard !hasList, count > 0 else { return }
    let what = "\(counted(count, "repository")) loaded, and no coin list says whose"
    report(Diagnostic(.note, "no-coin-list", place: reader.path, "\(what): `assay identity propose` proposes one"))
}

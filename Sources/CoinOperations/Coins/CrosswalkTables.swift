internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinStore
public import CoinTables

/// Which ids of several sources are one coin and why; or what is likely and waits for a decision.
///
/// - Parameters:
///   - isProposal: whether the pairs are shown that a person has to decide, instead of all sources' ids of each coin.
///   - all: whether coins that sources have and the universe has not are shown too; of a pair one is of the universe else.
///   - known: the moment as of whose loads the store is read; nil for all.
///   - location: the store.
/// - Returns: a row for each id of a source, or for each pair.
/// - Throws: `OperationError` when the store cannot be read, or has nothing to show.
public func coinCrosswalk(
    proposed isProposal: Bool,
    all: Bool,
    known: AsOf? = nil,
    in location: StoreLocation
) throws -> Table {
    try location.open(.read).reading(known: known) { reader in
        let resolution = EntityResolution(reader.catalog)
        let links = resolution.crosswalk ?? CoinCrosswalk(reader.catalog, resolution.universe.coins)
        let compared = try CoinPrices(links, reader)
        let (prices, findings) = (compared.prices.map(\.first), compared.findings)
        let rows =
            isProposal
            ? findings.proposals.filter { all || links.has($0.coin) || links.has($0.target) }.map(row)
            : rows(of: links, reader.catalog, prices, all: all)
        guard !rows.isEmpty else {
            let why =
                isProposal
                ? "no pair of coins waits for a decision; `assay identity crosswalk` shows what is certain"
                : "no coin is known; load a coin list or the market data of a source"
            throw OperationError(.nothingSelected, "no-coins", place: reader.path, why)
        }
        var notes = [summary(links.crosswalk, findings)]
        let doubts = resolution.doubts(about: resolution.unmatched) + (try Panel(reader, quote: "usd").beginnings())
        notes += doubts.map { "\($0.text)." }
        if isProposal {
            notes.append(
                "Save it as coins-review.csv, write yes or no into `decision`, and take it with `assay identity review`."
            )
        }
        let title = isProposal ? "Coins that may be one" : "Coins and their ids by source"
        return Table(title: title, columns: isProposal ? proposalColumns : columns, rows: rows, notes: notes)
    }
}

private func summary(_ crosswalk: Crosswalk, _ findings: CrosswalkFindings) -> String {
    let counts = Dictionary(grouping: crosswalk.links.compactMap { $0?.basis.rawValue }) { $0 }
        .sorted { $0.key < $1.key }.map { "\($0.value.count) by \($0.key)" }
    let joined = crosswalk.links.count { $0 != nil }
    let certain = "\(joined) certain" + (counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))")
    let pending =
        findings.agreeing.isEmpty ? "" : ", \(findings.agreeing.count) that agree and that the next load joins"
    return "Ids of sources that are another's coin: \(certain)\(pending), \(findings.proposals.count) proposed, "
        + "\(findings.refused) pairs refused that share a symbol or a name and too little else."
}

private func row(_ proposal: CrosswalkProposal) -> [Cell] {
    [
        .text(proposal.coin.description), .text(proposal.target.description),
        .missing(.undecided), .text(proposal.lacking),
        .text(proposal.evidence),
    ]
}

private let proposalColumns = [
    Column.text("coin", "Coin", "The coin that a source has, as `SOURCE:ID`; an id alone is the coin list's."),
    Column("target", "May be", .text, meaning: "The coin that it may be, whose id stays."),
    Column("decision", "Decision", .text, meaning: "For a person to write: yes, no, or nothing."),
    Column("lacking", "Lacking", .text, meaning: "The one sign that keeps it from being certain."),
    Column("evidence", "Evidence", .text, meaning: "What speaks for it and against it."),
]

private let columns = [
    Column("coin_id", "Coin", .text, meaning: "The coin's own id: the coin list's, else its first source's."),
    Column("source", "Source", .text, meaning: "Whose id: `list` for the coin list's own, which CoinGecko shares."),
    Column("source_id", "Its id", .text, meaning: "The id of the coin in that source."),
    Column("symbol", "Symbol", .text, meaning: "The ticker symbol there; not unique."),
    Column("name", "Name", .text, meaning: "The name there."),
    Column.text("why", "Why", "own, reviewed, address, pointer, agreeing or listed: see `assay help coins`."),
    Column("evidence", "Evidence", .text, meaning: "What that rests on."),
    Column("since", "Since", .text, meaning: "Since when it was so, or known."),
    Column("contracts", "Contracts", .text, meaning: "Its contracts as chain/address, separated by blanks."),
    Column.text(
        "status",
        "Status",
        "`inactive` where the source says that it is traded no more, `untracked` where it follows it not yet."
    ),
    Column("price_usd", "Last price", .number, unit: "USD", meaning: "The newest price that the source has of it."),
    Column("price_day", "Of", .text, meaning: "The day of that price."),
]

/// A row for each id of a source, by coin.
private func rows(of links: CoinCrosswalk, _ catalog: Catalog, _ prices: [DatedFigure?], all: Bool) -> [[Cell]] {
    let crosswalk = links.crosswalk
    // When each coin was decided about, and since when its source says what it says.
    let decisions = catalog.decisions.filter { [.same, .agreeing].contains($0.decision.relation) }
    let decided = Dictionary(decisions.map { ($0.decision.coin, $0.since) }) { $1 }
    let said = Dictionary(firstOf: catalog.sourceCoins.map { ($0.coin.reference, $0.since) })
    func text(_ text: String?, orMissing reason: MissingReason) -> Cell {
        text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .missing(reason)
    }
    let shown = crosswalk.members.indices.map { (coin: crosswalk.coin(of: $0), member: $0) }
        .filter { all || links.ids[$0.coin] != nil }
    return shown.sorted { ($0.coin, $0.member) < ($1.coin, $1.member) }.map { coin, member in
        let (entry, link) = (crosswalk.members[member].coin, crosswalk.links[member])
        let isDecided = [.reviewed, .agreeing].contains(link?.basis)
        let since = isDecided ? decided[entry.reference] : said[entry.reference]
        let price = prices[member]
        return [
            text(links.ids[coin], orMissing: .notListed),
            .text(entry.reference.space.isEmpty ? "list" : entry.reference.space), .text(entry.reference.id),
            text(entry.symbol, orMissing: .notInSource),
            text(entry.name, orMissing: .notInSource), .text(link?.basis.rawValue ?? "own"),
            text(link?.evidence, orMissing: .ownCoin),
            text(since?.description, orMissing: .always),
            text(entry.addresses.map(\.description).joined(separator: " "), orMissing: .noContract),
            text(entry.status, orMissing: .active),
            price.map { .number($0.value) } ?? .missing(.noPrice),
            price.map { .text($0.time.day.description) } ?? .missing(.noPrice),
        ]
    }
}

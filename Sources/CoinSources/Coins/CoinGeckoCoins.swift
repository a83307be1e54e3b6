internal import CoinModel

/// CoinGecko's `/coins/list`: all coins with id, symbol and name, and contracts where they were asked for, in one array.
struct CoinGeckoList: JSONSource {
    let id = "coingecko-list"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinGecko /coins/list: ids, symbols and names of all coins (JSON)"
    let shows = [["*/id", "*/symbol", "*/name"]]

    func recognises(_ sketch: JSONSketch) -> Bool {
        sketch.shows(shows) && sketch.names(below: "*").isSubset(of: ["id", "symbol", "name", "platforms"])
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var coins: [Coin] = []
        try document.forEachRow("*", ["id", "symbol", "name"]) { row in
            try rejecting(row.line, emit) { coins.append(try coin(row, repositories: [], tags: [])) }
        }
        guard !coins.isEmpty else { return }
        try emit(.coins(coins))
        let contracts = try ContractReader.platforms(of: "*", document)
        if !contracts.isEmpty { try emit(.sourceCoins(contracts)) }
    }
}

/// CoinGecko's `/coins/{id}`: one coin with its repositories and categories.
struct CoinGeckoCoin: JSONSource {
    let id = "coingecko-coin"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinGecko /coins/{id}: one coin with repositories and categories (JSON)"
    let shows = ["platforms", "asset_platform_id"].map { ["id", "symbol", "name", "categories", $0] }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        try emitCoin(document, addresses: [("links/repos_url/github/*", "")], tags: ("categories/*", ""), emit: emit)
        let own = Instant(document.text("last_updated") ?? "")
        try DetailPaths.coinGecko(context.quote(of: document.answer)).read(document, own, context, emit)
        let contracts = try ContractReader.platforms(of: "", document)
        if !contracts.isEmpty { try emit(.sourceCoins(contracts)) }
    }
}

/// CoinPaprika's `/coins`: all coins with id, symbol and name, those that are traded no more among them.
struct CoinPaprikaList: JSONSource {
    let id = "coinpaprika-list"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinPaprika /coins: ids, symbols, names and activity of all coins (JSON)"
    let shows = [["*/id", "*/symbol", "*/name", "*/is_active", "*/type"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var coins: [Coin] = []
        try document.forEachRow("*", ["id", "symbol", "name"]) { row in
            try rejecting(row.line, emit) {
                coins.append(try coin(row, of: .coinPaprika, repositories: [], tags: []))
            }
        }
        guard !coins.isEmpty else { return }
        try emit(.coins(coins))
        let inactive = try ContractReader.inactive(of: "*", document, .coinPaprika)
        if !inactive.isEmpty { try emit(.sourceCoins(inactive)) }
    }
}

/// CoinPaprika's `/coins/{id}`: one coin with its source code and tags, under its id as `coinpaprika:ID`.
struct CoinPaprikaCoin: JSONSource {
    let id = "coinpaprika-coin"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinPaprika /coins/{id}: one coin with repositories and tags (JSON)"
    let shows = [["id", "symbol", "name", "is_active", "links"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let addresses = [("links/source_code/*", ""), ("links_extended/*", "url")]
        try emitCoin(document, of: .coinPaprika, addresses: addresses, tags: ("tags/*", "name"), emit: emit)
        try DetailPaths.coinPaprika.read(document, nil, context, emit)
        let found = try ContractReader.coinPaprika(document)
        if !found.isEmpty { try emit(.sourceCoins(found)) }
    }
}

/// Emits the one coin of a document, or the one at a path in it.
///
/// Of the addresses, those on GitHub that name a repository are taken, each repository once; an organisation's address
/// or one of another host is reported in a warning.
func emitCoin(
    _ document: borrowing JSONDocument,
    at place: String = "",
    of space: IdentifierSpace = .universe,
    addresses: [(rows: String, column: String)],
    tags: (rows: String, column: String),
    emit: (SourceItem) throws -> Void
) throws {
    var repositories: [RepositoryName] = []
    for (rows, column) in addresses {
        // The extended links are of many kinds, of which only source code is meant to name a repository.
        try document.forEachRow(DetailPaths.path(rows, below: place), [column, "type"]) { row in
            guard case .text(let address) = row[0], !address.isEmpty else { return }
            if case .text(let type) = row[1], type != "source_code" { return }
            guard let repository = repository(at: address) else {
                try emit(.warning("\(address.prefix(100)) is no repository on GitHub and is left out"))
                return
            }
            if !repositories.contains(repository) { repositories.append(repository) }
        }
    }
    var names: [String] = []
    try document.forEachRow(DetailPaths.path(tags.rows, below: place), [tags.column]) { row in
        if case .text(let name) = row[0], !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    try document.forEachRow(place, ["id", "symbol", "name"]) { row in
        do {
            try emit(.coins([try coin(row, of: space, repositories: repositories, tags: names)]))
        } catch let fault as RowError {
            throw SourceError(fault.reason, detail: fault.detail)
        }
    }
}

/// The repository at an address on GitHub; nil for other hosts and for addresses of organisations.
private func repository(at address: String) -> RepositoryName? {
    var host = address.lowercased()[...]
    for prefix in ["https://", "http://", "www."] where host.hasPrefix(prefix) { host = host.dropFirst(prefix.count) }
    return host.hasPrefix("github.com/") ? RepositoryName(address) : nil
}

/// The entry of a list: the coin by the id, symbol and name in the first three columns.
func coin(
    _ row: JSONRow,
    of space: IdentifierSpace = .universe,
    repositories: [RepositoryName],
    tags: [String]
) throws(RowError) -> Coin {
    let (symbol, name) = (try row.text(1) ?? "", try row.text(2) ?? "")
    let id = CoinReference(space: space.name, id: try row.id(0)).description
    return Coin(id: id, symbol: symbol, name: name, repositories: repositories, tags: tags)
}

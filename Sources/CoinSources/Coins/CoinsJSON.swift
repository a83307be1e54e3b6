internal import CoinModel

/// A format of coin lists in JSON as a value: where its coins are, whose ids they have, and what it says of them beside
/// symbol and name.
///
/// That was so when the source was asked, else at the document's own time.
struct CoinsJSON: JSONSource {
    /// Rows below a coin, and the column in them that has a text.
    typealias Texts = (rows: String, column: String)

    let id: String
    let kind = LoadKind.coins
    let title: String
    let shows: [[String]]
    var isOther: @Sendable (JSONSketch) -> Bool = { _ in false }
    /// Where its coins are: the first place that a document has, else the last one; `?` stands for a whole number.
    let places: [String]
    var columns = ["id", "symbol", "name"]
    var space = IdentifierSpace.universe
    /// Where a coin has addresses of repositories, and where tags.
    var addresses: [Texts] = []
    var tags: [Texts] = []
    /// Whether its own time is that of CoinMarketCap's envelope, else `last_updated`.
    var hasEnvelope = false
    /// What it says of contracts and activity.
    var contracts: @Sendable (_ rows: String, _ document: borrowing JSONDocument) throws -> [SourceCoin] = { _, _ in []
    }

    /// More coins than any plan gives at once with all that is known of each.
    private static let coinLimit = 1 << 12

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        var rows = places[places.count - 1]
        for place in places.reversed() where document[String(place.prefix { $0 != "/" })] != .missing { rows = place }
        let own = try hasEnvelope ? document.timestamp() : Instant(document.text("last_updated") ?? "")
        for place in try expanded(rows, document) {
            let lines = try readCoins(at: place, document, emit)
            guard !lines.isEmpty else { return }
            let paths = DetailPaths(of: id, in: context.priceQuote, id: columns[0], at: nil)
            guard context.readsDetails, !paths.isEmpty else { continue }
            do {
                let time = try context.detailTime(own: own)
                try paths.read(place, of: document, at: Dictionary(firstOf: lines.map { ($0, time) }), emit)
            } catch let fault as RowError {
                try emit(.rejectedCell(fault.reject(1)))
            }
        }
        let found = try contracts(rows.replacing("?", with: "*"), document)
        if !found.isEmpty { try emit(.sourceCoins(found)) }
    }

    /// A place with each number that is an id, so that no other member is read as a path.
    private func expanded(_ place: String, _ document: borrowing JSONDocument) throws -> [String] {
        guard place.hasSuffix("/?") else { return [place] }
        let names = try document.names(of: "", rows: String(place.dropLast(2)), limit: CoinsJSON.coinLimit)
        return names.filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.map { place.dropLast() + $0 }
    }

    /// Emits the coins at a place, and gives the numbers of their rows; where it is one coin, nothing is left without it.
    private func readCoins(at place: String, _ document: borrowing JSONDocument, _ emit: ItemSink) throws -> [Int] {
        let repositories = try repositories(below: place, document, emit)
        var words: [String] = []
        try forEachText(of: tags, below: place, document) { word, _ in if !words.contains(word) { words.append(word) } }
        var (coins, lines): ([Coin], [Int]) = ([], [])
        try document.forEachRow(place, columns) { row in
            do {
                let id = CoinArgument(space: space.name, id: try row.id(0)).description
                let (symbol, name) = (try row.text(1) ?? "", try row.text(2) ?? "")
                coins.append(Coin(id: id, symbol: symbol, name: name, repositories: repositories, tags: words))
                lines.append(row.line)
            } catch let fault as RowError {
                guard place.hasSuffix("*") else { throw SourceError(fault.reason, detail: fault.detail) }
                try emit(.reject(fault.reject(row.line)))
            }
        }
        if !coins.isEmpty { try emit(.coins(coins)) }
        return lines
    }

    /// The repositories of the coin at a place, each once; an organisation's address or one of another host is reported in a
    /// warning.
    private func repositories(
        below place: String,
        _ document: borrowing JSONDocument,
        _ emit: ItemSink
    ) throws -> [RepositoryName] {
        var found: [RepositoryName] = []
        try forEachText(of: addresses, below: place, document) { address, type in
            // The extended links are of many kinds, of which only source code is meant to name a repository.
            if case .text(let type) = type, type != "source_code" { return }
            var host = address.lowercased()[...]
            for prefix in ["https://", "http://", "www."] where host.hasPrefix(prefix) {
                host = host.dropFirst(prefix.count)
            }
            guard host.hasPrefix("github.com/"), let repository = RepositoryName(address) else {
                try emit(.warning("\(address.prefix(100)) is not a repository on GitHub and is left out"))
                return
            }
            if !found.contains(repository) { found.append(repository) }
        }
        return found
    }

    /// Hands on each text of the coin at a place that is not empty, with the type that stands next to it.
    private func forEachText(
        of texts: [Texts],
        below place: String,
        _ document: borrowing JSONDocument,
        _ body: (_ text: String, _ type: JSONValue) throws -> Void
    ) throws {
        for (rows, column) in texts {
            try document.forEachRow(DetailPaths.path(rows, below: place), [column, "type"]) { row in
                if case .text(let text) = row[0], !text.isEmpty { try body(text, row[1]) }
            }
        }
    }
}

extension JSONDocument {
    /// The time of a CoinMarketCap envelope; nil when it has none.
    func timestamp() throws(SourceError) -> Instant? {
        guard self["status/timestamp"] != .missing else { return nil }
        if let instant = text("status/timestamp").flatMap({ Instant($0) }) { return instant }
        throw SourceError("bad-time", detail: "its status/timestamp is not a time in UTC; fetch it again")
    }
}

internal import CoinModel

/// CoinMarketCap's `/cryptocurrency/info`: coins with source code, tags and links, under their ids as `coinmarketcap:ID`.
///
/// The envelope's `status/timestamp` says when it was so, where the answer does not.
struct CoinMarketCapInfo: JSONSource {
    let id = "coinmarketcap-info"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinMarketCap /cryptocurrency/info: coins with repositories, tags and links (JSON)"
    let shows = [["data/?/id", "data/?/symbol", "data/?/name", "data/?/urls", "data/?/logo"]]

    /// More coins than any plan gives at once.
    private static let coinLimit = 1 << 12

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let time = try document.timestamp()
        // What is an id is a number, so none is read as a path.
        let ids = try document.names(of: "", rows: "data", limit: CoinMarketCapInfo.coinLimit)
            .filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        for id in ids {
            let place = "data/\(id)"
            try emitCoin(
                document,
                at: place,
                of: .source("coinmarketcap"),
                addresses: [("urls/source_code/*", "")],
                tags: ("tags/*", ""),
                emit: emit
            )
            try DetailPaths.coinMarketCap.read(document, at: place, time, context, emit)
        }
        let contracts = try ContractReader.coinMarketCap(of: "data/*", document)
        if !contracts.isEmpty { try emit(.sourceCoins(contracts)) }
    }
}

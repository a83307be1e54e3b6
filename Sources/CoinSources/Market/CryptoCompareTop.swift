internal import CoinModel

/// A page of CryptoCompare's `/data/top/mktcapfull`: coins by rank with their prices in several currencies.
///
/// The time is that of the page; where a coin was last updated over 48 hours away from it, that coin stands there. A coin
/// without `RAW` has no price: it is left out. Coins have ids of their own, for symbols change.
struct CryptoCompareTop: JSONSource {
    let id = "cryptocompare-top"
    let kind = LoadKind.market
    let title = "CryptoCompare /data/top/mktcapfull and totalvolfull pages (JSON)"
    let shows = [["Data/*/CoinInfo/Id", "Data/*/CoinInfo/Name"]]

    private static let ofQuote = DetailPaths.fields(
        [.change1h: "CHANGEPCTHOUR", .change24h: "CHANGEPCT24HOUR", .high24h: "HIGH24HOUR", .low24h: "LOW24HOUR"],
        isZeroUnknown: true
    )

    private static let values = ["PRICE", "MKTCAP", "TOTALVOLUME24HTO", "CIRCULATINGSUPPLY", "LASTUPDATE"]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let time = try context.snapshotTime(document.answer)
        let names = try document.names(of: "RAW", rows: "Data/*", limit: 128)
        let wanted = context.quote(of: document.answer)
        let told =
            names.first { $0.lowercased() == wanted } ?? names.first { Currency($0) != nil }
        for name in names {
            let quote = name.lowercased()
            guard Currency(quote) != nil else {
                try emit(.warning("RAW has the member \(name.prefix(20)), an unknown currency that is left out"))
                continue
            }
            let metrics = priceCapVolume(quote) + [.circulatingSupply]
            let columns =
                ["CoinInfo/Id", "CoinInfo/Name", "CoinInfo/FullName", "RAW/\(name)"]
                + CryptoCompareTop.values.map { "RAW/\(name)/\($0)" }
            let fields =
                DetailPaths.cryptoCompare(below: "CoinInfo/")
                + CryptoCompareTop.ofQuote.map { $0.below("RAW/\(name)/") }
            let details = DetailPaths(source: id, quote: quote, id: "CoinInfo/Id", fields: fields)
            try context.names.withNumbers { coins in
                let numbering = coins.numbering
                var facts = JSONFacts(id, time.resolution, metrics, context, isStamped: true, numbering: numbering)
                let asked = name == told ? details : nil
                try facts.takeAll("Data/*", columns, of: document, details: asked, emit) { row in
                    guard row[3] != .missing else { return nil }
                    var faults: [RowError] = []
                    var values = try row.priceCapVolume(4, &faults)
                    values.append(row.amount(7, &faults).zeroAsMissing)
                    let stamp = try row.instant(8)
                    let coin = try row.coin(in: &coins)
                    return JSONFact(subject: coin, time: time, values: values, stamp: stamp, faults: faults)
                }
            }
        }
    }
}

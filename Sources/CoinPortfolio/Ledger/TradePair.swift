internal import CoinModel

/// A market's name in a table of trades, of which coin and quote are written without a mark between them, or with one.
enum TradePair {
    /// Coin and quote of a pair such as `ADA/EUR`, `BTC-USD`, `ZENBTC` or Kraken's `XXBTZEUR`; nil where none is found.
    ///
    /// Where units stand behind the amounts, they say where one ends: `2501INCH` of `1INCHUSDT` is 250.
    static func parts(of pair: String, _ glue: (executed: String, total: String)?) -> (String, String)? {
        let parts = pair.split { $0 == "/" || $0 == "-" || $0 == "_" }.map(String.init)
        if parts.count == 2 { return (parts[0], parts[1]) }
        let cuts = (1..<max(2, pair.count)).map { (String(pair.prefix($0)), String(pair.dropFirst($0))) }
        if let glue,
            let cut = cuts.first(where: { base, quote in
                glue.executed.hasSuffix(base) && (glue.total.isEmpty || glue.total.hasSuffix(quote)) && !quote.isEmpty
            })
        {
            return cut
        }
        if pair.count == 8, pair.hasPrefix("X"), "XZ".contains(pair.dropFirst(4).prefix(1)) { return cuts[3] }
        if let (base, quote) = Currency.pair(pair) { return (base, quote.code.uppercased()) }
        return ["XBT", "XDG"].first { pair.count > 3 && pair.hasSuffix($0) }.map { (String(pair.dropLast(3)), $0) }
    }
}

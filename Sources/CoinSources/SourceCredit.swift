/// Whose the figures of a source are, under which licence, and how they are credited where they are shown.
///
/// This is the only place where licences of sources are listed.
public struct SourceCredit: Hashable, Sendable {
    /// Who is credited, such as `CoinGecko`.
    public let name: String
    /// Where to find it; empty where nothing is to be linked.
    public let address: String
    /// The licence or terms, and what they ask for.
    public let licence: String

    /// The credit of a format, or of the source of a series, such as `coingecko-markets` or `tidy-market:yahoo`.
    ///
    /// A table that names a known source credits that; a table of one's own is its owner's.
    public init(of source: String) {
        let parts = source.split(separator: ":", maxSplits: 1).map(String.init)
        let owner = parts.count == 2 ? SourceCredit.first(for: parts[1]) : nil
        if let owner {
            name = owner.name
            address = owner.address
            licence = "as collected in a loaded table, which states none; name"
            return
        }
        let known = SourceCredit.first(for: parts.first ?? "")
        name = known?.name ?? "Own files"
        address = known?.address ?? ""
        licence = known?.licence ?? "the user’s own"
    }

    /// The credits of some sources, each once, by name.
    public static func all(of sources: some Sequence<String>) -> [SourceCredit] {
        let credits = Dictionary(grouping: sources.map(SourceCredit.init(of:)), by: \.name)
        return credits.sorted { $0.key < $1.key }.compactMap(\.value.first)
    }

    private typealias Entry = (prefix: String, name: String, address: String, licence: String)

    private static func first(for source: String) -> Entry? { known.first { source.hasPrefix($0.prefix) } }

    /// By the beginning of the source's id.
    private static let known: [Entry] = [
        ("coingecko", "CoinGecko", "https://www.coingecko.com", "terms of use; “Data by CoinGecko” with a link"),
        ("coinpaprika", "CoinPaprika", "https://coinpaprika.com", "terms of use; name and link"),
        ("coinmarketcap", "CoinMarketCap", "https://coinmarketcap.com", "terms of use, personal; name and link"),
        ("cmc", "CoinMarketCap", "https://coinmarketcap.com", "terms of use, personal; name and link"),
        ("cryptocompare", "CryptoCompare", "https://www.cryptocompare.com", "paid contract; as the contract says"),
        ("coinmetrics", "Coin Metrics", "https://coinmetrics.io", "CC BY-NC 4.0: no commercial use; name and link"),
        ("coincodex", "CoinCodex", "https://coincodex.com", "terms of use; name and link"),
        ("coinbase", "Coinbase", "https://www.coinbase.com", "terms of use; name"),
        (
            "cryptodatadownload", "CryptoDataDownload", "https://www.cryptodatadownload.com",
            "terms of use; name and link"
        ),
        ("defillama", "DefiLlama", "https://defillama.com", "none found; name and link"),
        ("ecb", "European Central Bank", "https://www.ecb.europa.eu", "free with the source named"),
        (
            "ecosystem", "Open Dev Data by Electric Capital", "https://github.com/electric-capital/open-dev-data",
            "CC BY 4.0: credit wherever shown"
        ),
        ("gharchive", "GH Archive", "https://www.gharchive.org", "CC BY 4.0; name and link"),
        ("github", "GitHub", "https://github.com", "facts about public repositories; name"),
        ("git", "git", "", "counted from the repositories; facts only"),
        ("commit", "git", "", "counted from the repositories; facts only"),
        ("google-trends", "Google Trends", "https://trends.google.com", "the user’s own export; name"),
        ("trends", "Google Trends", "https://trends.google.com", "the user’s own export; name"),
        ("wikimedia", "Wikimedia", "https://wikimedia.org", "CC0; name"),
        ("yahoo", "Yahoo Finance", "https://finance.yahoo.com", "terms of use; name and link"),
        ("investing", "Investing.com", "https://www.investing.com", "terms of use; name and link"),
    ]
}

internal import CoinModel
internal import CoinStore

/// Where else a coin is to be found: links that sources stated, its pages at market sites, repositories, and searches.
struct CoinLinks {
    private(set) var links: [(title: String, address: String)] = []
    /// What is to be said where no market site is linked; empty where one is.
    let note: String

    private static let titles = [
        "homepage": "Website", "whitepaper": "White paper", "explorer": "Explorer", "forum": "Forum", "chat": "Chat",
        "announcement": "Announcement", "reddit": "Reddit", "twitter": "X", "telegram": "Telegram", "medium": "Medium",
        "facebook": "Facebook", "youtube": "YouTube", "blog": "Blog", "wallet": "Wallet", "website": "Website",
    ]
    /// The most links of one kind.
    private static let mostOfKind = 2

    /// The links of a coin, of which sources said this, the newest first; `term` is what it is searched by.
    init(of coin: Coin, _ details: [StoredDetail], term: String?) {
        for stored in details {
            for (kind, addresses) in stored.statedLinks where kind != "market" {
                for address in addresses.prefix(CoinLinks.mostOfKind) {
                    let host = address.split(separator: "/").dropFirst().first.map(String.init) ?? address
                    let title = CoinLinks.titles[kind] ?? kind
                    links.append((title == "Website" || title == "White paper" ? title : "\(title): \(host)", address))
                }
            }
        }
        let markets = details.flatMap(\.marketLinks)
        links += markets + coin.repositories.prefix(5).map { ("GitHub: \($0)", $0.address) }
        let words = term ?? (coin.name.isEmpty ? coin.id : coin.name)
        links.append(("Google Trends: \(words)", "https://trends.google.com/trends/explore?q=" + webQuery(words)))
        var seen: Set<String> = []
        links = links.filter { seen.insert($0.address).inserted }
        note =
            markets.isEmpty
            ? "No market site is linked: no loaded source has given its own id of this coin by this day. "
                + "`assay fetch market coingecko --load` asks one." : ""
    }
}

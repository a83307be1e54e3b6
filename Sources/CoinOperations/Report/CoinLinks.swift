internal import CoinModel
internal import CoinStore
internal import Foundation

/// Where else a coin is to be found: links that sources stated, pages of market sites by the ids that these sites gave
/// themselves, repositories, and searches.
///
/// This is the only place where a link to a market site is made; none is guessed from another id.
struct CoinLinks {
    private(set) var links: [(title: String, address: String)] = []
    /// What is to be said where no market site is linked; empty where one is.
    let note: String

    /// The sites whose pages are named by the ids that their answers have, by the beginning of the formats.
    private static let sites = [
        (prefix: "coingecko", title: "CoinGecko", before: "https://www.coingecko.com/en/coins/", behind: ""),
        (prefix: "coinpaprika", title: "CoinPaprika", before: "https://coinpaprika.com/coin/", behind: "/"),
    ]
    private static let titles = [
        "homepage": "Website", "whitepaper": "White paper", "explorer": "Explorer", "forum": "Forum", "chat": "Chat",
        "announcement": "Announcement", "reddit": "Reddit", "twitter": "X", "telegram": "Telegram", "medium": "Medium",
    ]
    /// The most links of one kind.
    private static let mostOfKind = 2

    /// The links of a coin, of which sources said this, the newest first; `term` is what it is searched by.
    init(of coin: Coin, _ details: [StoredDetail], term: String?) {
        var markets: [(title: String, address: String)] = []
        for stored in details {
            let (source, id) = (stored.detail.source, stored.detail.coin.id)
            for site in CoinLinks.sites where source.hasPrefix(site.prefix) {
                markets.append(("\(site.title): \(id)", site.before + webQuery(id) + site.behind))
            }
            let lines = stored.detail[.links]?.text?.split(separator: "\n") ?? []
            var counts: [Substring: Int] = [:]
            for parts in lines.map({ $0.split(separator: " ", maxSplits: 1) }) where parts.count == 2 {
                let (kind, address) = (parts[0], String(parts[1]))
                counts[kind, default: 0] += 1
                guard counts[kind, default: 0] <= CoinLinks.mostOfKind else { continue }
                let host = address.split(separator: "/").dropFirst().first.map(String.init) ?? address
                if kind == "market" {
                    markets.append(("\(host): \(address.split(separator: "/").last.map(String.init) ?? "")", address))
                } else {
                    let title = CoinLinks.titles[String(kind)] ?? String(kind)
                    links.append((title == "Website" || title == "White paper" ? title : "\(title): \(host)", address))
                }
            }
        }
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

/// A text as part of an address: what is no letter, digit, hyphen or point stands as its bytes.
func webQuery(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plainInAddresses) ?? "" }

private let plainInAddresses = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
)

internal import CoinModel
internal import Foundation

/// The pages of a site beside those of coins, in the order in which they lead to each other.
enum SitePage: CaseIterable {
    case ranking, movers, feed, market, watchlists, columns, loads

    var title: String {
        switch self {
        case .ranking: "Coins worth a closer look"
        case .movers: "Movers of four weeks"
        case .feed: "What changed"
        case .market: "The market by week"
        case .watchlists: "Watchlists"
        case .columns: "What the columns mean"
        case .loads: "What was loaded"
        }
    }

    var file: String { self == .ranking ? "index.html" : "\(self).html" }

    /// What changed, for programs that read feeds.
    static let atom = (title: "As an Atom feed", file: "feed.atom")

    /// The page of a coin: its id as a name that any file system and address takes; what is not plain stands as its bytes.
    static func file(ofCoin id: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        var name = id.utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
        }.joined()
        // File systems take 255 bytes.
        if name.utf8.count > 120 { name = String(name.prefix(80)) + "_" + Hash128(texts: [id]).description }
        return "coins/\(name).html"
    }
}

/// The page of a coin where its market is shown, at CoinGecko.
func marketPage(ofCoin id: String) -> String { "https://www.coingecko.com/en/coins/" + webQuery(id) }

/// A text as part of an address: what is no letter, digit, hyphen or point stands as its bytes.
func webQuery(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plainInAddresses) ?? "" }

private let plainInAddresses = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
)

internal import CoinModel
internal import CoinStore
internal import Foundation

extension StoredDetail {
    /// The sites whose pages are named by the ids that their answers have, by the beginning of the formats.
    private static let sites = [
        (prefix: "coingecko", title: "CoinGecko", before: "https://www.coingecko.com/en/coins/", behind: ""),
        (prefix: "coinpaprika", title: "CoinPaprika", before: "https://coinpaprika.com/coin/", behind: "/"),
    ]

    /// The pages of the coin at market sites, by the ids that these sites gave themselves.
    ///
    /// This is the only place where a link to a market site is made; none is guessed from another id.
    var marketLinks: [(title: String, address: String)] {
        let id = detail.coin.id
        let named = StoredDetail.sites.filter { detail.source.hasPrefix($0.prefix) }.map { site in
            ("\(site.title): \(id)", site.before + webQuery(id) + site.behind)
        }
        let stated = statedLinks.filter { $0.kind == "market" }.flatMap(\.addresses).prefix(2).map { address in
            let parts = address.split(separator: "/")
            return ("\(parts.dropFirst().first.map(String.init) ?? address): \(parts.last ?? "")", address)
        }
        return named + stated
    }

    /// What the source links to, by kind, in its order.
    var statedLinks: [(kind: String, addresses: [String])] {
        var links: [(kind: String, addresses: [String])] = []
        for line in detail[.links]?.text?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            if let place = links.firstIndex(where: { $0.kind == parts[0] }) {
                links[place].addresses.append(parts[1])
            } else {
                links.append((parts[0], [parts[1]]))
            }
        }
        return links
    }
}

/// A text as part of an address: what is not a letter, digit, hyphen or point stands as its bytes.
func webQuery(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plainInAddresses) ?? "" }

private let plainInAddresses = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
)

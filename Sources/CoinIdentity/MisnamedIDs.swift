public import CoinModel

/// Ids that are written as names are, with capitals or blanks, where one coin of that name is known by a plain id: `Alder Chain`
/// for `alder-chain`.
public struct MisnamedIDs {
    /// The plain id that each of them was meant for.
    public let suggestions: [String: String]

    /// Those among the ids of some coins.
    public init(_ coins: [Coin]) {
        let written = Set(coins.map(\.id)).filter { id in id.utf8.contains { $0 == 0x20 || (0x41...0x5a).contains($0) }
        }
        let plain = written.isEmpty ? nil : PlainNames(coins.filter { !written.contains($0.id) })
        let pairs = written.compactMap { id in plain?.id(of: id).map { (id, $0) } }
        suggestions = Dictionary(pairs) { first, _ in first }
    }
}

/// The coins that a text names when it is written as ids are: in small letters, with a dash for each blank.
struct PlainNames {
    private var ids: [String: Set<String>] = [:]

    /// Coins by their ids and names.
    init(_ coins: [Coin]) {
        for coin in coins {
            for word in [coin.id, PlainNames.plain(coin.name)] { ids[word, default: []].insert(coin.id) }
        }
    }

    /// The id of the one coin that a text names so; nil where none or several have it.
    func id(of text: String) -> String? {
        ids[PlainNames.plain(text)].flatMap { $0.count == 1 ? $0.first : nil }
    }

    private static func plain(_ text: String) -> String { fold(text).split(separator: " ").joined(separator: "-") }
}

public import CoinModel

/// A coin that a person may have meant, and how well their words fit it.
public struct SearchHit: Hashable, Sendable {
    /// The coin.
    public let coin: Coin
    /// How the words fit.
    public let fit: Fit

    /// How words fit a coin, best first.
    public enum Fit: Int, Sendable, Comparable {
        case id, symbol, name, idPrefix, namePart

        /// Better fits come first.
        public static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Universe {
    /// The coins that words may mean: exact id, then exact symbol, exact name, ids that start so, names that contain
    /// it; within a fit by id.
    ///
    /// Linear in the coins.
    public func find(_ words: String) -> [SearchHit] {
        let word = fold(words)
        guard !word.isEmpty else { return [] }
        let hits = coins.compactMap { coin -> SearchHit? in
            let name = fold(coin.name)
            let fit: SearchHit.Fit? =
                if fold(coin.id) == word {
                    .id
                } else if fold(coin.symbol) == word {
                    .symbol
                } else if name == word {
                    .name
                } else if fold(coin.id).hasPrefix(word) {
                    .idPrefix
                } else if name.contains(word) {
                    .namePart
                } else {
                    nil
                }
            return fit.map { SearchHit(coin: coin, fit: $0) }
        }
        return hits.enumerated().sorted { ($0.element.fit, $0.offset) < ($1.element.fit, $1.offset) }.map(\.element)
    }

    /// The one coin that a person names: an exact id, else the only coin with that symbol or name.
    ///
    /// Several coins sharing the symbol are `ambiguous` even when one of them is far larger: nobody is guessed.
    public func match(words: String) -> Match {
        let hits = find(words)
        guard let best = hits.first, best.fit <= .name else { return .unknown }
        if best.fit == .id { return index(ofID: best.coin.id).map(Match.coin) ?? .unknown }
        let equals = hits.filter { $0.fit <= .name }
        return equals.count == 1
            ? index(ofID: best.coin.id).map(Match.coin) ?? .unknown : .ambiguous(equals.map(\.coin.id))
    }
}

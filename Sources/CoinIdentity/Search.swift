public import CoinModel

/// A coin that a person may have meant, and how well their words fit it.
public struct SearchHit: Hashable, Sendable {
    /// The coin.
    public let coin: Coin
    /// How the words fit.
    public let fit: Fit

    /// How words fit a coin, best first.
    public enum Fit: Sendable, Comparable {
        case id, symbol, name, idPrefix, namePart

        /// How it is written: `id`, `symbol`, `name`, `id-prefix` or `name-part`.
        public var word: String { self == .idPrefix ? "id-prefix" : self == .namePart ? "name-part" : "\(self)" }

        /// Whether the words are all of an id, a symbol or a name.
        public var isExact: Bool { self <= .name }
    }
}

extension Universe {
    /// The coins that words may mean: exact id, then exact symbol, exact name (or another name or source's id), ids that
    /// start so, names that contain it; within a fit by id.
    ///
    /// Words behind `id:`, `symbol:` or `name:` mean nothing else. Linear in the coins.
    public func find(_ words: String) -> [SearchHit] {
        let search = SearchWords(words)
        let others = Set(indices(otherwiseNamed: words))
        let hits = coins.indices.compactMap { index in
            search.fit(of: coins[index], isOtherwiseNamed: others.contains(index))
                .map { SearchHit(coin: coins[index], fit: $0) }
        }
        return hits.enumerated().sorted { ($0.element.fit, $0.offset) < ($1.element.fit, $1.offset) }.map(\.element)
    }

    /// The ids, then symbols, then names that begin with a word, in order and each once, for a shell that completes it; letter
    /// case does not count.
    ///
    /// Behind `id:`, `symbol:` or `name:` those of this kind alone, with what stands before the word. Linear in the coins.
    public func names(beginningWith words: String) -> [String] {
        let search = SearchWords(words)
        let start = search.kind.map { $0.rawValue + ":" } ?? ""
        let kinds = SearchWords.Kind.allCases.filter { search.kind ?? $0 == $0 }
        let found = kinds.flatMap { kind in
            coins.lazy.map { kind.text(of: $0) }.filter { fold($0).hasPrefix(search.word) }.sorted()
        }
        var seen: Set<String> = []
        return found.filter { !$0.isEmpty && seen.insert($0).inserted }.map { start + $0 }
    }

    /// The one coin that a person names: the only one that bears the words as its id, symbol or name.
    ///
    /// Several are `ambiguous`, even when one of them is far larger or bears them as its id: no coin is guessed. `id:near`
    /// names one of them; where ids differ in case only, it is the one spelled so. Constant in the coins, but for the first
    /// question.
    public func match(words: String) -> Match {
        let search = SearchWords(words)
        if let id = search.id, let index = index(ofID: id) { return .coin(index) }
        let others = Set(indices(otherwiseNamed: words))
        let hits = others.union(indices(bearing: search.word)).compactMap { index in
            search.fit(of: coins[index], isOtherwiseNamed: others.contains(index)).map { (fit: $0, index: index) }
        }
        return unique(hits.filter(\.fit.isExact).sorted { ($0.fit, $0.index) < ($1.fit, $1.index) }.map(\.index))
    }
}

/// What a person types to name a coin: `near`, or one kind of word, as in `id:near`, `symbol:NEAR` and
/// `name:"NEAR Protocol"`.
private struct SearchWords {
    enum Kind: String, CaseIterable {
        case id, symbol, name

        func text(of coin: Coin) -> String {
            switch self {
            case .id: coin.id
            case .symbol: coin.symbol
            case .name: coin.name
            }
        }
    }

    /// The only kind that is meant; nil for any.
    let kind: Kind?
    private let text: String
    /// The words as they are compared.
    let word: String

    init(_ words: String) {
        let kind = Kind.allCases.first { words.hasPrefix($0.rawValue + ":") }
        var text = kind.map { words.dropFirst($0.rawValue.count + 1) } ?? words[...]
        if kind != nil, text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = text.dropFirst().dropLast()
        }
        (self.kind, self.text, word) = (kind, String(text), fold(String(text)))
    }

    /// The id that is named, where only an id is meant.
    var id: String? { kind == .id ? text : nil }

    /// How they fit a coin best, to which they may be another name.
    func fit(of coin: Coin, isOtherwiseNamed: Bool) -> SearchHit.Fit? {
        let own = fit(of: coin)
        return isOtherwiseNamed ? min(own ?? .name, .name) : own
    }

    private func fit(of coin: Coin) -> SearchHit.Fit? {
        guard !word.isEmpty else { return nil }
        func means(_ kind: Kind) -> Bool { self.kind ?? kind == kind }
        let (id, name) = (fold(coin.id), fold(coin.name))
        return if means(.id), ExactText(id) == ExactText(word) {
            .id
        } else if means(.symbol), fold(coin.symbol) == word {
            .symbol
        } else if means(.name), name == word {
            .name
        } else if means(.id), id.hasPrefix(word) {
            .idPrefix
        } else if means(.name), name.contains(word) {
            .namePart
        } else {
            nil
        }
    }
}

public import CoinModel
internal import Synchronization

/// The listed coins, and which of them a source's words mean.
///
/// Nothing is guessed: words that fit no coin or several are unmatched, with the candidates. Building is linear in the
/// coins; a question costs a hash look-up, the first one of symbols or names another pass over the coins.
public struct Universe: Sendable {
    /// The coins, by id in byte order.
    public let coins: [Coin]

    private let byID: [String: Int]
    private let bySymbol: WordIndex
    private let byName: WordIndex
    private let byWord: WordIndex
    private let bySearchTerm: WordIndex
    private let byLooks: WordIndex
    private let otherNames: @Sendable (String) -> [String]

    /// The universe of these coins; of several with one id the first holds.
    ///
    /// `otherNames` gives the ids of the coins that a word, in lower case, names in other ways: as another source's id, or by
    /// a name that a person gave.
    public init(_ listed: [Coin], otherNames: @escaping @Sendable (String) -> [String] = { _ in [] }) {
        self.otherNames = otherNames
        let ids = listed.map(\.id.utf8)
        if ids.indices.dropFirst().allSatisfy({ ids[$0 - 1].lexicographicallyPrecedes(ids[$0]) }) {
            coins = listed
        } else {
            var seen: Set<String> = []
            coins = listed.filter { seen.insert($0.id).inserted }.sorted {
                $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
            }
        }
        byID = Dictionary(firstOf: coins.enumerated().map { ($1.id, $0) })
        // What is not in NFC is matched with nothing.
        bySymbol = WordIndex(coins) { [$0.symbol].filter(\.isNormalized).map(fold) }
        byName = WordIndex(coins) { [$0.name].filter(\.isNormalized).map(fold) }
        byWord = WordIndex(coins) { [$0.id, $0.symbol, $0.name].map(fold) }
        bySearchTerm = WordIndex(coins) { $0.searchTerms.map(fold) }
        byLooks = WordIndex(coins) { Looks.symbol.of($0.symbol) + Looks.name.of($0.name) }
    }

    /// What a source's words come to.
    public enum Match: Hashable, Sendable {
        /// The coin at this index of `coins`.
        case coin(Int)
        /// No listed coin bears these words.
        case unknown
        /// Several listed coins bear these words: their ids.
        case ambiguous([String])
    }

    /// The coin with an id.
    public func index(ofID id: String) -> Int? {
        byID[id].flatMap { ExactText(coins[$0].id) == ExactText(id) ? $0 : nil }
    }

    /// This is the only place where an id that a person's file names is read as the coin is now.
    ///
    /// It is the coin of the id, else the one that it was merged into or is another name of, else that of the id in other letter
    /// case; nil for none and several. Symbols and names are none: another coin may bear them.
    public func coin(ofFormer id: String) -> Coin? {
        if let index = byID[id] { return coins[index] }
        let others = Set(indices(otherwiseNamed: id))
        let fitting =
            others.isEmpty ? indices(bearing: fold(id)).filter { fold(coins[$0].id) == fold(id) } : Array(others)
        return fitting.count == 1 ? coins[fitting[0]] : nil
    }

    /// The coin that a source's key means.
    ///
    /// An id of the list's own space decides alone. Otherwise it is the one coin that has the symbol and the name, or the
    /// symbol alone where the source gives no name, the name alone where it gives no symbol; letter case and outer blanks do not
    /// count, nor does a former name behind the name. Words that are not in NFC mean no coin.
    public func match(_ key: CoinKey, in space: IdentifierSpace) -> Match {
        if case .universe = space, let id = key.id { return index(ofID: id).map(Match.coin) ?? .unknown }
        guard key.name?.isNormalized ?? true else { return .unknown }
        guard let symbol = key.symbol, !symbol.isEmpty else {
            return key.id == nil ? unique(key.name.map { byName[fold($0)] } ?? []) : .unknown
        }
        guard symbol.isNormalized else { return .unknown }
        let candidates = bySymbol[fold(symbol)]
        guard let name = key.name else { return unique(candidates) }
        func named(_ name: String) -> [Int] {
            candidates.filter { coins[$0].name.isNormalized && fold(coins[$0].name) == fold(name) }
        }
        let found = named(name)
        return unique(found.isEmpty ? Universe.withoutFormerName(name).map(named) ?? [] : found)
    }

    /// A name without what some sources add of an earlier one: `Sonic` of `Sonic (prev. FTM)`; nil where they add nothing.
    static func withoutFormerName(_ name: String) -> String? {
        guard name.hasSuffix(")"), let start = name.lastIndex(of: "(") else { return nil }
        let added = name[name.index(after: start)...].lowercased()
        let words = ["prev.", "prev ", "previously ", "formerly ", "former ", "ex-", "ex "]
        return words.contains(where: added.hasPrefix) && start > name.startIndex ? trimmed(name[..<start]) : nil
    }

    /// The coins whose symbol or name a source's symbol or name only looks like.
    ///
    /// Their skeletons (UTS 39) are equal, and letter case apart their bytes are not. By place, the symbol's before the name's.
    public func confusable(with key: CoinKey) -> [(coin: Int, text: String)] {
        var found: [(coin: Int, text: String)] = []
        for (kind, text) in [(Looks.symbol, key.symbol), (.name, key.name)] {
            guard let text, !text.isEmpty else { continue }
            let alike = Set(kind.of(text, isForeign: true).flatMap { byLooks[$0] }).sorted()
            for coin in alike {
                let own = fold(kind == .symbol ? coins[coin].symbol : coins[coin].name)
                if ExactText(own) != ExactText(fold(text)) || !text.isNormalized { found.append((coin, text)) }
            }
        }
        return found
    }

    /// A kind of word as it looks in small letters and in capitals, which look unlike.
    private enum Looks: String {
        case symbol, name

        /// What is compared of a word; of a foreign one also what it looks like in other letters than its own.
        func of(_ word: String, isForeign: Bool = false) -> [String] {
            guard !word.isEmpty else { return [] }
            var texts = ["small " + fold(word).skeleton, "capital " + fold(word).uppercased().skeleton]
            if isForeign, word.utf8.contains(where: { $0 >= 0x80 }) { texts.append("small " + fold(word.skeleton)) }
            return texts.map { "\(rawValue) \($0)" }
        }
    }

    /// The coin that declares a search term as the export writes it, or whose id, name or symbol it is, tried in this order.
    public func match(term: String) -> Match {
        guard term.isNormalized else { return .unknown }
        let word = fold(term)
        let declaring = bySearchTerm[word]
        if !declaring.isEmpty { return unique(declaring) }
        if let index = index(ofID: word) { return .coin(index) }
        let named = byName[word]
        let borne = named.isEmpty ? bySymbol[word] : named
        return unique(borne.isEmpty ? indices(otherwiseNamed: term) : borne)
    }

    /// The place of a search term among those that a coin declares, from 0; nil for another one.
    public func place(ofTerm term: String, declaredBy coin: Int) -> Int? {
        bySearchTerm[fold(term)].contains(coin)
            ? coins[coin].searchTerms.firstIndex { fold($0) == fold(term) } : nil
    }

    /// The coins that bear a folded word as their id, symbol or name, each once.
    func indices(bearing folded: String) -> [Int] { byWord[folded] }

    /// The coins that a word names in other ways than by their ids, symbols and names.
    func indices(otherwiseNamed word: String) -> [Int] { otherNames(fold(word)).compactMap { byID[$0] } }

    func unique(_ candidates: [Int]) -> Match {
        switch candidates.count {
        case 0: .unknown
        case 1: .coin(candidates[0])
        default: .ambiguous(candidates.map { coins[$0].id })
        }
    }
}

/// The coins that bear a word, indexed when the first one is asked for: where all sources give ids, none ever is.
private final class WordIndex: Sendable {
    private let places = Mutex<[String: [Int]]?>(nil)
    private let coins: [Coin]
    private let words: @Sendable (Coin) -> [String]

    init(_ coins: [Coin], _ words: @escaping @Sendable (Coin) -> [String]) { (self.coins, self.words) = (coins, words) }

    /// The places of the coins that bear a folded word; none where no coin does.
    subscript(folded: String) -> [Int] {
        places.withLock { places in
            let known = places ?? index()
            places = known
            return known[folded] ?? []
        }
    }

    private func index() -> [String: [Int]] {
        var places: [String: [Int]] = [:]
        for place in coins.indices {
            for word in Set(words(coins[place])) { places[word, default: []].append(place) }
        }
        return places
    }
}

/// A word as it is compared: lower-case, without outer blanks.
func fold(_ word: String) -> String {
    var rest = Substring(word.lowercased())
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
}

internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// Which coins the terms of search-interest exports mean.
///
/// A coin has one declared term: the first that the coin list declares, else of the columns that an input declares to be
/// about a coin the first listed one whose term means it, else the first listed; the others are further terms. Where nothing is declared, the name of a file of
/// one column decides before its term; of several columns each goes by its term, and the name by the first.
public struct SearchTermMatches {
    /// The coin of a search term.
    public struct Match: Sendable {
        /// Its place in the universe.
        public let coin: Int
        /// How well it was found: below 0 the terms of the coin list in their order, 0 declared by the input, 1 by the file's name, 2 by the term, 3 as a further term beside the
        /// declared one, which is shown and never ranked before the others.
        let rank: Int
    }

    /// The coins, in order of the catalog's terms.
    private(set) var coins: [Match?]

    /// An input and a coin that it declares.
    private struct Declaration: Hashable {
        let digest: Substring
        let coin: Int
    }

    /// Linear in the terms; words are looked up only for terms that their input declares nothing of, or several.
    init(_ catalog: Catalog, _ universe: Universe) {
        let terms = catalog.terms
        let declared = terms.map { $0.term.coin.flatMap(universe.index(ofID:)) }
        let leads = SearchTermMatches.leads(catalog, declared, universe)
        coins = Array(repeating: nil, count: terms.count)
        for (index, term) in terms.enumerated() {
            if let coin = declared[index] {
                let lead = leads.isEmpty ? nil : leads[Declaration(digest: catalog.digest(of: term), coin: coin)]
                coins[index] = Match(coin: coin, rank: lead ?? term.term.term == term.term.term ? 0 : 3)
            } else if term.term.coin == nil {
                let export = catalog.export(of: term)
                // The columns of an export are numbered one after another.
                let isFirst = index == 0 || catalog.export(of: terms[index - 1]) != export
                let isLast = index + 1 == terms.count || catalog.export(of: terms[index + 1]) != export
                let named = isFirst ? universe.index(ofID: term.stem) : nil
                coins[index] = SearchTermMatches.match(term, named, isAlone: isFirst && isLast, universe)
            }
            if let match = coins[index], let place = universe.place(ofTerm: term.term.term, declaredBy: match.coin) {
                coins[index] = Match(coin: match.coin, rank: place - universe.coins[match.coin].searchTerms.count)
            }
        }
    }

    private static func match(_ term: StoredTerm, _ named: Int?, isAlone: Bool, _ universe: Universe)
        -> Match?
    {
        let byName = named.map { Match(coin: $0, rank: 1) }
        if isAlone, let byName { return byName }
        if case .coin(let coin) = universe.match(term: term.term.term) { return Match(coin: coin, rank: 2) }
        return byName
    }

    /// The declared term of each input and coin, where the input has several for the coin.
    private static func leads(_ catalog: Catalog, _ declared: [Int?], _ universe: Universe) -> [Declaration: String] {
        var columnsOf = [Int](repeating: 0, count: universe.coins.count)
        for case let coin? in declared { columnsOf[coin] += 1 }
        var leads: [Declaration: String] = [:]
        for (term, coin) in zip(catalog.terms, declared) {
            guard let coin, columnsOf[coin] > 1 else { continue }
            func means(_ word: String) -> Bool { universe.match(term: word) == .coin(coin) }
            let declaration = Declaration(digest: catalog.digest(of: term), coin: coin)
            let lead = leads[declaration]
            if lead.map({ !means($0) && means(term.term.term) }) ?? true { leads[declaration] = term.term.term }
        }
        return leads
    }
}

extension Catalog {
    /// The digest of the input that a search term stands in.
    fileprivate func digest(of term: StoredTerm) -> Substring { export(of: term).prefix { $0 != ":" } }
}

public import CoinModel
internal import Synchronization

/// Finds coins that borrow another's value: by what a person decided, by tags and ids of lists, and where neither speaks
/// by what name and symbol suggest and the prices of the last weeks confirm.
///
/// | Sign | Confirmed by the closes of 9 or more of the last 13 weeks |
/// | --- | --- |
/// | none | all within 5 % of one unit of the quote currency, deviation of weekly changes at most 1.5 %: a stablecoin |
/// | a currency in name or symbol (`Euro Coin`, `GYEN`) | deviation at most 2 %: a stablecoin |
/// | gold or silver in the name | deviation at most 3 %: pegged |
/// | the symbol is another's behind 1 to 4 letters, or the name ends with it (`rETH`, `Rocket Pool ETH`) | the ratio to the other's closes deviates by at most 1.2 %: wrapped where it stays within 3 % of 1, else staked |
/// | the name ends with `xStock`, or with a share, stock or fund that is `tokenized` | the name is believed: no coin has the price of a company's share |
/// | `Wrapped`, `Staked`, `Bridged`, `Pegged` and another coin's name or symbol | the ratio deviates by at most 3 %; without enough closes the name is believed |
///
/// Evidence: over all windows of 13 closes in the top 100 of 2022 to 2024, stablecoins deviated by at most 1.4 % from week to
/// week and stayed within 3.5 % of a dollar, tokenised gold by 2.2 to 2.7 %, wrapped Bitcoin's ratio by 0.2 %; of coins of
/// their own none stayed within 5 % of a dollar, and Gnosis, Ethereum Classic and Lido came as near to ether as 1.3 to 1.9 %
/// though nothing but a name or symbol of it is a sign.
struct DerivativeRule: Sendable {
    /// The first row of a coin that bears a word as its symbol or name, and the rows of others that do.
    private let firstBearers: [String: Int]
    private let otherBearers: [String: [Int]]

    private static let weeks = 0..<CrossSection.weeksOfDerivatives
    private static let fewestWeeks = 9
    /// By how much the ratio to the closes of a coin that the name names may deviate from week to week.
    private static let mostDeviation = 0.03

    init(_ coins: [Coin]) {
        var first: [String: Int] = [:]
        var others: [String: [Int]] = [:]
        first.reserveCapacity(2 * coins.count)
        func add(_ word: String, _ row: Int) {
            guard word.utf8.count > 1 else { return }
            if first[word] == nil { first[word] = row } else { others[word, default: []].append(row) }
        }
        for (row, coin) in coins.enumerated() {
            let (symbol, name) = (coin.symbol.lowercased(), DerivativeRule.words(of: coin).joined(separator: " "))
            add(symbol, row)
            if name != symbol { add(name, row) }
        }
        firstBearers = first
        otherBearers = others
    }

    /// The rows of the coins that bear a word as their symbol or name.
    private func bearers(of word: String) -> [Int] {
        firstBearers[word].map { [$0] + (otherBearers[word] ?? []) } ?? []
    }

    /// What the coin in a row of a cross-section is a derivative of, and how; nil for a coin of its own.
    func derivative(of row: Int, in section: CrossSection) -> Derivative? {
        let coin = section.coins[row]
        if let decided = Derivative.decided(of: coin) { return decided }
        return Derivative.listed(coin) ?? byName(coin, row, section) ?? byPrice(coin, row, section)
    }

    /// By a kind of derivative in the name.
    private func byName(_ coin: Coin, _ row: Int, _ section: CrossSection) -> Derivative? {
        let words = DerivativeRule.words(of: coin)
        if DerivativeRule.isShare(words) { return Derivative(.tokenisedShare, "by its name") }
        guard let kind = words.lazy.compactMap({ DerivativeRule.kinds[$0] }).first else { return nil }
        let others = words.filter { DerivativeRule.kinds[$0] == nil }
        let bases = bearers(ofRunIn: others).filter { !section.isOne($0, row) }
        let moves = bases.compactMap { PriceMoves(of: row, against: $0, section) }
        if let best = moves.min(by: { $0.deviation < $1.deviation }) {
            guard best.deviation <= DerivativeRule.mostDeviation else { return nil }
            return Derivative(kind, "by its name and price, \(best.words)")
        }
        let isNamed = !bases.isEmpty || others.contains { DerivativeRule.wellKnown.contains($0) }
        return isNamed ? Derivative(kind, "by its name") : nil
    }

    /// Those of which any run of words may be the name or symbol.
    private func bearers(ofRunIn words: [String]) -> [Int] {
        let runs = words.indices.flatMap { start in
            (start..<words.count).map { words[start...$0].joined(separator: " ") }
        }
        return runs.flatMap { bearers(of: DerivativeRule.synonyms[$0] ?? $0) }
    }

    /// Those whose symbol ends the symbol of another coin behind 1 to 4 letters, or its name.
    private func bearers(endingNameOf coin: Coin, _ words: [String]) -> [Int] {
        let symbol = coin.symbol.lowercased()
        var signs = (1...4).map { String(symbol.dropFirst($0)) }.filter { $0.utf8.count >= 3 }
        if words.count > 1, let last = words.last { signs.append(DerivativeRule.synonyms[last] ?? last) }
        return signs.flatMap(bearers(of:))
    }

    /// Whether a derivative stands for another coin: its name or symbol names that one, and where enough closes are known
    /// their ratio deviates by at most 3 %.
    func follows(_ row: Int, _ base: Int, in section: CrossSection) -> Bool {
        let own = DerivativeRule.words(of: section.coins[row]).filter { DerivativeRule.kinds[$0] == nil }
        guard bearers(ofRunIn: own).contains(base) || bearers(endingNameOf: section.coins[row], own).contains(base)
        else { return false }
        return PriceMoves(of: row, against: base, section).map { $0.deviation <= DerivativeRule.mostDeviation } ?? true
    }

    /// Whether a name is a share's: `Apple xStock`, `Tesla (Ondo Tokenized Stock)`.
    private static func isShare(_ words: [String]) -> Bool {
        guard words.count > 1, let last = words.last else { return false }
        let isTokenised = words.contains { ["tokenized", "tokenised"].contains($0) }
        return last == "xstock" || isTokenised && ["stock", "share", "etf"].contains(last)
    }

    /// By the price, with or without a sign in name and symbol.
    private func byPrice(_ coin: Coin, _ row: Int, _ section: CrossSection) -> Derivative? {
        guard let own = PriceMoves(of: row, against: nil, section) else { return nil }
        let evidence = "by its price, \(own.words)"
        if own.deviation <= 0.015, own.least >= 0.95, own.most <= 1.05 { return Derivative(.stablecoin, evidence) }
        let (symbol, words) = (coin.symbol.lowercased(), DerivativeRule.words(of: coin))
        if own.deviation <= 0.03, words.contains(where: DerivativeRule.metals.contains) {
            return Derivative(.pegged, "by its name and price, \(own.words)")
        }
        let namesCurrency =
            words.contains(where: DerivativeRule.currencies.contains)
            || Currency.marksOfTokens.contains { symbol.hasPrefix($0) || symbol.hasSuffix($0) }
        if own.deviation <= 0.02, namesCurrency {
            return Derivative(.stablecoin, "by its name and price, \(own.words)")
        }
        let others = bearers(endingNameOf: coin, words)
        if others.isEmpty { return nil }
        let moves = others.filter { !section.isOne($0, row) }
            .compactMap { PriceMoves(of: row, against: $0, section) }
        guard let best = moves.min(by: { $0.deviation < $1.deviation }), best.deviation <= 0.012 else { return nil }
        let isEqual = best.least >= 0.97 && best.most <= 1.03
        return Derivative(isEqual ? .wrapped : .staked, "by its symbol or name and price, \(best.words)")
    }

    /// The words of a coin's name in lower case: what stands between characters of ASCII that are not letters or digits.
    private static func words(of coin: Coin) -> [String] {
        coin.name.utf8.split { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "\u{80}"..."\u{ff}": false
            default: true
            }
        }.map { Substring($0).lowercased() }
    }

    private static let kinds: [String: DerivativeKind] = [
        "wrapped": .wrapped, "staked": .staked, "restaked": .staked, "bridged": .bridged, "pegged": .pegged,
        "peg": .pegged,
    ]
    private static let synonyms = ["ether": "ethereum"]
    private static let metals: Set = ["gold", "silver", "xau", "xag"]
    private static let currencies = Set(Currency.marksOfTokens + Currency.words + ["stablecoin"])
    /// What is known as another coin or currency though the universe may lack it.
    private static let wellKnown = currencies.union([
        "bitcoin", "btc", "ethereum", "ether", "eth", "bnb", "solana", "sol", "usdt", "usdc", "dai",
    ])

    /// How the closes of a coin moved in the last weeks: by themselves, or as a ratio to another coin's.
    private struct PriceMoves {
        /// The sample deviation of the changes of their logarithms from one observed week to the next.
        let deviation: Double
        let least: Double
        let most: Double
        private let base: String?

        /// Nil where too few weeks were observed.
        init?(of row: Int, against base: Int?, _ section: CrossSection) {
            let all = section.closesOfAll
            let closes = DerivativeRule.weeks.map { weeksBack in
                all[row, weeksBack] / (base.map { all[$0, weeksBack] } ?? 1)
            }.filter { $0.isFinite && $0 > 0 }
            guard closes.count >= DerivativeRule.fewestWeeks else { return nil }
            deviation = rounded(CoinRanking.deviation(zip(closes, closes.dropFirst()).map { ln($0 / $1) }))
            (least, most) = (closes.min() ?? .nan, closes.max() ?? .nan)
            self.base = base.map { section.coins[$0].id }
        }

        /// `which follows ethereum: its ratio changes by 0.4 % a week`.
        var words: String {
            let percent = (deviation * 1000).rounded() / 10
            return (base.map { "which follows \($0): their ratio" } ?? "which is steady: it")
                + " deviates by \(percent) % a week"
        }
    }
}

extension CrossSection {
    /// Whether two rows are one coin, or became one another: a coin is not a derivative of what it continues.
    fileprivate func isOne(_ row: Int, _ other: Int) -> Bool {
        row == other || migrations.join(coins[row].id, coins[other].id)
    }

    /// What became of a coin and what it continues, a sentence each.
    public func migrationNotes(of coin: Int) -> [String] {
        let id = coins[coin].id
        return [migrations.migration(of: id)].compactMap { $0.map { "Rankings leave it out: \($0.words)." } }
            + migrations.predecessors(of: id).map { "By its market figures it \($0.words)." }
    }

    /// Why a coin is taken for a derivative of another, or that a person decided otherwise, in a sentence; nil for others.
    public func derivativeNote(of coin: Int) -> String? {
        let rule = DerivativeRule(coins)
        if let derivative = rule.derivative(of: coin, in: self) {
            return "Rankings leave it out: \(derivative.note)."
        }
        return Derivative.decided(of: coins[coin]) == nil ? nil : "Ranked as a coin of its own, by your table."
    }
}

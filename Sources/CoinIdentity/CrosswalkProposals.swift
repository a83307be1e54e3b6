public import CoinModel

extension DatedFigure {
    /// Whether another price is of the same day, and both within 5 %; nil where they cannot be compared.
    func agrees(with other: DatedFigure) -> Bool? {
        guard time.day == other.time.day, value > 0, other.value > 0 else { return nil }
        return max(value, other.value) <= 1.05 * min(value, other.value)
    }
}

/// How the prices of two coins compare on the days of which both are known.
///
/// This is the only place where prices speak against two coins being one.
public struct PriceDistance: Sendable {
    /// How many days both have a price.
    public private(set) var sharedDays = 0
    /// On how many of them the greater price is over twice the smaller.
    public private(set) var daysApart = 0
    /// How many times the smaller one the greater is on the newest such day; nil without any.
    public private(set) var newest: (ratio: Double, day: Day)?

    /// Compares positive prices of two coins by day.
    public init(_ left: [Day: Double], _ right: [Day: Double]) {
        for (day, price) in left {
            guard let other = right[day] else { continue }
            sharedDays += 1
            let ratio = max(price, other) / min(price, other)
            guard ratio > 2 else { continue }
            daysApart += 1
            if newest.map({ $0.day < day }) ?? true { newest = (ratio, day) }
        }
    }

    /// Whether the coins are hardly one: on most of their common days the prices are apart.
    public var areApart: Bool { 2 * daysApart > sharedDays }
}

/// Two coins of sources that may be one: all but one of what would make it certain holds.
public struct CrosswalkProposal: Hashable, Sendable {
    /// The coin that a source has.
    public let coin: CoinArgument
    /// The coin that it may be.
    public let target: CoinArgument
    /// What keeps it from being certain: `symbol`, `name`, `one-on-each-side`, `price-of-one-day` or `price`.
    public let lacking: String
    /// What speaks for it and against it, for people.
    public let evidence: String

    /// What is lacking where the prices are of different days, or there are none.
    public static let priceOfOneDay = "price-of-one-day"
}

/// What a crosswalk leaves to be decided.
public struct CrosswalkFindings: Sendable {
    /// Pairs that are certain by symbol, name and price; stored, they hold.
    public fileprivate(set) var agreeing: [CoinDecision] = []
    /// Pairs that are likely, by coin.
    public fileprivate(set) var proposals: [CrosswalkProposal] = []
    /// How many pairs share a symbol or a name, and too little else.
    public fileprivate(set) var refused = 0
}

extension Crosswalk {
    /// The most pairs of coins of one symbol or name that are compared one by one.
    private static let pairLimit = 10_000

    /// Compares the coins of different sources that share a symbol or a name, with prices of each member, the newest first.
    ///
    /// Linear in the members and in the pairs.
    public func findings(prices: [[DatedFigure]]) -> CrosswalkFindings {
        var findings = CrosswalkFindings()
        var symbols: [String: [Int]] = [:]
        var names: [String: [Int]] = [:]
        for (words, bearers) in bearers {
            symbols[words.symbol, default: []] += bearers
            names[words.name, default: []] += bearers
            visit(bearers, &findings) { compareLikes($0, $1, bearers, prices) }
        }
        for (_, bearers) in symbols {
            visit(bearers, &findings) { comparePartly($0, $1, bearers, prices, lacking: "name") { $0.coin.name } }
        }
        for (_, bearers) in names {
            visit(bearers, &findings) { comparePartly($0, $1, bearers, prices, lacking: "symbol") { $0.coin.symbol } }
        }
        findings.proposals.sort { ($0.coin, $0.target, $0.lacking) < ($1.coin, $1.target, $1.lacking) }
        findings.agreeing.sort { ($0.coin, $0.target) < ($1.coin, $1.target) }
        return findings
    }

    private enum Verdict {
        case agreeing(CoinDecision)
        case proposal(CrosswalkProposal)
        case refused
        /// They are one, or another comparison speaks of them.
        case none
    }

    /// Takes the verdicts on all pairs of members of two sources, the smaller reference being the target.
    private func visit(_ bearers: [Int], _ findings: inout CrosswalkFindings, _ compare: (Int, Int) -> Verdict) {
        guard bearers.count > 1 else { return }
        guard bearers.count * bearers.count / 2 <= Crosswalk.pairLimit else {
            findings.refused += bearers.count * (bearers.count - 1) / 2
            return
        }
        for (place, first) in bearers.enumerated() {
            for second in bearers[(place + 1)...]
            where members[first].coin.reference.space != members[second].coin.reference.space {
                switch compare(max(first, second), min(first, second)) {
                case .agreeing(let decision): findings.agreeing.append(decision)
                case .proposal(let proposal): findings.proposals.append(proposal)
                case .refused: findings.refused += 1
                case .none: break
                }
            }
        }
    }

    /// Compares two members of one symbol and one name.
    private func compareLikes(_ coin: Int, _ target: Int, _ bearers: [Int], _ prices: [[DatedFigure]]) -> Verdict {
        if self.coin(of: coin) == self.coin(of: target) { return .none }
        guard mayJoin(coin, target) else { return .refused }
        let areOnly = isOnly(coin, among: bearers) && isOnly(target, among: bearers)
        let (agreement, words) = compare(prices[coin], prices[target])
        let (left, right) = (members[coin].coin, members[target].coin)
        let equal = "symbol \(left.symbol) and name \(left.name) are equal"
        switch (areOnly, agreement) {
        case (true, true):
            let evidence = "\(left.symbol), \(left.name); \(words)"
            return .agreeing(CoinDecision(left.reference, .agreeing, right.reference, evidence: evidence))
        case (true, let agreement):
            let lacking = agreement == nil ? CrosswalkProposal.priceOfOneDay : "price"
            return propose(coin, target, lacking, "\(equal), each pair borne by one coin of each source; \(words)")
        case (false, true):
            return propose(coin, target, "one-on-each-side", "\(equal); \(words); several coins of a source bear both")
        case (false, _): return .refused
        }
    }

    /// Compares two members that share a symbol or a name; `other` is the word that may differ.
    private func comparePartly(
        _ coin: Int,
        _ target: Int,
        _ bearers: [Int],
        _ prices: [[DatedFigure]],
        lacking: String,
        _ other: (Member) -> String
    ) -> Verdict {
        let words = [other(members[coin]), other(members[target])]
        if self.coin(of: coin) == self.coin(of: target) || fold(words[0]) == fold(words[1]) { return .none }
        let (agreement, figures) = compare(prices[coin], prices[target])
        guard mayJoin(coin, target), agreement == true, isOnly(coin, among: bearers), isOnly(target, among: bearers)
        else { return .refused }
        let (left, shared) = (members[coin].coin, lacking == "name" ? "symbol" : "name")
        let equal = "\(shared) \(shared == "name" ? left.name : left.symbol) is equal, borne by one coin of each source"
        return propose(coin, target, lacking, "\(equal); \(figures); the \(lacking)s are \(words[0]) and \(words[1])")
    }

    private func propose(_ coin: Int, _ target: Int, _ lacking: String, _ evidence: String) -> Verdict {
        let (coin, target) = (members[coin].coin.reference, members[target].coin.reference)
        return .proposal(CrosswalkProposal(coin: coin, target: target, lacking: lacking, evidence: evidence))
    }

    /// By the newest day that both have a price of.
    private func compare(_ left: [DatedFigure], _ right: [DatedFigure]) -> (agreement: Bool?, words: String) {
        guard let newest = left.first, let other = right.first else { return (nil, "no prices to compare") }
        for price in left {
            for same in right {
                guard let agreement = price.agrees(with: same) else { continue }
                return (agreement, "prices \(price.value) and \(same.value) on \(price.time.day)")
            }
        }
        let words =
            "prices \(newest.value) on \(newest.time.day) and \(other.value) on \(other.time.day) are not of one day"
        return (nil, words)
    }
}

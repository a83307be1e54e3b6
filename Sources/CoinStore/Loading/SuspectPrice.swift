internal import CoinModel

/// A newest market figure of a coin that does not go together with the one before, or with others.
public struct SuspectPrice: Hashable, Sendable {
    /// The coin's key as its source has it.
    public let coin: String
    /// What does not, in words.
    public let text: String
}

/// Finds what does not go together of the values of some metrics.
struct SuspectPriceRule {
    /// Whether values of a metric are compared.
    static func takes(_ metric: Metric) -> Bool {
        metric == .circulatingSupply || metric.name.hasPrefix("price_") || metric.name.hasPrefix("market_cap_")
    }

    private let names: [String]
    private let prices: [Int]
    private let supply: Int?
    /// Capitalisations, each with the price in the same currency.
    private let caps: [(cap: Int, price: Int)]

    init(_ names: [String]) {
        self.names = names
        prices = names.indices.filter { names[$0].hasPrefix("price_") }
        supply = names.firstIndex(of: Metric.circulatingSupply.name)
        caps = names.indices.compactMap { cap in
            guard let quote = names[cap].wholeMatch(of: /market_cap_(.+)/)?.1 else { return nil }
            return names.firstIndex(of: "price_" + quote).map { (cap, $0) }
        }
    }

    /// What does not go together of one coin's values now and before; a capitalisation only where it did before, and with
    /// a price and a supply of its own moment.
    func texts(_ earlier: [LatestFact?], _ facts: [LatestFact?]) -> [String] {
        let (before, now) = (earlier.map { $0?.value }, facts.map { $0?.value })
        var texts: [String] = []
        func change(_ place: Int) -> Double? {
            guard let old = before[place], let new = now[place], old > 0, new > 0 else { return nil }
            return new / old
        }
        for place in prices {
            if let ratio = change(place), SuspectPrices.isJump(ratio) {
                texts.append("\(names[place]) × \(SuspectPrices.text(ratio))")
            }
        }
        guard let supply else { return texts }
        if let ratio = change(supply), ratio <= SuspectPrices.shrinkage {
            texts.append("\(names[supply]) × \(SuspectPrices.text(ratio))")
        }
        for (cap, price) in caps {
            let moment = facts[cap]?.moment
            guard facts[price]?.moment == moment, facts[supply]?.moment == moment else { continue }
            func ratio(_ values: [Double?]) -> Double {
                (values[cap] ?? .nan) / ((values[price] ?? .nan) * (values[supply] ?? .nan))
            }
            if SuspectPrices.isOff(ratio(now)), !SuspectPrices.isOff(ratio(before)) {
                texts.append("\(names[cap]) is \(SuspectPrices.text(ratio(now))) × price × supply")
            }
        }
        return texts
    }
}

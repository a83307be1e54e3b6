internal import CoinModel

/// What of a coin's market figures does not go together, as slips of sources do not.
///
/// | Doubt | Rule |
/// |---|---|
/// | the price jumps | two observed weekly closes of the year that follow each other, or the newest one and the price, lie 1,000-fold apart |
/// | the supply shrinks | capitalisation by close of an observed week is half or less of that of the one before |
/// | the capitalisation is another | newest capitalisation and price × coins in circulation differ by more than 20 % |
struct MarketWarnings {
    /// The doubts in words, the newest of each kind; none for figures that go together.
    let texts: [String]

    /// Weekly values are those of the newest week first; NaN is missing.
    init(
        closes: [Double],
        capitalisations: [Double],
        price: Double,
        capitalisation: Double,
        circulating: Double,
        newest: Week
    ) {
        func day(_ weeksBack: Int) -> String { "the week of \(newest.advanced(by: -weeksBack).start)" }
        var texts: [String] = []
        let prices = [(-1, price)] + closes.enumerated().map { ($0, $1) }
        if let (weeksBack, ratio) = MarketWarnings.first(prices.filter { $1 > 0 }, SuspectPrices.isJump) {
            texts.append(
                "price × \(SuspectPrices.text(ratio)) \(weeksBack < 0 ? "since \(day(0))" : "in \(day(weeksBack))")"
            )
        }
        let supplies = zip(capitalisations, closes).enumerated().map { ($0, $1.0 / $1.1) }
        if let (weeksBack, ratio) = MarketWarnings.first(supplies.filter { $1 > 0 }, { $0 <= SuspectPrices.shrinkage })
        {
            texts.append("supply × \(SuspectPrices.text(ratio)) in \(day(weeksBack))")
        }
        let ratio = capitalisation / (price * circulating)
        if SuspectPrices.isOff(ratio) {
            texts.append("capitalisation is \(SuspectPrices.text(ratio)) × price × supply")
        }
        self.texts = texts
    }

    /// The newest of some values, newest first, that is a doubtful multiple of the one before it.
    private static func first(
        _ values: [(weeksBack: Int, value: Double)],
        _ isDoubtful: (Double) -> Bool
    ) -> (weeksBack: Int, ratio: Double)? {
        zip(values, values.dropFirst()).lazy.map { ($0.weeksBack, $0.value / $1.value) }
            .first { $0.1.isFinite && isDoubtful($0.1) }
    }
}

internal import CoinModel

extension LoadSession {
    /// The fewest prices that tell anything, those that are enough, and the coins of a block that are looked at.
    private static let (fewestPrices, enoughPrices, lookedAt) = (10, 20, 40)

    /// The median of the current input's prices by those that the store knows of the same coins within a week of them; nil
    /// for fewer than ten such coins.
    ///
    /// Looks at twenty to forty of its coins, whatever their number, and at none where all that the store knows is of other
    /// weeks.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    public func ratioToKnownPrices(in quote: String) throws -> Double? {
        var ratios: [Double] = []
        for block in input.blocks where block.count > 0 {
            guard let column = block.metrics.firstIndex(of: .price(quote)),
                try knownPrices.reach(block.resolution.moment(of: block.times[0]), in: quote)
            else { continue }
            for row in stride(from: 0, to: block.count, by: max(1, block.count / LoadSession.lookedAt))
            where ratios.count < LoadSession.enoughPrices {
                let subject = block.subject(Int(block.subjectIndex[row]))
                let moment = block.resolution.moment(of: block.times[row])
                guard let entity = try numbers.knownEntity(subject, source: block.source),
                    let known = knownPrices.price(of: entity, near: moment, in: quote)
                else { continue }
                let ratio = block.values[column][row] / known
                if ratio > 0, ratio.isFinite { ratios.append(ratio) }
            }
        }
        guard ratios.count >= LoadSession.fewestPrices else { return nil }
        ratios.sort()
        return (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
    }
}

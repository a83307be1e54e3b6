internal import CoinModel
internal import CoinTables

extension MeasuredUniverse {
    /// Works out which of the ranked coins stand out.
    func shortListOfCoins() -> ShortList {
        guard preset == .discovery else {
            return ShortList(Array(repeating: nil, count: input.order.count), ranking: nil) { _ in "" }
        }
        let (usual, development, input) = (usualRatio, development, input)
        let (scores, suspects) = (discovery, suspectVolumes)
        let ranked = scores.ranking.count
        let size = Overview.bestCount(ofRanked: ranked)
        let standings = each(reading: []) { coin -> ShortList.Standing? in
            guard let top = scores.topShares[coin.place] else { return nil }
            return ShortList.Standing(
                up: input.belief(development[coin.place].rate, usual: usual)?.up ?? 0,
                top: top,
                size: size,
                ranked: ranked,
                flags: development[coin.place].flagNames + (suspects[coin.place].isEmpty ? [] : ["volume_suspect"]),
                isWithinLimits: input.options.isWithinLimits(coin.shownMarketCap)
            )
        }
        return ShortList(standings, ranking: scores.ranking) { section.coins[input.order[$0]].name }
    }

    /// Works out between which ranks each ranked coin surely is, by place; nil for the others, and for all of more than
    /// 1,000.
    func surelyRankedCoins() -> [ClosedRange<Int>?] {
        var ranges = [ClosedRange<Int>?](repeating: nil, count: input.order.count)
        guard preset == .discovery, ranking.count <= SureRanks.mostCoins else { return ranges }
        let rates = development.map { $0.rate?.smoothed }
        let there = ranking.filter { rates[$0] != nil }
        let seeds = there.map { section.seeds[input.order[$0]] }
        let sure = SureRanks(there.compactMap { rates[$0] }, seeds: seeds)
        for (place, range) in zip(there, sure.ranges) { ranges[place] = range }
        return ranges
    }
}

extension CoinMeasures {
    /// What makes its rank less sure than it looks, by the names of the flags.
    var flagNames: [String] {
        var names = development.weeks.flags.map(\.rawValue)
        if development.weeks.isSide { names.append("side") }
        if largestWeek.isMost { names.append("single") }
        if priceDispute != nil { names.append("price_disputed") }
        return names
    }
}

extension RankingOptions {
    /// Whether a capitalisation, in the currency that is shown, is within the limits of the short list.
    func isWithinLimits(_ capitalisation: Measured) -> Bool {
        guard capFrom != nil || capTo != nil else { return true }
        guard capitalisation.isThere else { return false }
        return capitalisation.value >= capFrom ?? 0 && capitalisation.value <= capTo ?? .infinity
    }
}

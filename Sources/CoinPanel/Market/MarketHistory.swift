internal import CoinModel
internal import CoinStore

// What lies before the weeks that rankings use.
extension MarketWeeks {
    /// The week of the first value of a metric of each coin, over all sources; nil without any.
    mutating func firstWeeks(of metric: Metric) throws -> [Week?] {
        var first = [Week?](repeating: nil, count: coinCount)
        func note(_ weeks: WeeklyMatrix, endingWith newest: Week) {
            weeks.eachRow { coin, row in
                guard let place = row.lastIndex(where: { !$0.isNaN }) else { return }
                let week = newest.advanced(by: row.startIndex - place)
                first[coin] = min(first[coin] ?? week, week)
            }
        }
        let newest = asOf.lastCompleteWeek
        for source in try reader.sources(of: metric) {
            // Tiles are read from the oldest one on until all coins are found: mostly in the first one, for coins are
            // numbered in the order in which they were first seen.
            let before = newest.advanced(by: -CrossSection.weeks)
            for span in try reader.spans(of: metric, source: source, upTo: before) {
                let rowOfEntity = coinOfEntity.map { coin in
                    coin >= 0 && first[Int(coin)].map({ $0 > span.lowerBound }) ?? true ? coin : -1
                }
                guard rowOfEntity.contains(where: { $0 >= 0 }) else { break }
                note(try weeks(span, of: metric, source, rowOfEntity), endingWith: span.upperBound)
            }
            note(try weeks(metric, of: source), endingWith: newest)
        }
        return first
    }

    /// The highest and lowest value of a metric of each coin over all weeks of the sources of its window; NaN without any.
    func extremes(of metric: Metric, _ window: MarketWindow) throws -> (highest: [Double], lowest: [Double]) {
        var highest = [Double](repeating: .nan, count: coinCount)
        var lowest = highest
        for source in try reader.sources(of: metric) {
            let rowOfEntity = coinOfEntity.map { $0 >= 0 && window.has(source, Int($0)) ? $0 : -1 }
            guard rowOfEntity.contains(where: { $0 >= 0 }) else { continue }
            for span in try reader.spans(of: metric, source: source, upTo: asOf.lastCompleteWeek) {
                let weeks = try weeks(span, of: metric, source, rowOfEntity) { window.has(source, $0) }
                guard !weeks.values.isEmpty else { continue }
                for coin in 0..<coinCount {
                    for value in weeks[row: coin] where !value.isNaN {
                        highest[coin] = .maximum(highest[coin], value)
                        lowest[coin] = .minimum(lowest[coin], value)
                    }
                }
            }
        }
        return (highest, lowest)
    }

    func weeks(
        _ span: ClosedRange<Week>,
        of metric: Metric,
        _ source: String,
        _ rowOfEntity: [Int32],
        where isWanted: (Int) -> Bool = { _ in true }
    ) throws -> WeeklyMatrix {
        let count = span.lowerBound.distance(to: span.upperBound) + 1
        var weeks = WeeklyMatrix(rows: coinCount, weeks: count)
        try reader.fill(&weeks, metric, source: source, newest: span.upperBound, rowOfEntity: rowOfEntity)
        try joiner(metric, of: source, weeks: count, upTo: span.upperBound)(&weeks, isWanted)
        return weeks
    }
}

internal import CoinModel

/// CoinGecko's `/coins/{id}/market_chart`: three series `[[milliseconds, number]…]` of one coin.
///
/// The series are joined by time, not by place, and sorted: the last points can run backwards. In a daily chart a point
/// stands at 00:00 UTC, the start of its day, and is a fact of the day before, whose close it is; points off midnight
/// are rejected, the last of them (`partial`) being the moment of asking. The points of a finer chart are those of a series of
/// hours, at their own times. A market cap of 0 means unknown.
struct CoinGeckoMarketChart: JSONSource {
    let id = "coingecko-market-chart"
    let kind = LoadKind.market
    let title = "CoinGecko /coins/{id}/market_chart; file named ID or ID_market_chart, or --coin (JSON)"
    let shows = [["prices/*/*"]]

    private static let series = ["prices", "market_caps", "total_volumes"]
    /// Closest distance of daily points: clocks and gaps may shift one by an hour.
    private static let dailyStep: Int64 = 23 * 3_600_000
    /// Until this day, exported bitcoin histories carried the END of the day that a point is stamped with.
    private static let changeOfMeaning = Day(year: 2018, month: 1, day: 30)

    let isOther: @Sendable (JSONSketch) -> Bool = { !$0.names(below: "").isSubset(of: series.map { $0[...] }) }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let coin = try context.coinOfFile()
        let points = try points(document, emit).sorted { $0.key < $1.key }
        let isDaily = CoinGeckoMarketChart.isDaily(points.map(\.key))
        let daily = priceCapVolume(context.priceQuote)
        let metrics = isDaily ? daily : daily.map(\.hourly)
        if !isDaily { try emit(.note(BarLength.shownHours)) }
        var facts = JSONFacts(id, isDaily ? .day : .snapshot, metrics, context, asked: context.asked?.snapshot)
        let subject = facts.numbering.add(.coin(coin))
        for (place, (time, point)) in points.enumerated() {
            try facts.take(point.line, emit) {
                let day = isDaily ? try CoinGeckoMarketChart.dayBefore(time, isLast: place == points.count - 1) : nil
                return JSONFact(subject: subject, time: day.map { .day($0) } ?? .moment(time), values: point.values)
            }
        }
        try facts.flush(emit)
        if isDaily, let first = points.first?.key.day, let change = CoinGeckoMarketChart.changeOfMeaning, first < change
        {
            try emit(.warning("points before \(change) may lie one day late: older charts gave the end of the day"))
        }
    }

    private typealias Points = [Instant: (line: Int, values: [Double])]

    private func points(_ document: borrowing JSONDocument, _ emit: ItemSink) throws -> Points {
        var points: Points = [:]
        for (column, name) in CoinGeckoMarketChart.series.enumerated() {
            try document.forEachRow(name + "/*", ["0", "1"]) { row in
                try rejecting(row.line, emit) {
                    let time = try row.requiredInstant(0)
                    let value = try row.number(1)
                    var point = points[time] ?? (row.line, [.nan, .nan, .nan])
                    guard point.values[column].isNaN else {
                        throw RowError("duplicate-time", "\(name) has a second value at \(time)")
                    }
                    point.values[column] = name == "market_caps" ? value.zeroAsMissing : value
                    points[time] = point
                }
            }
        }
        return points
    }

    /// Whether the points before the last lie a day apart in the median; of a lone one, whether it is at midnight.
    private static func isDaily(_ times: [Instant]) -> Bool {
        let full = times.dropLast()
        let steps = zip(full.dropFirst(), full).map { $0.milliseconds - $1.milliseconds }.sorted()
        if steps.isEmpty { return times.first.map { $0 == Instant(startOf: $0.day) } ?? false }
        return steps[steps.count / 2] >= dailyStep
    }

    private static func dayBefore(_ time: Instant, isLast: Bool) throws(RowError) -> Day {
        guard time == Instant(startOf: time.day) else {
            throw isLast
                ? RowError("partial", "the point at \(time) is of a day that is not over")
                : RowError("off-midnight", "the point at \(time) is not at 00:00 UTC")
        }
        return time.day.advanced(by: -1)
    }
}

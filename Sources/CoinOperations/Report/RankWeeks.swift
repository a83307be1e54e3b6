internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// The ranks of all coins at the ends of weeks, each computed from all that is known now.
struct RankWeeks {
    /// A coin's ranks with the bands that they may lie in, oldest week first; NaN where it had none.
    private(set) var ranks: [String: (ranks: [Double], bounds: [(low: Double, high: Double)])] = [:]

    /// Ranks so many weeks up to the newest complete one; O(weeks · coins log coins).
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ count: Int, upTo asOf: AsOf, _ preset: Preset, _ options: RankingOptions, _ panel: Panel) throws {
        let names = ["coin_id", "rank", "rank_low", "rank_high"]
        let parts = ColumnDictionary.parts(of: Set(names), quote: panel.quote, preset)
        let none = (
            ranks: [Double](repeating: .nan, count: count),
            bounds: Array(repeating: (low: Double.nan, high: Double.nan), count: count)
        )
        for place in 0..<count {
            let week = asOf.lastCompleteWeek.advanced(by: place + 1 - count)
            let section = try panel.wholeSection(at: .day(week.lastDay), parts, needsRates: false)
            guard !section.coins.isEmpty else { continue }
            let table = try ranking(of: section, preset: preset, options: options, columns: Set(names)).table
            let places = names.compactMap(table.place)
            for row in table.rows where places.count == names.count {
                let cells = places.map { row[$0] }
                guard let coin = cells[0].text, let rank = cells[1].value else { continue }
                ranks[coin, default: none].ranks[place] = rank
                if let low = cells[2].value, let high = cells[3].value { ranks[coin]?.bounds[place] = (low, high) }
            }
        }
    }
}

/// How the prices of coins changed over a day, a week and a month, with the prices between.
struct RecentPrices {
    /// The changes of each coin, the shortest span first.
    private(set) var changes: [Int: [Dossier.Change]] = [:]

    private static let spans: [PriceSpan] = [.day, .week, .month]

    /// Reads the prices of some coins over the spans that they changed over.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ section: CrossSection, of coins: [Int], _ panel: Panel) throws {
        let resolution = panel.resolution(at: section.asOf)
        let entities = Dictionary(grouping: panel.reader.catalog.entities.filter { $0.kind == .coin }) {
            resolution.coinOfEntity[Int($0.id)]
        }
        for coin in coins where !section.priceChanges.isEmpty {
            changes[coin] = try zip(PriceSpan.allCases, section.priceChanges[coin]).compactMap { span, change in
                guard let change, RecentPrices.spans.contains(span) else { return nil }
                var facts = [(at: change.end.time, price: change.end.value)]
                if let begin = change.thenTime {
                    let (price, days) = (Metric.price(section.quote), begin...change.end.time)
                    let between = try entities[Int32(coin), default: []].flatMap {
                        try panel.reader.traced(price, source: change.end.source, of: $0.id, in: days)
                    }.filter { $0.value > 0 && $0.at > begin && $0.at < change.end.time }
                    facts = [(begin, change.then)] + between.sorted { $0.at < $1.at }.map { ($0.at, $0.value) } + facts
                }
                let points = facts.compactMap { fact -> (at: Instant, price: Double)? in
                    let dollars = section.shown.map { $0.rate(at: fact.at)?.value ?? .nan } ?? 1
                    let price = fact.price / dollars
                    return price.isFinite ? (fact.at, price) : nil
                }
                return Dossier.Change(over: span, change, points: points)
            }
        }
    }
}

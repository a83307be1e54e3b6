internal import CoinIdentity
internal import CoinModel
internal import CoinStore
internal import Synchronization

/// From when on symbols and names mean coins.
///
/// This is the only place where the known life of a coin begins. Its first day is the earliest that a source gives for its
/// first block or its first data, or that a fact names it by an id on. Where no source gives one, it is the day on which the
/// figures under its symbol and name begin to be another coin's: after a quarter or more without any, the price is five
/// times or a fifth, fewer than half of the coins are there, and the capitalisation is not what it was either, so that no
/// coin was split or exchanged for another. Facts by symbol and name from before join no coin; a coin without a first day
/// takes all.
///
/// Worked out once, of all facts that are known, whenever they are of: at the first question.
final class CoinLives: Sendable {
    private let found = Mutex<[String: Day]?>(nil)

    /// The fewest weeks without a figure after which another coin's may follow.
    private static let gap = 13

    /// The first days of the coins that have figures by symbol and name from before them, by place in the universe.
    ///
    /// Linear in the weeks of the coins that have figures by symbol and name; nothing without any.
    func firstDays(_ resolution: EntityResolution, _ reader: StoreReader, quote: String) throws -> [Int: Day] {
        let days = try found.withLock { found in
            let days = try found ?? CoinLives.firstDays(resolution, reader, quote)
            found = days
            return days
        }
        return Dictionary(firstOf: days.compactMap { id, day in resolution.universe.index(ofID: id).map { ($0, day) } })
    }

    /// The first known days of coins by their places: the earliest of genesis, first data and the first week with a figure.
    func knownDays(of coins: [Int], since first: [Week?], _ resolution: EntityResolution, _ reader: StoreReader) throws
        -> [Int: Day]
    {
        var days = try CoinLives.namedDays(of: Set(coins), resolution, reader)
        for coin in coins {
            if let week = first[coin] { days[coin] = min(days[coin] ?? week.start, week.start) }
        }
        return days
    }

    private static func firstDays(_ resolution: EntityResolution, _ reader: StoreReader, _ quote: String) throws
        -> [String: Day]
    {
        let entities = reader.catalog.entities.filter { $0.kind == .coin && !$0.isForgotten }
        func coin(_ entity: Entity) -> Int { Int(resolution.coinOfEntity[Int(entity.id)]) }
        let words = entities.filter { !$0.hasID && coin($0) >= 0 }
        guard !words.isEmpty, let newest = try reader.newestMarketFact(quote: quote)?.limit.week else { return [:] }
        var first = try namedDays(of: Set(words.map(coin)), resolution, reader)
        // What is known by an id is the coin's, whatever its sources say.
        let named = entities.filter { $0.hasID && first[coin($0)] != nil }
        for (row, series) in try reader.weeks(of: named, .close(quote), upTo: newest) {
            let coin = coin(named[row])
            if let day = first[coin], let week = series.first?.week { first[coin] = min(day, week.start) }
        }
        var (days, breaks) = ([String: Day](), [String: [Break]]())
        let caps = try reader.weeks(of: words, .capitalisation(quote), upTo: newest)
        for (place, (row, closes)) in try reader.weeks(of: words, .close(quote), upTo: newest).enumerated() {
            let coin = coin(words[row])
            let id = resolution.universe.coins[coin].id
            if let day = first[coin] {
                if let week = closes.first?.week, week.start < day { days[id] = day }
            } else if let found = lastBreak(closes, place < caps.count ? caps[place].weeks : []) {
                breaks[id, default: []].append(found)
            }
        }
        for (id, breaks) in breaks {
            // Of several sources the first one that has the new coin, in the newest of their gaps.
            guard let newest = breaks.max(by: { $0.begin < $1.begin }) else { continue }
            days[id] = breaks.map(\.begin).filter { $0 > newest.last }.min()?.start
        }
        return days
    }

    /// The first day that sources give of coins.
    private static func namedDays(of coins: Set<Int>, _ resolution: EntityResolution, _ reader: StoreReader) throws
        -> [Int: Day]
    {
        let fields: [CoinField] = [.genesis, .firstData]
        let said = try reader.details(upTo: nil, fields) { resolution.coin(of: $0).map(coins.contains) ?? false }
        var first: [Int: Day] = [:]
        for detail in said.map(\.detail) {
            guard let coin = resolution.coin(of: detail.coin) else { continue }
            for day in fields.compactMap({ detail[$0]?.text.flatMap { Day($0.prefix(10)) } }) {
                first[coin] = min(first[coin] ?? day, day)
            }
        }
        return first
    }

    /// Between the last week of one coin and the first of another.
    private typealias Break = (last: Week, begin: Week)

    /// The newest place where the figures of a series begin to be another coin's; nil where they are one coin's.
    private static func lastBreak(_ closes: [WeekValue], _ caps: [WeekValue]) -> Break? {
        let caps = Dictionary(firstOf: caps.map { ($0.week, $0.value) })
        var last: (week: Week, close: Double, cap: Double)?
        var found: Break?
        for (week, close) in closes {
            guard let cap = caps[week], close > 0, cap > 0 else { continue }
            if let last, last.week.distance(to: week) > gap, isOther(price: close / last.close, cap: cap / last.cap) {
                found = (last.week, week)
            }
            last = (week, close, cap)
        }
        return found
    }

    private static func isOther(price: Double, cap: Double) -> Bool {
        !(0.2...5).contains(price) && cap / price <= SuspectPrices.shrinkage && !(1 / 3.0...3).contains(cap)
    }
}

private typealias WeekValue = (week: Week, value: Double)

extension StoreReader {
    /// All weeks with a value of a weekly metric of some entities up to a week, oldest first, by source and then by entity's
    /// place: each source has every place.
    fileprivate func weeks(of entities: [Entity], _ metric: Metric, upTo newest: Week) throws
        -> [(row: Int, weeks: [WeekValue])]
    {
        guard !entities.isEmpty else { return [] }
        var rowOfEntity = [Int32](repeating: -1, count: catalog.entities.count)
        for (row, entity) in entities.enumerated() { rowOfEntity[Int(entity.id)] = Int32(row) }
        // By the sources of prices, so that two metrics have the same places.
        return try sources(of: .close(metric.unit.lowercased())).flatMap { source in
            var found = [[WeekValue]](repeating: [], count: entities.count)
            for span in try spans(of: metric, source: source, upTo: newest) {
                let count = span.lowerBound.distance(to: span.upperBound) + 1
                var matrix = WeeklyMatrix(rows: entities.count, weeks: count)
                try fill(&matrix, metric, source: source, newest: span.upperBound, rowOfEntity: rowOfEntity)
                for row in entities.indices where !matrix.values.isEmpty {
                    for (weeksBack, value) in matrix[row: row].reversed().enumerated() where !value.isNaN {
                        found[row].append((span.lowerBound.advanced(by: weeksBack), value))
                    }
                }
            }
            return found.enumerated().map { (row: $0, weeks: $1) }
        }
    }
}

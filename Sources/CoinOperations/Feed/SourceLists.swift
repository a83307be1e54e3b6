internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// The coins that one source has a price of, day by day over the 28 days up to a moment, beside those that it had by an earlier
/// moment.
///
/// This is the only place where a source's coins of a day are a list. A list goes on where it has three quarters of the coins of an
/// earlier one: fewer are an answer that is not whole, or another question.
struct SourceLists {
    let source: String
    /// The day of the newest list.
    let day: Day
    /// The newest price of each entity, and the newest one of the earlier moment; nil for none of the 28 days.
    private(set) var newest: [DatedFigure?]
    private(set) var former: [DatedFigure?]
    /// How many coins have a price of a day.
    private var sizes: [Day: Int] = [:]
    /// The day of the newest list of the earlier moment; nil where there was none.
    let formerDay: Day?

    /// The share of an earlier list's coins that a list has to have to go on.
    static let share = 0.75

    /// Reads the lists of a source whose newest price is of a day, and those before it up to an earlier moment: nil, or one of
    /// the newest day or later, for all of them.
    ///
    /// Each coin has a row of its own, −1 for what is not a coin.
    ///
    /// - Throws: an error when a tile is damaged.
    init(
        _ price: Metric,
        of source: String,
        day: Day,
        upTo asOf: AsOf,
        since: AsOf?,
        _ rows: [Int32],
        _ reader: StoreReader
    ) throws {
        self.source = source
        self.day = day
        let dayBefore = Instant(milliseconds: Instant(startOf: day).milliseconds - 1)
        let earlier = min(since?.limit ?? dayBefore, dayBefore)
        var newest = [DatedFigure?](repeating: nil, count: rows.count)
        var former = newest
        var days: Set<RowDay> = []
        let span = DatedFigure.earliest(at: asOf.limit)...asOf.limit
        try reader.facts(price, source: source, in: span, rowOfEntity: rows) { row, times, values in
            for time in times where values[time.index] > 0 {
                days.insert(RowDay(row: row, day: time.at.day))
                let figure = DatedFigure(values[time.index], at: time.at, by: source)
                if newest[row].map({ $0.time < time.at }) ?? true { newest[row] = figure }
                if time.at <= earlier, former[row].map({ $0.time < time.at }) ?? true { former[row] = figure }
            }
        }
        for entry in days { sizes[entry.day, default: 0] += 1 }
        self.newest = newest
        self.former = former
        formerDay = former.compactMap { $0?.time.day }.max()
    }

    private struct RowDay: Hashable {
        let row: Int
        let day: Day
    }

    /// How many coins the list of a day has.
    func size(on day: Day) -> Int { sizes[day] ?? 0 }

    /// Whether the newest list has a coin.
    func isListed(_ entity: Int) -> Bool { newest[entity]?.time.day == day }

    /// Whether the newest list is one that follows the list of a day.
    func goesOn(since day: Day) -> Bool { Double(size(on: self.day)) >= SourceLists.share * Double(size(on: day)) }

    /// Whether it seems to be a list of the largest coins, such as the first 100: as many as on the earlier day, in steps of 25.
    var isOfLargest: Bool { formerDay.map { size(on: $0) == size(on: day) && size(on: day) % 25 == 0 } ?? false }

    /// The coins that it had within the 28 days and that the newest list, which goes on, has no more.
    var left: [Int] {
        newest.indices.filter { entity in
            guard let last = newest[entity]?.time.day, last < day else { return false }
            return goesOn(since: last)
        }
    }

    /// The coins of the newest list that the source had no price of in the 28 days up to the earlier moment.
    var arrived: [Int] {
        formerDay == nil ? [] : newest.indices.filter { isListed($0) && former[$0] == nil }
    }
}

/// The capitalisations and supplies of some coins of a source, by number.
struct ListFigures {
    private(set) var caps: [Int: DatedFigure?] = [:]
    private(set) var supplies: [Int: DatedFigure?] = [:]
    /// The smallest capitalisation of the newest list; nil where it has none, or was not needed.
    private var smallestCap: Double?

    init(_ list: SourceLists, of entities: [Int], _ reader: StoreReader, _ quote: String, _ asOf: AsOf) throws {
        guard !entities.isEmpty else { return }
        let all = list.newest.indices.filter { list.newest[$0] != nil }
        caps = try ListFigures.newest(.marketCap(quote), list, of: all, reader, asOf) { _ in asOf.limit }
        supplies = try ListFigures.newest(.circulatingSupply, list, of: entities, reader, asOf) { _ in asOf.limit }
        smallestCap = all.filter(list.isListed).compactMap { (caps[$0] ?? nil)?.value }.min()
    }

    /// Whether a coin is so small that it may just have left a list of the largest, or come into one.
    func isSmall(_ entity: Int, in list: SourceLists) -> Bool {
        guard let smallestCap, let cap = (caps[entity] ?? nil)?.value else { return false }
        return cap < 2 * smallestCap
    }

    static func newest(
        _ metric: Metric,
        _ list: SourceLists,
        of entities: [Int],
        _ reader: StoreReader,
        _ asOf: AsOf,
        upTo limit: (Int) -> Instant
    ) throws -> [Int: DatedFigure?] {
        var rows = [Int32](repeating: -1, count: list.newest.count)
        for (row, entity) in entities.enumerated() { rows[entity] = Int32(row) }
        let limits = entities.map(limit)
        let first = DatedFigure.earliest(at: asOf.limit)
        let found = try reader.newest(metric, source: list.source, since: first, upTo: limits, rowOfEntity: rows) {
            $0 > 0
        }
        return Dictionary(
            firstOf: zip(entities, found).map { entity, fact in
                (entity, fact.map { DatedFigure($0.value, at: $0.at, by: list.source) })
            }
        )
    }
}

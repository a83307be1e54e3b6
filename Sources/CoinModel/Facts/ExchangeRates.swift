/// This is the only place where the rate is chosen that converts a dated amount: what a currency was worth in US dollars over time.
///
/// An amount is converted by the rate of its own day (UTC), the nearest in time, of two the earlier; else by the newest of the
/// seven days before. Of several sources the one with the best place counts, then the one with the newest such day, then the
/// first in the order given.
public struct ExchangeRates: Hashable, Sendable {
    /// A source of rates, and its place among the preferred ones, the smallest first.
    public typealias Place = (source: String, place: Int)

    /// The currency's code, lower-case.
    public let code: String
    /// The rates, US dollars above zero for one unit of the currency, oldest first; of one moment by source.
    public let rates: [DatedFigure]
    /// The rates of each source, oldest first, in the order in which sources count.
    private let bySource: [[DatedFigure]]
    private let places: [Int]

    /// The days that a rate may be older than what is converted by it: banks and sources rest at holidays.
    public static let patience = 7

    /// Rates in any order; sources that `order` does not name count last, by name.
    public init(code: String, rates: [DatedFigure], order: [Place] = []) {
        self.code = code
        let sorted = rates.sorted { ($0.time, $0.source) < ($1.time, $1.source) }
        self.rates = sorted
        let others = Set(rates.map(\.source)).subtracting(order.map(\.source)).sorted()
        let all = order + others.map { ($0, .max) }
        bySource = all.map { place in sorted.filter { $0.source == place.source } }
        places = all.map(\.place)
    }

    /// The rate that converts an amount of a moment; nil without one of its day or of the seven days before.
    public func rate(at time: Instant) -> DatedFigure? {
        let found = zip(places, bySource).compactMap { place, rates in
            ExchangeRates.rate(at: time, among: rates).map { (place: place, rate: $0) }
        }
        return found.min { ($0.place, $1.rate.time.day) < ($1.place, $0.rate.time.day) }?.rate
    }

    /// The rate of a week: that of its last second.
    public func rate(of week: Week) -> DatedFigure? { rate(at: Instant(lastSecondOf: week.lastDay)) }

    private static func rate(at time: Instant, among rates: [DatedFigure]) -> DatedFigure? {
        let after = rates.partitioned { $0.time > time }
        let candidates = [after - 1, after].filter(rates.indices.contains).map { rates[$0] }
        func distance(_ rate: DatedFigure) -> Int64 { abs(rate.time.milliseconds - time.milliseconds) }
        let ofDay = candidates.filter { $0.time.day == time.day }.min { distance($0) < distance($1) }
        if let ofDay { return ofDay }
        let before = after > 0 ? rates[after - 1] : nil
        return before.flatMap { $0.time.day.distance(to: time.day) <= patience ? $0 : nil }
    }
}

extension Array {
    /// The first place, by binary search, whose element and all behind it satisfy a condition; the count where none does.
    public func partitioned(by isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

public import CoinModel
internal import SeriesEncoding

/// The weekly series of market data that rankings read, each made from the facts of one metric in a week of one
/// source, snapshots at their times and days at their last second.
enum WeeklyMart: CaseIterable {
    /// The newest positive price.
    case close
    case capitalisation
    /// The mean of the volumes, 0 being a value.
    case volumeMean
    /// Their median, the mean of the middle two for an even number.
    case volumeMedian

    /// The mart that a metric is; nil for others.
    init?(_ metric: Metric) {
        let quote = metric.unit.lowercased()
        guard let mart = WeeklyMart.allCases.first(where: { $0.metric(quote) == metric }) else { return nil }
        self = mart
    }

    /// The marts that are made from facts of a metric, each with its own metric.
    static func made(from fact: Metric) -> [(mart: WeeklyMart, metric: Metric)] {
        let quote = fact.unit.lowercased()
        return allCases.filter { $0.fact(quote) == fact }.map { ($0, $0.metric(quote)) }
    }

    func metric(_ quote: String) -> Metric {
        switch self {
        case .close: .close(quote)
        case .capitalisation: .capitalisation(quote)
        case .volumeMean: .volumeMean(quote)
        case .volumeMedian: .volumeMedian(quote)
        }
    }

    /// The metric of the facts that it is made from.
    func fact(_ quote: String) -> Metric {
        switch self {
        case .close: .price(quote)
        case .capitalisation: .marketCap(quote)
        case .volumeMean, .volumeMedian: .volume(quote)
        }
    }

    /// The week's value of each slot from a row of facts by time for each, in both of which NaN is missing.
    func values(of facts: TileMatrix) -> [Double] {
        let width = facts.steps.count
        return (0..<TileMatrix.slotCount).map { value(of: facts.values[$0 * width..<($0 + 1) * width]) }
    }

    fileprivate func value(of facts: ArraySlice<Double>) -> Double {
        switch self {
        case .close: return facts.last { $0 > 0 } ?? .nan
        case .capitalisation: return facts.last { !$0.isNaN } ?? .nan
        case .volumeMean:
            var (sum, count) = (0.0, 0)
            for volume in facts where !volume.isNaN { (sum, count) = (sum + volume, count + 1) }
            return count == 0 ? .nan : sum / Double(count)
        case .volumeMedian:
            var volumes = facts.filter { !$0.isNaN }
            volumes.sort()
            let middle = volumes.count / 2
            if volumes.isEmpty { return .nan }
            return volumes.count % 2 == 0 ? (volumes[middle - 1] + volumes[middle]) / 2 : volumes[middle]
        }
    }
}

extension Metric {
    /// The weekly series that are made from facts of this metric; none for most.
    var weeklyMarts: [WeeklyMart] { WeeklyMart.made(from: self).map(\.mart) }

    /// The metric of the facts that a weekly market series is made from; nil for other metrics.
    public var factOfWeek: Metric? { WeeklyMart(self)?.fact(unit.lowercased()) }

    /// A week's value of a weekly market series from its facts by time; nil without any, or for other metrics.
    public func valueOfWeek(_ facts: [Double]) -> Double? {
        let value = WeeklyMart(self)?.value(of: facts[...])
        return value.flatMap { $0.isNaN ? nil : $0 }
    }
}

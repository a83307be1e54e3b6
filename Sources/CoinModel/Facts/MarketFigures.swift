/// What one source says of the market as a whole: the newest of each complete week, column `k` the week `k` before the newest, and
/// the newest of the last 28 days; NaN is missing.
public struct MarketFigures: Hashable, Sendable {
    /// The series that they come from.
    public let source: String
    /// The weeks of each metric of `Metric.ofMarket`.
    public var weeks: [Metric: [Double]]

    /// The newest of each metric.
    public var newest: [Metric: Double]
    /// When the newest capitalisation was; nil where none is of the last 28 days.
    public var time: Instant?

    /// Figures of a source.
    public init(source: String, weeks: [Metric: [Double]], newest: [Metric: Double] = [:], at time: Instant? = nil) {
        self.source = source
        self.weeks = weeks
        self.newest = newest
        self.time = time
    }

    /// A metric so many weeks before the newest; NaN where it is missing.
    public subscript(metric: Metric, weeksBack: Int) -> Double { weeks[metric]?[weeksBack] ?? .nan }
}

/// What one source says of the market as a whole, the newest of each complete week; column `k` is the week `k` before the
/// newest, NaN is missing.
public struct MarketFigures: Hashable, Sendable {
    /// The series that they come from.
    public let source: String
    /// The weeks of each metric of `Metric.ofMarket`.
    public var weeks: [Metric: [Double]]

    /// Figures of a source.
    public init(source: String, weeks: [Metric: [Double]]) { (self.source, self.weeks) = (source, weeks) }

    /// A metric so many weeks before the newest; NaN where it is missing.
    public subscript(metric: Metric, ago: Int) -> Double { weeks[metric]?[ago] ?? .nan }
}

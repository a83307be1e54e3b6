public import CoinModel

/// What a page tells around a ranking: its moment, figures of all coins with their history, and where it leads.
public struct Overview: Sendable {
    /// The moment up to which facts entered: a date, or an instant.
    public let asOf: AsOf
    /// Figures of all coins together.
    public let figures: [Figure]
    /// The images of coins by their ids; empty where none are shown.
    public var pictures: [String: CoinPicture] = [:]
    /// Files of the same folder that hold the same ranking.
    public var files: [String] = []

    /// What is told around a ranking as of a moment.
    public init(asOf: AsOf, figures: [Figure]) { (self.asOf, self.figures) = (asOf, figures) }

    /// The newest figure of all coins, and what it was in complete weeks.
    public struct Figure: Sendable {
        /// What it is.
        public let column: Column
        /// Its newest value, which may be of the running week; NaN where missing.
        public let newest: Double
        /// Its values by week, the oldest first, NaN where missing.
        public let series: [Double]

        /// A figure over weeks.
        public init(_ column: Column, newest: Double, series: [Double]) {
            self.column = column
            self.newest = newest
            self.series = series
        }
    }
}

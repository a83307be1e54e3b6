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

    /// A figure of all coins, and what it was in the weeks before.
    public struct Figure: Sendable {
        /// What it is.
        public let column: Column
        /// Its values, oldest week first, NaN where missing.
        public let series: [Double]

        /// A figure over weeks.
        public init(_ column: Column, series: [Double]) { (self.column, self.series) = (column, series) }
    }
}

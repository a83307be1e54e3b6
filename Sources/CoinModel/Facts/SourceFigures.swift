/// What sources said last of a coin, at the moment of a cross-section or before, that no series tells.
///
/// Of several sources the one that said so last counts, of one moment the one with the smaller name.
public struct SourceFigures: Hashable, Sendable {
    /// Its rank by the source's own order.
    public var rank: Figure?
    /// The highest price that the source ever had, in the quote currency.
    public var ath: Figure?
    /// The date of that price: ISO 8601.
    public var athDate: String?

    /// A number, and who said it when.
    public struct Figure: Hashable, Sendable {
        /// The number.
        public let value: Double
        /// The format that it was read from, such as `coingecko-markets`.
        public let source: String
        /// When it was so.
        public let time: Instant

        /// A figure.
        public init(_ value: Double, by source: String, at time: Instant) {
            (self.value, self.source, self.time) = (value, source, time)
        }
    }

    /// Nothing was said.
    public init() {}
}

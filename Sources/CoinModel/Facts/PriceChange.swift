/// How the price of a coin changed over a span that ends with its newest price; card, tile, chart, column, portfolio and
/// alerts read this one result.
public struct PriceChange: Hashable, Sendable {
    /// Where the change comes from.
    public enum Origin: Hashable, Sendable {
        /// From two prices of the source that the newest price is from.
        case prices
        /// From what that source states together with the newest price.
        case stated
        /// From two prices of another source.
        case other
    }

    /// The change in percent: 100 · (price at the end / price at the beginning − 1), or as the source states it.
    public let percent: Double
    /// The price at the end of the span; the source of it has that at its beginning too.
    public let end: DatedFigure
    /// The price at the beginning; where the change is stated, the one that it means.
    public let then: Double
    /// When that was; nil where the change is stated.
    public let thenTime: Instant?
    /// Where it comes from.
    public let origin: Origin

    /// A change between two prices of one source, in order of time.
    public init(from begin: DatedFigure, to end: DatedFigure, isOther: Bool = false) {
        self.end = end
        then = begin.value
        thenTime = begin.time
        percent = 100 * (end.value / begin.value - 1)
        origin = isOther ? .other : .prices
    }

    /// A change that a source states, in percent, with a price of it.
    public init(stated percent: Double, to end: DatedFigure) {
        self.end = end
        self.percent = percent
        then = end.value / (1 + percent / 100)
        thenTime = nil
        origin = .stated
    }

    /// What it is by, as columns name it: `prices`, `stated`, or the name of another source.
    public var by: String {
        switch origin {
        case .prices: "prices"
        case .stated: "stated"
        case .other: end.source
        }
    }
}

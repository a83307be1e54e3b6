/// A price, capitalisation, supply, rate or other figure, with the source that has it and when it was so.
public struct DatedFigure: Hashable, Sendable {
    /// The figure, of money in the currency that was asked for.
    public let value: Double
    /// When it was so; a fact of a whole day stands at the day's last second.
    public let time: Instant
    /// The source or format that it is from.
    public let source: String

    /// A figure of a source.
    public init(_ value: Double, at time: Instant, by source: String) {
        self.value = value
        self.time = time
        self.source = source
    }
}

extension DatedFigure? {
    /// The figure; NaN where there is none.
    public var amount: Double { self?.value ?? .nan }
}

/// The newest details of a coin at the moment of a cross-section that are not in a series.
///
/// Of several sources the one that said so last counts, of one moment the one with the smaller name; a figure names its format,
/// such as `coingecko-markets`.
public struct SourceFigures: Hashable, Sendable {
    /// Its rank by the source's own order.
    public var rank: DatedFigure?
    /// The highest price that the source ever had, in the quote currency.
    public var ath: DatedFigure?
    /// The date of that price: ISO 8601.
    public var athDate: String?
    /// The categories or tags that sources name, each in its own words, those of the newest answer first.
    public var categories: [String] = []
    /// When the newest of these answers was given; nil without any.
    public var categoriesTime: Instant?

    /// Highest and lowest price of 24 hours, lowest price ever and change of the capitalisation, those that are known; empty where
    /// they were not read.
    public var stated: [CoinField: DatedFigure] = [:]
    /// The date of the lowest price: ISO 8601.
    public var atlDate: String?
    /// What was traded in the 24 hours before the newest price, by the source of that; nil where that is unknown.
    public var volume: DatedFigure?

    /// Nothing was said.
    public init() {}
}

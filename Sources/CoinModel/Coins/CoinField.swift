/// One of the things that a source says of a coin beside its series, of which only the newest word is kept.
public enum CoinField: Int, CaseIterable, Sendable {
    case rank, change1h, change24h, change7d, change30d, change90d, change1y, capChange24h, high24h, low24h
    case ath, athDate, atl, atlDate, sparkline, firstData, lastData
    case image, description, categories, links, hashingAlgorithm, blockTime, genesis, notices

    /// What the values of a field are.
    public enum Kind: Sendable {
        /// A whole number above 0; 0 is every source's word for unknown.
        case count
        /// An amount of money in the quote currency of the row, above 0; 0 means unknown.
        case money
        /// Minutes above 0; 0 means unknown.
        case minutes
        /// Percent, not below −100; 0 is a value.
        case change
        /// A moment or a day, as ISO 8601 writes it.
        case time
        /// A day, as `2009-01-03`.
        case day
        /// Words without markup and without hidden characters.
        case text
        /// An `https:` or `http:` address.
        case address
        /// Prices one after the other, as a JSON array.
        case series
        /// Words, a line each.
        case lines
    }

    /// Its name in tables, what its values are, and what it says.
    public var form: (name: String, kind: Kind, meaning: String) {
        switch self {
        case .rank: ("source_rank", .count, "Rank by the source's own order of capitalisations.")
        case .change1h: ("change_1h", .change, "Change of the price in the hour before, by the source.")
        case .change24h: ("change_24h", .change, "Change of the price in the 24 hours before, by the source.")
        case .change7d: ("change_7d", .change, "Change of the price in the 7 days before, by the source.")
        case .change30d: ("change_30d", .change, "Change of the price in the 30 days before, by the source.")
        case .change90d: ("change_90d", .change, "Change of the price in the 90 days before, by the source.")
        case .change1y: ("change_1y", .change, "Change of the price in the year before, by the source.")
        case .capChange24h:
            ("market_cap_change_24h", .change, "Change of the capitalisation in the 24 hours before, by the source.")
        case .high24h: ("high_24h", .money, "Highest price of the 24 hours before.")
        case .low24h: ("low_24h", .money, "Lowest price of the 24 hours before.")
        case .ath: ("ath", .money, "Highest price that the source ever had.")
        case .athDate: ("ath_date", .time, "When that was.")
        case .atl: ("atl", .money, "Lowest price that the source ever had.")
        case .atlDate: ("atl_date", .time, "When that was.")
        case .sparkline: ("sparkline_7d", .series, "Prices of the 7 days before, about hourly, oldest first.")
        case .firstData: ("first_data", .time, "The first moment that the source has data of.")
        case .lastData: ("last_data", .time, "The last moment that the source has data of.")
        case .image: ("image", .address, "Where the coin's image is.")
        case .description: ("description", .text, "What the source writes about the coin.")
        case .categories: ("categories", .lines, "The source's categories or tags of the coin.")
        case .links: ("links", .lines, "Addresses about the coin, each behind its kind.")
        case .hashingAlgorithm: ("hashing_algorithm", .text, "The algorithm that its blocks are mined by.")
        case .blockTime: ("block_time_min", .minutes, "Minutes between two blocks.")
        case .genesis: ("genesis_date", .day, "The day of its first block, or on which it began.")
        case .notices:
            ("notices", .lines, "What the source announces of the coin: migrations, redenominations, delistings.")
        }
    }

    /// The unit of its values where money is in a quote currency, in lower case; empty for texts.
    public func unit(in quote: String) -> String {
        switch form.kind {
        case .money, .series: quote.uppercased()
        case .change: "%"
        case .minutes: "minutes"
        case .count, .time, .day, .text, .address, .lines: ""
        }
    }

    /// The span of which it is the source's change; nil for other fields.
    public var span: PriceSpan? {
        switch self {
        case .change1h: .hour
        case .change24h: .day
        case .change7d: .week
        case .change30d: .month
        case .change90d: .quarter
        case .change1y: .year
        default: nil
        }
    }
}

/// What a source said of one of its coins at a moment, beside its series.
///
/// A field without a value is unknown. Of a coin and format the newest is kept; earlier ones are not.
public struct CoinDetail: Hashable, Sendable {
    /// The coin in the source's words.
    public var coin: CoinArgument
    /// The format that said so, such as `coingecko-markets`: lists and details do not replace each other.
    public let source: String
    /// When it was so; nil where neither the input nor the caller has it: then the time of the load counts.
    public var time: Instant?
    /// The currency of its money, lower-case; empty without any.
    public let quote: String
    private var values = [CoinFieldValue?](repeating: nil, count: CoinField.allCases.count)

    /// A detail without any value.
    public init(_ coin: CoinArgument, source: String, at time: Instant?, quote: String) {
        (self.coin, self.source, self.time, self.quote) = (coin, source, time, quote)
    }

    /// The value of a field; nil where it is unknown.
    public subscript(field: CoinField) -> CoinFieldValue? {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { values.allSatisfy { $0 == nil } }
}

/// The value of a field: a number in its unit, or a text.
public enum CoinFieldValue: Hashable, Sendable {
    case number(Double)
    case text(String)

    /// The number; nil for a text.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The text; nil for a number.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
}

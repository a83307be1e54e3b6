public import CoinModel

/// One thing to ask.
public struct SourceInquiry: Hashable, Sendable {
    /// Path and query below the base.
    public var path: String
    /// The coin that the answer is about where it does not say so itself, in the source's own words.
    public var coin: String?
    /// Whether that is a symbol, not an id.
    public var isSymbol = false
    /// Which figure the answer has where others look the same, in the source's own word.
    public var figure: String?

    /// A text as a part of an address: whatever it holds, it begins no other part.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isLetter = (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            if isLetter || "-._~".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
            return "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// A question.
    public init(_ path: String, coin: String? = nil, isSymbol: Bool = false, figure: String? = nil) {
        (self.path, self.coin, self.isSymbol, self.figure) = (path, coin, isSymbol, figure)
    }
}

/// A page of a list that is asked for.
public struct ListPage: Sendable {
    /// Its number, from 1.
    public var number: Int
    /// The currencies of its prices, in lower case; several only of sources that give several at once.
    public var quotes: [String]
    /// Whether the list goes by capitalisation, else in an order that stays.
    public var isByRank: Bool
    /// Whether the prices of the last week are asked for too, which make an answer five times as large.
    public var hasSparklines: Bool

    /// A page.
    public init(_ number: Int, quotes: [String] = ["usd"], isByRank: Bool = false, hasSparklines: Bool = false) {
        self.number = number
        self.quotes = quotes
        self.isByRank = isByRank
        self.hasSparklines = hasSparklines
    }

    /// The currencies as sources write several.
    var convert: String { quotes.joined(separator: ",").uppercased() }
}

/// A list that comes in pages, and where an answer has its rows.
public struct ListQuestion: Sendable {
    /// Path and query of a page.
    public var page: @Sendable (ListPage) -> String
    /// How many rows a page has that another one follows; nil where all come at once.
    public var size: Int?
    /// The rows of an answer, such as `data/*`.
    public var rows: String
    /// The id of a row.
    public var id: String
    /// Where an answer says how many rows all pages have; empty where it may say so in its header `total`.
    public var total = ""
    /// Whether the pages go by id, so that the list of all ids shows what slid from one page to the one before.
    public var isByID = false
}

/// The history that somebody wants.
public struct HistoryRequestItem: Sendable {
    /// The coin, in the source's own words.
    public var coin: String
    /// How many days back from today; nil for as many as the plan has.
    public var days: Int?
    /// Whether by the hour, else by the day.
    public var isHourly: Bool
    /// The currency, in lower case.
    public var quote: String
    /// Today, in UTC.
    public var today: Day
    /// Whether it begins later than was wanted, because the source said so.
    public var isShortened = false

    /// A wish.
    public init(coin: String, days: Int?, isHourly: Bool, quote: String, today: Day) {
        (self.coin, self.days, self.isHourly) = (coin, days, isHourly)
        (self.quote, self.today) = (quote, today)
    }

    /// The coin as a part of an address.
    var address: String { SourceInquiry.encoded(coin) }
}

internal import CoinModel

/// The table of trades of another program: which of its headings stand for which columns.
///
/// Beside those of a ledger these are read: `clock` and `timezone` of a date, `status`, `margin`, `label` (what a transfer was
/// for), `total` (amount times price), `pair` (coin and currency in one), and `sent`, `received` with their currencies, where
/// both sides of a trade have columns of their own.
public struct TradeLayout: Sendable {
    /// The columns that a table may have beside those of a ledger.
    public static let extras = [
        "clock", "timezone", "status", "margin", "label", "total", "pair", "sent", "sent_currency", "received",
        "received_currency",
    ]

    /// Whose table it is.
    public let name: String
    /// The headings in lower case, by column.
    public let headings: [String: String]
    /// Whether times without a zone are in UTC.
    public let isUTC: Bool
    /// Whether a unit stands right behind each amount: `0.17BTC`.
    public let hasUnits: Bool
    /// Whether the amount of what was sent has its fee in it.
    public let sendsWithFee: Bool

    /// Reads `NAME, FLAG: column = heading, …` of the table.
    private init(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 1)
        let words = parts[0].split(separator: ",").map { trimmed($0) }
        name = words[0]
        isUTC = words.contains("UTC")
        hasUnits = words.contains("units")
        sendsWithFee = words.contains("fee within")
        let pairs = parts[1].split(separator: ",").map { $0.split(separator: "=").map { trimmed($0) } }
        headings = Dictionary(firstOf: pairs.map { ($0[0], $0[1]) })
    }

    /// The layout of a table with a header in lower case; nil for none that is known.
    public static func recognised(by header: [String]) -> TradeLayout? {
        all.first { layout in layout.headings.allSatisfy { optional.contains($0.key) || header.contains($0.value) } }
    }

    /// Whether a table has each trade in several rows, as ledgers of Kraken and transactions of Binance do.
    public static func isSpread(_ header: [String]) -> Bool {
        [["refid", "asset"], ["operation", "change"]].contains { Set($0).isSubset(of: header) }
    }

    private static let optional: Set = ["note", "timezone", "status", "margin", "clock"]

    /// All that are known.
    public static let all = table.split(separator: "\n").map { TradeLayout($0) }

    private static let table = """
        Bitvavo, fee within: time = date, clock = time, timezone = timezone, type = type, coin = currency, \
        amount = amount, price = quote price, currency = quote currency, fee = fee amount, fee_currency = fee currency, \
        status = status
        Coinbase, UTC: time = timestamp, type = transaction type, coin = asset, amount = quantity transacted, \
        price = price at transaction, currency = price currency, fee = fees and/or spread, note = notes
        Coinbase, UTC: time = timestamp, type = transaction type, coin = asset, amount = quantity transacted, \
        price = spot price at transaction, currency = spot price currency, fee = fees and/or spread, note = notes
        Kraken trades, UTC: time = time, type = type, pair = pair, price = price, amount = vol, fee = fee, \
        margin = margin
        Binance spot trades, UTC, units: time = date(utc), type = side, pair = pair, price = price, \
        amount = executed, fee = fee
        Binance spot trades, UTC: time = date(utc), type = type, pair = market, price = price, amount = amount, \
        fee = fee, fee_currency = fee coin
        Delta: time = date, type = way, coin = base currency (name), amount = base amount, total = quote amount, \
        currency = quote currency, fee = fee amount, fee_currency = fee currency (name), note = notes
        Koinly, UTC: time = date, sent = sent amount, sent_currency = sent currency, received = received amount, \
        received_currency = received currency, fee = fee amount, fee_currency = fee currency, note = description, \
        type = type, label = tag
        Koinly, UTC: time = date, sent = sent amount, sent_currency = sent currency, received = received amount, \
        received_currency = received currency, fee = fee amount, fee_currency = fee currency, note = description, \
        label = label
        rotki, UTC: time = timestamp, sent = spend amount, sent_currency = spend currency, received = receive amount, \
        received_currency = receive currency, fee = fee, fee_currency = fee currency, note = description
        """
}

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

    private init(
        _ name: String,
        isUTC: Bool = false,
        hasUnits: Bool = false,
        sendsWithFee: Bool = false,
        _ headings: [String: String]
    ) {
        self.name = name
        self.headings = headings
        self.isUTC = isUTC
        self.hasUnits = hasUnits
        self.sendsWithFee = sendsWithFee
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
    public static let all = [
        TradeLayout(
            "Bitvavo",
            sendsWithFee: true,
            [
                "time": "date", "clock": "time", "timezone": "timezone", "type": "type", "coin": "currency",
                "amount": "amount", "price": "quote price", "currency": "quote currency", "fee": "fee amount",
                "fee_currency": "fee currency", "status": "status",
            ]
        ),
        TradeLayout("Coinbase", isUTC: true, coinbase(price: "price at transaction", currency: "price currency")),
        TradeLayout(
            "Coinbase",
            isUTC: true,
            coinbase(price: "spot price at transaction", currency: "spot price currency")
        ),
        TradeLayout(
            "Kraken trades",
            isUTC: true,
            [
                "time": "time", "type": "type", "pair": "pair", "price": "price", "amount": "vol", "fee": "fee",
                "margin": "margin",
            ]
        ),
        TradeLayout(
            "Binance spot trades",
            isUTC: true,
            hasUnits: true,
            [
                "time": "date(utc)", "type": "side", "pair": "pair", "price": "price", "amount": "executed",
                "fee": "fee",
            ]
        ),
        TradeLayout(
            "Binance spot trades",
            isUTC: true,
            [
                "time": "date(utc)", "type": "type", "pair": "market", "price": "price", "amount": "amount",
                "fee": "fee", "fee_currency": "fee coin",
            ]
        ),
        TradeLayout(
            "Delta",
            [
                "time": "date", "type": "way", "coin": "base currency (name)", "amount": "base amount",
                "total": "quote amount", "currency": "quote currency", "fee": "fee amount",
                "fee_currency": "fee currency (name)", "note": "notes",
            ]
        ),
        TradeLayout(
            "Koinly",
            isUTC: true,
            koinly.merging(["type": "type", "label": "tag"]) { $1 }
        ),
        TradeLayout("Koinly", isUTC: true, koinly.merging(["label": "label"]) { $1 }),
        TradeLayout(
            "rotki",
            isUTC: true,
            [
                "time": "timestamp", "sent": "spend amount", "sent_currency": "spend currency",
                "received": "receive amount", "received_currency": "receive currency", "fee": "fee",
                "fee_currency": "fee currency", "note": "description",
            ]
        ),
    ]

    private static func coinbase(price: String, currency: String) -> [String: String] {
        [
            "time": "timestamp", "type": "transaction type", "coin": "asset", "amount": "quantity transacted",
            "price": price, "currency": currency, "fee": "fees and/or spread", "note": "notes",
        ]
    }

    private static let koinly = [
        "time": "date", "sent": "sent amount", "sent_currency": "sent currency", "received": "received amount",
        "received_currency": "received currency", "fee": "fee amount", "fee_currency": "fee currency",
        "note": "description",
    ]
}

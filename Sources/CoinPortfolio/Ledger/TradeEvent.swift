internal import CoinModel

/// A coin, or money.
public struct TradeAsset: Hashable, Sendable {
    /// The coin's id, or the currency's code in lower case.
    public let id: String
    /// Whether it is money, which is not a holding.
    public let isMoney: Bool

    /// A coin by its id.
    public static func coin(_ id: String) -> TradeAsset { TradeAsset(id: id, isMoney: false) }

    /// Money by its code.
    public static func money(_ code: String) -> TradeAsset { TradeAsset(id: code.lowercased(), isMoney: true) }
}

/// What happened to a person's coins at a moment, of one row of another program's table or of several.
struct TradeEvent {
    /// An amount of a coin or of money: above zero it came.
    struct Leg {
        let asset: TradeAsset
        var amount: ExactDecimal

        init(_ asset: TradeAsset, _ amount: ExactDecimal) {
            self.asset = asset
            self.amount = amount
        }
    }

    /// The row, the first of several.
    let row: TextRow
    var booking: TradeBooking
    var legs: [Leg] = []
    /// What it cost in addition.
    var fees: [Leg] = []
    /// What one coin of a row was paid with, or what the whole was worth; nil where the table does not say it.
    var worth: Leg?
    /// Whether `worth` is what was paid or got.
    var hasPrice = false
    /// The rows beside the first one.
    var others: [TextRow] = []

    /// An event of a row.
    init(row: TextRow, booking: TradeBooking) {
        self.row = row
        self.booking = booking
    }

    /// Whether coins or money only came, or only went.
    var isHalf: Bool { Set(legs.map(\.amount.isNegative)).count == 1 }

    /// Whether it is a trade that has several rows.
    var isJoined: Bool { if case .joined = booking { true } else { false } }

    /// Whether several coins may have been given for one: dust, or rows that their program joins.
    var takesMany: Bool { isJoined && (booking != .joined("") || row["own"] != nil) }

    /// Whether both sides are of one coin.
    var isMove: Bool {
        legs.count == 2 && !isJoined && legs[0].asset == legs[1].asset
            && legs[0].amount.isNegative != legs[1].amount.isNegative
    }

    /// What its rows are known by in every export of their program; nil where they have nothing of that kind.
    var own: String? { row["own"].flatMap { own in isJoined ? row["group"] ?? own : own } }

    /// What came or went in all, by asset, without what came to nothing.
    static func sums(_ legs: [Leg]) -> [Leg] {
        var sums: [Leg] = []
        for leg in legs {
            if let place = sums.firstIndex(where: { $0.asset == leg.asset }) {
                sums[place].amount = sums[place].amount + leg.amount
            } else {
                sums.append(leg)
            }
        }
        return sums.filter { !$0.amount.isZero }
    }
}

/// How many rows, or trades of several rows, were booked in which way.
public struct TradeCounts: Sendable {
    /// The counts by name, in the order of reports, with how many of them moved money only.
    public private(set) var all: [(name: String, count: Int, ofMoney: Int)] =
        ["trade", "income", "transfer", "out", "move", "skipped", "listed"].map { ($0, 0, 0) }

    mutating func note(_ name: String, isMoney: Bool = false) {
        guard let place = all.firstIndex(where: { $0.name == name }) else { return }
        all[place].count += 1
        if isMoney { all[place].ofMoney += 1 }
    }
}

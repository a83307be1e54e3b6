public import CoinModel

/// An entry of a portfolio's ledger: what happened to an amount of one coin at a time.
public struct Transaction: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Sendable {
        /// Coins for money.
        case buy
        /// Money for coins.
        case sell
        /// Coins came from elsewhere; with a price they have a cost, without one it is unknown.
        case receive
        /// Coins went elsewhere, with their cost and without any profit.
        case send
        /// Coins were earned: staking, mining, a gift; with a price that is their cost.
        case income
        /// Coins were paid for something; their cost is a loss.
        case fee
        /// So many coins are held from then on; what was not there before has an unknown cost.
        case set
        /// An earlier entry does not count.
        case reverse
    }

    /// The number in the ledger, from 1.
    public var number: Int
    /// When; a whole day stands at its end.
    public let time: AsOf
    /// What happened.
    public let kind: Kind
    /// The coin's id; that of the reversed entry for `reverse`.
    public internal(set) var coin: String
    /// The id in the ledger, where the coin has another one now; nil where it is the same.
    var written: String?
    /// How many coins, above zero, and from zero on for `set`.
    public internal(set) var amount: ExactDecimal
    /// What one coin cost; nil where nothing was paid or the cost is unknown.
    public var price: ExactDecimal?
    /// The currency of the price, lower-case, or the id of the coin that it was paid in.
    public var currency = "usd"
    /// What the trade cost beside the price.
    public var fee: ExactDecimal?
    /// What the fee was paid in: the price's currency, or the coin itself.
    public var feeCurrency: String?
    /// What was noted; empty for nothing.
    public var note = ""
    /// The number of the entry that a `reverse` takes back.
    public var reverses: Int?
    /// The number of the import that it came with; nil for one entered by hand.
    public var imported: Int?
    /// The digest of the row that it was imported from, by which the same row is known again; nil for none.
    public var row: String?

    /// An entry without price, fee and note.
    public init(_ number: Int, _ time: AsOf, _ kind: Kind, _ coin: String, _ amount: ExactDecimal) {
        (self.number, self.time, self.kind, self.coin, self.amount) = (number, time, kind, coin, amount)
    }

    /// The entry that takes another one back.
    public init(reversing old: Transaction, number: Int, at now: Instant) {
        self.init(number, .instant(now), .reverse, old.coin, old.amount)
        reverses = old.number
    }

    /// Whether the fee was paid in coins of the trade.
    public var isFeeInCoin: Bool { feeCurrency == coin }

    /// Whether the ledger has another id for its coin.
    public var isRenamed: Bool { written != nil }

    /// Whether it says anything in money of its currency.
    public var isInMoney: Bool { price != nil || fee != nil && !isFeeInCoin }

    /// Checks what every entry has to fulfil.
    ///
    /// - Throws: `Reject` naming what does not do.
    public func check() throws(Reject) {
        guard (kind == .reverse) == (reverses != nil) else {
            let which = reverses.map { "a \(kind) takes no entry back, but names entry \($0)" }
            throw Reject("bad-reversal", detail: which ?? "the reversal does not say which entry it reverses")
        }
        guard !amount.isNegative, kind == .set || !amount.isZero else {
            throw Reject("bad-amount", detail: "the amount `\(amount)` is not above zero; say sell or send for less")
        }
        if let price, price.isNegative { throw Reject("bad-price", detail: "the price `\(price)` is below zero") }
        if [.buy, .sell].contains(kind), price == nil {
            let next = kind == .buy ? "receive" : "send"
            throw Reject("no-price", detail: "a \(kind) needs a price; what has none is a \(next)")
        }
        guard let fee else { return }
        guard ![.fee, .set, .reverse].contains(kind), !fee.isNegative else {
            throw Reject("bad-fee", detail: "the fee `\(fee)` is below zero or has nothing to be the fee of")
        }
        guard let feeCurrency, feeCurrency == currency || isFeeInCoin else {
            let other = "enter one in anything else as an entry of its own, of type fee"
            throw Reject("bad-fee", detail: "a fee is paid in \(currency) or in \(coin); \(other)")
        }
        if isFeeInCoin, [.buy, .receive, .income].contains(kind), fee >= amount {
            throw Reject("bad-fee", detail: "the fee `\(fee)` is not below the amount `\(amount)`")
        }
    }
}

extension Transaction {
    /// The entries that count, in the order of their times: none that is reversed, and no reversal.
    ///
    /// Entries of one moment stand in the order of the ledger.
    public static func counting(_ entries: [Transaction], upTo asOf: AsOf? = nil) -> [Transaction] {
        let reversed = Set(entries.compactMap(\.reverses))
        return entries.filter { entry in
            entry.kind != .reverse && !reversed.contains(entry.number)
                && asOf.map { entry.time.limit <= $0.limit } ?? true
        }
        .sorted { ($0.time.limit, $0.number) < ($1.time.limit, $1.number) }
    }

    /// Checks that each reversal of a ledger, whose entries are numbered from 1 in order, takes back one earlier entry of its
    /// coin, and no two the same.
    ///
    /// - Throws: `Reject` with the number of the entry as its line.
    public static func check(_ entries: [Transaction]) throws(Reject) {
        var reversed: Set<Int> = []
        for entry in entries {
            guard let number = entry.reverses else { continue }
            func fault(_ what: String) -> Reject {
                Reject("bad-reversal", line: entry.number, detail: "reverses entry \(number), \(what)")
            }
            guard number < entry.number else { throw fault("which is not before it") }
            let old = entries[number - 1]
            guard old.kind != .reverse else { throw fault("which is a reversal itself") }
            guard old.coin == entry.coin else { throw fault("which is one of \(old.coin), not of \(entry.coin)") }
            guard reversed.insert(number).inserted else { throw fault("which was reversed before") }
        }
    }
}

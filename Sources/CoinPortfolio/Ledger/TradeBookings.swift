public import CoinModel

/// This is the only place where what another program says of trades becomes entries of a ledger: prices, fees in coins and in
/// money, and a coin for a coin as a sale and a purchase at one time.
public struct TradeBookings {
    /// An entry that has no number yet.
    public struct Booked {
        /// The entry.
        public var entry: Transaction
        /// The line of its row.
        public let line: Int
        /// What its row is known by in every export of the program; nil where rows have nothing of that kind.
        public let own: String?
    }

    /// The entries, in the order of the rows.
    public private(set) var entries: [Booked] = []
    /// Rows that are not booked, with their kinds.
    public private(set) var listed: [Reject] = []
    /// Rows that do not read.
    public private(set) var rejects: [Reject] = []
    /// What does not fit, though it was booked.
    public private(set) var warnings: [Reject] = []
    /// How the rows were booked.
    public private(set) var counts = TradeCounts()
    private let layout: TradeLayout

    /// Books the rows of a table.
    ///
    /// - Parameters:
    ///   - rows: the rows, by the columns of the layout.
    ///   - layout: whose table it is.
    ///   - fee: where fees are, where a person says it; nil for what the layout says.
    ///   - skipped: the types of rows that are left out, as the table writes them.
    ///   - now: what the clock shows.
    ///   - resolve: what a word of a line names.
    public init(
        _ rows: [TextRow],
        _ layout: TradeLayout,
        fee: TradeLayout.FeeRule? = nil,
        skipping skipped: [String] = [],
        now: Instant? = nil,
        resolve: @escaping (_ word: String, _ line: Int) -> TradeAsset
    ) {
        self.layout = layout
        var reader = TradeEvents(layout, rows, fee: fee, skipping: skipped, now: now, resolve: resolve)
        for row in rows {
            attempt(row) { bookings throws(Reject) in
                if let event = try reader.event(of: row) { try bookings.book(event, reader.quotes) }
            }
        }
        for event in reader.joined() {
            attempt(event.row) { bookings throws(Reject) in try bookings.book(event, reader.quotes) }
        }
        entries.sort { $0.line < $1.line }
        checkBalances(rows)
    }

    /// Compares the balance behind each row with that before it, by coin and place: balance = balance before + amount − fee.
    ///
    /// Of each coin and place the first row that does not fit is named; rows before it are missing, or it is not one of theirs.
    private mutating func checkBalances(_ rows: [TextRow]) {
        let times = rows.compactMap { $0["time"] }
        let isNewestFirst = times.first ?? "" > times.last ?? ""
        var balances: [[String]: ExactDecimal] = [:]
        for row in isNewestFirst ? rows.reversed() : rows {
            guard let coin = row["coin"], let balance = row["balance"].flatMap({ ExactDecimal($0) }),
                let amount = row["amount"].flatMap({ ExactDecimal($0) })
            else { continue }
            let key = [coin, row["place"] ?? ""]
            let fee = row["fee"].flatMap { ExactDecimal($0) } ?? .zero
            guard let before = balances.updateValue(balance, forKey: key), before + amount - fee != balance else {
                continue
            }
            let what =
                "the balance of \(coin) is \(balance), but \(before) before it and this row make \(before + amount - fee)"
            warnings.append(Reject("balance-differs", line: row.line, detail: "\(what); rows between them are missing"))
        }
    }

    private mutating func attempt(_ row: TextRow, _ work: (inout TradeBookings) throws(Reject) -> Void) {
        do throws(Reject) {
            try work(&self)
        } catch {
            rejects.append(Reject(error.reason, line: row.line, detail: error.detail))
        }
    }

    private mutating func book(_ event: TradeEvent, _ quotes: Set<String>) throws(Reject) {
        let legs = event.booking == .move ? event.legs : TradeEvent.sums(event.legs)
        switch event.booking {
        case .skip: return counts.note("skipped")
        case .money: return counts.note("income", isMoney: true)
        case .list(let reason): return list(event, reason)
        case .move: return try move(event)
        default: break
        }
        if event.isMove { return try move(event) }
        if legs.count > 1 { return try trade(event, legs, quotes) }
        guard let leg = legs.first ?? (event.booking == .entry(.set) ? event.legs.first : nil) else {
            return list(event, "no amount")
        }
        let (kind, count) = kind(of: event, leg)
        guard let kind else {
            return list(event, "what was \(leg.amount.isNegative ? "got" : "given") for it is not in the file")
        }
        if leg.asset.isMoney { return counts.note(count, isMoney: true) }
        let isTrade = [.buy, .sell].contains(kind)
        if isTrade, let worth = event.worth, !worth.asset.isMoney, !layout.hasUnitOfAccount, worth.asset != leg.asset {
            let other = TradeEvent.Leg(worth.asset, leg.amount.isNegative ? worth.amount : -worth.amount)
            return try trade(event, [leg, other], quotes)
        }
        var draft = try Transaction(event, kind, leg)
        if isTrade || kind == .income || event.hasPrice { try draft.setPrice(event.worth) }
        counts.note(count)
        try add([draft], event)
    }

    /// What a row of one amount is, and what it counts as; nil for a trade without its other side.
    private func kind(of event: TradeEvent, _ leg: TradeEvent.Leg) -> (Transaction.Kind?, String) {
        let isIn = !leg.amount.isNegative
        switch event.booking {
        case .entry(let kind):
            let names: [Transaction.Kind: String] = [
                .buy: "trade", .sell: "trade", .income: "income", .fee: "out", .receive: "transfer", .send: "transfer",
                .set: "transfer",
            ]
            return (kind, names[kind] ?? "skipped")
        case .sides(.income, .send): return isIn ? (.income, "income") : (.send, "out")
        case .sides(.income, let outgoing): return (isIn ? .income : outgoing, "income")
        case .sides(let incoming, let outgoing): return (isIn ? incoming : outgoing, "transfer")
        case .out: return (.send, "out")
        case .trade where event.worth != nil: return (isIn ? .buy : .sell, "trade")
        default: return (nil, "trade")
        }
    }

    /// A move between a person's own accounts: what did not arrive, and the fee, left.
    private mutating func move(_ event: TradeEvent) throws(Reject) {
        let lost = event.legs.count > 1 ? TradeEvent.sums(event.legs) : []
        if let more = lost.first(where: { !$0.amount.isNegative }) {
            throw Reject("bad-transfer", detail: "more \(more.asset.id) arrives than leaves; correct the row")
        }
        counts.note("move")
        let left = TradeEvent.sums(lost.map { .init($0.asset, -$0.amount) } + event.fees)
        var drafts: [Transaction] = []
        for leg in left where !leg.asset.isMoney { drafts.append(try Transaction(event, .fee, leg)) }
        try add(drafts, event, fees: [])
    }

    private mutating func trade(_ event: TradeEvent, _ legs: [TradeEvent.Leg], _ quotes: Set<String>) throws(Reject) {
        let (coins, money) = (legs.filter { !$0.asset.isMoney }, legs.filter(\.asset.isMoney))
        let (came, went) = (coins.filter { !$0.amount.isNegative }, coins.filter(\.amount.isNegative))
        guard !coins.isEmpty else { return counts.note("trade", isMoney: true) }
        var drafts: [Transaction] = []
        if coins.count == 1, money.count == 1, coins[0].amount.isNegative != money[0].amount.isNegative {
            var draft = try Transaction(event, came.isEmpty ? .sell : .buy, coins[0])
            try draft.setPrice(money[0])
            drafts = [draft]
        } else if came.count == 1, !went.isEmpty, money.isEmpty, went.count == 1 || event.takesMany {
            // Both sides are worth the same: what the table says, else the one that prices are stated in, by its price of the day.
            let isQuote = { quotes.contains($0 as String) }
            let usual = isQuote(went[0].asset.id) && !isQuote(came[0].asset.id) ? went[0] : came[0]
            for leg in went {
                var draft = try Transaction(event, .sell, leg)
                try draft.setPrice(went.count == 1 ? event.worth ?? usual : leg)
                drafts.append(draft)
            }
            var draft = try Transaction(event, .buy, came[0])
            try draft.setPrice(went.count == 1 ? event.worth ?? usual : came[0])
            drafts.append(draft)
        } else {
            let half = "the other side of the trade is not in the file"
            return list(event, event.isHalf ? half : "several coins at one time; which paid for which is unknown")
        }
        counts.note("trade")
        try add(drafts, event)
    }

    /// Adds entries with the fees of their event: each to the entry of its coin, or in the money of its price; in another coin as an
    /// entry of its own.
    private mutating func add(_ drafts: [Transaction], _ event: TradeEvent, fees: [TradeEvent.Leg]? = nil)
        throws(Reject)
    {
        var drafts = drafts
        for fee in TradeEvent.sums(fees ?? event.fees) {
            if let place = drafts.firstIndex(where: { $0.takes(fee) }) {
                drafts[place].add(fee)
            } else if !fee.asset.isMoney {
                drafts.append(try Transaction(event, .fee, fee))
            } else if !drafts.isEmpty {
                drafts[0].note(fee)
            }
        }
        for (place, draft) in drafts.enumerated() {
            try draft.check()
            let own = event.own.map { "\(layout.title)\u{0}\($0)\u{0}\(place)" }
            entries.append(Booked(entry: draft, line: event.row.line, own: own))
        }
    }

    private mutating func list(_ event: TradeEvent, _ reason: String) {
        counts.note("listed")
        let lines = event.others.map { "\($0.line)" }.joined(separator: ", ")
        let others = lines.isEmpty ? "" : ", with \(event.others.count == 1 ? "line" : "lines") \(lines)"
        let next = "enter it with `assay portfolio add` if it counts"
        listed.append(Reject("not-booked", line: event.row.line, detail: "not booked\(others): \(reason); \(next)"))
    }
}

// An entry in the making.
extension Transaction {
    fileprivate init(_ event: TradeEvent, _ kind: Kind, _ leg: TradeEvent.Leg) throws(Reject) {
        self.init(0, try event.row.time(), kind, leg.asset.id, kind == .set ? leg.amount : leg.amount.absolute)
        note = event.row["note"] ?? ""
    }

    /// Sets the price of one coin by what all were worth.
    fileprivate mutating func setPrice(_ worth: TradeEvent.Leg?) throws(Reject) {
        guard let worth else { return }
        guard let price = worth.amount.absolute.divided(by: amount) else {
            throw Reject("bad-amount", detail: "the amount is zero")
        }
        self.price = price
        currency = worth.asset.id
    }

    /// Whether the entry can have a fee: one in its coin, or in the money of its price.
    fileprivate func takes(_ fee: TradeEvent.Leg) -> Bool {
        guard self.fee == nil, ![.fee, .set].contains(kind) else { return false }
        return fee.asset.isMoney ? price == nil || currency == fee.asset.id : coin == fee.asset.id
    }

    fileprivate mutating func add(_ fee: TradeEvent.Leg) {
        self.fee = fee.amount
        feeCurrency = fee.asset.id
        if fee.asset.isMoney { currency = fee.asset.id }
    }

    /// Keeps a fee in words that no column has a place for.
    fileprivate mutating func note(_ fee: TradeEvent.Leg) {
        let words = "fee \(fee.amount) \(fee.asset.id.uppercased())"
        note = note.isEmpty ? words : "\(note); \(words)"
    }
}

internal import CoinModel

/// This is the only place where rows of another program's table of trades become events: kinds, signs, sides, pairs, units and
/// trades of several rows.
struct TradeEvents {
    private let layout: TradeLayout
    private let rules: [TradeLayout.Rule]
    private let fee: TradeLayout.FeeRule
    private let now: Instant?
    private let resolve: (_ word: String, _ line: Int) -> TradeAsset
    private let hasSigns: Bool
    private let skipped: Set<String>
    private var assets: [String: TradeAsset] = [:]
    /// The ids of coins that prices are usually stated in.
    private(set) var quotes: Set<String> = []
    /// Rows of trades that have several, by what they have in common.
    private var groups: [(key: [String], time: Instant, event: TradeEvent)] = []
    private var placeOfGroup: [[String]: Int] = [:]

    init(
        _ layout: TradeLayout,
        _ rows: [TextRow],
        fee: TradeLayout.FeeRule?,
        skipping skipped: [String],
        now: Instant?,
        resolve: @escaping (_ word: String, _ line: Int) -> TradeAsset
    ) {
        self.layout = layout
        self.fee = fee ?? layout.fee
        self.now = now
        self.resolve = resolve
        self.skipped = Set(skipped.map(TradeLayout.folded))
        rules = layout.rules
        hasSigns = rows.contains { $0["amount"]?.hasPrefix("-") ?? false }
    }

    /// The event of a row; nil for one of a trade of several rows, which `joined` gives.
    ///
    /// - Throws: `Reject` with the line where it does not read.
    mutating func event(of row: TextRow) throws(Reject) -> TradeEvent? {
        var event = TradeEvent(row: row, booking: booking(of: row))
        let booking = event.booking
        switch booking {
        case .skip, .list, .money: return event
        case .notes: try takeNotes(&event)
        default:
            if row["sent"] ?? row["received"] != nil {
                try takeSides(&event)
            } else if row["pair"] != nil {
                try takePair(&event)
            } else {
                try takeAmount(&event)
            }
        }
        if booking != .joinedFee, booking != .notes { try takeFee(&event) }
        try takeWorth(&event)
        guard layout.isGrouped, let group = try group(of: event) else { return event }
        if let place = placeOfGroup[group] {
            groups[place].event.legs += event.legs
            groups[place].event.fees += event.fees
            groups[place].event.others.append(row)
        } else {
            placeOfGroup[group] = groups.count
            groups.append((group, try row.time().limit, event))
        }
        return nil
    }

    /// The trades of several rows, once all rows were read; of a class also those of which one side came up to ten seconds later.
    func joined() -> [TradeEvent] {
        var events: [(key: [String], time: Instant, event: TradeEvent)] = []
        for next in groups.sorted(by: { $0.time < $1.time }) {
            let kind = next.key.first ?? ""
            let place = events.lastIndex { other in
                other.key.first == kind && other.time.age(at: next.time) <= 10_000
                    && other.event.isHalf && next.event.isHalf
                    && other.event.legs.first?.amount.isNegative != next.event.legs.first?.amount.isNegative
            }
            if let place, !kind.isEmpty {
                events[place].event.legs += next.event.legs
                events[place].event.fees += next.event.fees
                events[place].event.others += [next.event.row] + next.event.others
            } else {
                events.append(next)
            }
        }
        return events.map(\.event)
    }

    private func booking(of row: TextRow) -> TradeBooking {
        let kinds = [row["type"], row["subtype"], row["label"]].compactMap { $0 }
        if kinds.contains(where: { skipped.contains(TradeLayout.folded($0)) }) { return .skip }
        if layout.hasDrafts, let now, let time = row.writtenTime, time.limit.day > now.day { return .skip }
        let labelled = row["label"].flatMap {
            TradeLayout.booking(of: TextRow(line: row.line, ["type": $0]), by: rules)
        }
        let kind = kinds.isEmpty ? "without a type" : "type '\(kinds.joined(separator: "/").shortened(to: 40))'"
        switch labelled ?? TradeLayout.booking(of: row, by: rules) {
        case nil where row["label"] == nil && row["type"] == nil: return .trade
        case nil: return .list("unknown \(kind)")
        case .list(let reason): return .list(reason.isEmpty ? kind : "\(kind): \(reason)")
        case let booking?: return booking
        }
    }

    /// The columns that the rows of one trade have in common; nil for a row that is a trade by itself.
    private func group(of event: TradeEvent) throws(Reject) -> [String]? {
        let kind: String
        switch event.booking {
        case .joined(let name): kind = name
        case .joinedFee: kind = ""
        default: return nil
        }
        if layout.headings["own"] != nil, let group = event.row["group"] { return [kind, group] }
        return [kind, try event.row.time().description, event.row["group"] ?? ""]
    }
}

/// The amounts of a row.
extension TradeEvents {
    private func decimal(_ column: String, _ row: TextRow) throws(Reject) -> ExactDecimal? {
        guard let text = row[column] else { return nil }
        if let number = ExactDecimal(text) { return number }
        let most = ExactDecimal.maximumDigits
        throw row.fault("bad-number", "not a number of at most \(most) digits: `\(text.prefix(80))` in \(column)")
    }

    /// What a word of the table names.
    private mutating func asset(_ text: String, _ row: TextRow) -> TradeAsset {
        if let asset = assets[text] { return asset }
        let asset = resolve(layout.word(text), row.line)
        assets[text] = asset
        if !asset.isMoney, Currency(text) != nil { quotes.insert(asset.id) }
        return asset
    }

    /// Both sides of a row, whatever their signs.
    private mutating func takeSides(_ event: inout TradeEvent) throws(Reject) {
        for (column, isIn) in [("sent", false), ("received", true)] {
            guard let (amount, unit) = try glued(column, event.row), !amount.isZero else { continue }
            guard let coin = event.row["\(column)_currency"] ?? unit else {
                throw event.row.fault("missing-coin", "the amount under \(column) has no currency")
            }
            event.legs.append(.init(asset(coin, event.row), isIn ? amount.absolute : -amount.absolute))
        }
    }

    /// An amount and the unit in its cell, where that has one.
    private func glued(_ column: String, _ row: TextRow, units: [String] = []) throws(Reject)
        -> (amount: ExactDecimal, unit: String?)?
    {
        guard let text = row[column] else { return nil }
        if let number = ExactDecimal(text) { return (number, nil) }
        let unit =
            units.first { text.uppercased().hasSuffix($0.uppercased()) }
            ?? String(text.reversed().prefix { $0.isLetter }.reversed())
        let plain = NumberGrammar.plain(NumberGrammar.bare(text, unit: unit), decimal: layout.hasCommas ? "," : ".")
        guard let number = plain.flatMap({ ExactDecimal($0) }) else {
            throw row.fault("bad-number", "not a number with a unit: `\(text.prefix(40))` in \(column)")
        }
        return (number, unit)
    }

    /// Coin and quote of a pair, with what was paid for the coin.
    private mutating func takePair(_ event: inout TradeEvent) throws(Reject) {
        let row = event.row
        guard case .entry(let kind) = event.booking, let pair = row["pair"] else { return }
        let glue = layout.isGlued ? (row["amount"] ?? "", row["total"] ?? "") : nil
        guard let (base, quote) = TradePair.parts(of: pair, glue) else {
            throw row.fault(
                "bad-pair",
                "'\(pair.prefix(40))' is not a coin and a currency of money or a coin; write BTC/EUR"
            )
        }
        guard let amount = try glued("amount", row, units: [base])?.amount else {
            throw row.fault("bad-amount", "the row has no amount")
        }
        let price = try decimal("price", row)
        guard let total = try glued("total", row, units: [quote])?.amount ?? price.map({ amount * $0 }) else {
            throw row.fault("no-price", "the row has no price")
        }
        let isIn = kind == .buy
        event.booking = .trade
        event.legs = [
            .init(asset(base, row), isIn ? amount : -amount), .init(asset(quote, row), isIn ? -total : total),
        ]
        if let (fee, unit) = try glued("fee", row, units: [base, quote]), !fee.isZero {
            event.fees = [.init(asset(row["fee_currency"] ?? unit ?? quote, row), fee)]
        }
    }

    /// One amount, with what was paid for it.
    private mutating func takeAmount(_ event: inout TradeEvent) throws(Reject) {
        let row = event.row
        guard var coin = row["coin"] ?? row["word"] else {
            throw row.fault("missing-coin", "names no coin; write its id into `coin`")
        }
        if let ticker = layout.ticker, TradeLayout.folded(row["source"] ?? "") == ticker {
            let currency = row["currency"] ?? ""
            guard coin.uppercased().hasSuffix(currency.uppercased()), coin.count > currency.count else {
                event.booking = .list("'\(coin.shortened(to: 20))' is not a coin")
                return
            }
            coin.removeLast(currency.count)
            if coin.hasSuffix("-") { coin.removeLast() }
        }
        guard let signed = try decimal("amount", row) else { throw row.fault("bad-amount", "the row has no amount") }
        let amount = signed.absolute
        let isIn: Bool
        switch event.booking {
        case .entry(let kind):
            isIn = [.buy, .receive, .income].contains(kind)
            if layout.isOwn, isIn, signed.isNegative {
                let why = "the amount of a \(kind) is below zero; write what it was: sell, send or fee"
                throw row.fault("bad-amount", why)
            }
        case .out: isIn = false
        case .sides(let incoming, let outgoing):
            try requireSign(row, incoming, outgoing)
            isIn = !signed.isNegative
        case .trade where row["other"] == nil:
            try requireSign(row, .buy, .sell)
            isIn = !signed.isNegative
        default: isIn = !signed.isNegative
        }
        let asset = asset(coin, row)
        guard event.booking != .joinedFee else {
            event.fees = [.init(asset, -signed)]
            return
        }
        event.legs = [.init(asset, event.booking == .entry(.set) ? signed : isIn ? amount : -amount)]
        if let other = row["other"], let number = try decimal("other_amount", row) {
            event.legs.append(.init(self.asset(other, row), isIn ? -number.absolute : number.absolute))
        }
    }

    private func requireSign(_ row: TextRow, _ incoming: Transaction.Kind, _ outgoing: Transaction.Kind) throws(Reject)
    {
        guard layout.isOwn, !hasSigns else { return }
        let type = (row["type"] ?? "").prefix(40)
        let why = "'\(type)' does not say whether coins came or went, and no amount of the file has a minus"
        throw row.fault("bad-type", "\(why); write \(incoming) or \(outgoing)")
    }

    /// The sides of a trade that a note has: `Sold 0.5 SOL for 99.4 USDC`.
    private mutating func takeNotes(_ event: inout TradeEvent) throws(Reject) {
        let parts = (event.row["words"] ?? "").split(separator: " ").map(String.init)
        let numbers = parts.map { ExactDecimal(NumberGrammar.bare($0).filter { $0 != "," }) }
        guard parts.count > 5, let first = numbers[1], let second = numbers[4], ["to", "for"].contains(parts[3])
        else {
            event.booking = .list("the note does not say both sides of the trade")
            return
        }
        let isIn = parts[0].lowercased() == "bought"
        event.booking = .trade
        event.legs = [
            .init(asset(parts[2], event.row), isIn ? first : -first),
            .init(asset(parts[5], event.row), isIn ? -second : second),
        ]
    }

    /// The fee, with the amounts as they were before it.
    private mutating func takeFee(_ event: inout TradeEvent) throws(Reject) {
        let row = event.row
        if event.fees.isEmpty, let (fee, unit) = try glued("fee", row), !fee.isZero {
            let own = layout.isGrouped ? event.legs.first?.asset : nil
            let name = row["fee_currency"] ?? unit ?? row["currency"]
            event.fees = [.init(name.map { asset($0, row) } ?? own ?? .money("usd"), fee)]
        }
        guard fee == .inside else { return }
        for fee in event.fees {
            guard let place = event.legs.firstIndex(where: { $0.asset == fee.asset }) else { continue }
            event.legs[place].amount = event.legs[place].amount + fee.amount
        }
    }

    /// What was paid or got for the one coin of a row, or what the row was worth.
    private mutating func takeWorth(_ event: inout TradeEvent) throws(Reject) {
        let row = event.row
        let price = try decimal("price", row)
        let worth = try decimal("worth", row)
        if event.legs.count == 1, let coin = event.legs.first?.amount, let total = try decimal("total", row) {
            let paid = asset(row["currency"] ?? "usd", row)
            let inside = fee == .inside ? event.fees.filter { $0.asset == paid }.map(\.amount).reduce(.zero, +) : .zero
            event.worth = .init(paid, coin.isNegative ? total.absolute + inside : total.absolute - inside)
            // What a table says as the worth of every row is not a price of a transfer.
            event.hasPrice = worth == nil
        } else if event.legs.count == 1, let coin = event.legs.first?.amount, let price {
            event.worth = .init(asset(row["currency"] ?? "usd", row), coin.absolute * price)
            event.hasPrice = true
        } else if let worth, let currency = row["worth_currency"] ?? row["currency"] {
            event.worth = .init(asset(currency, row), worth.absolute)
        }
    }
}

extension ExactDecimal {
    /// The number without its sign.
    var absolute: ExactDecimal { isNegative ? -self : self }
}

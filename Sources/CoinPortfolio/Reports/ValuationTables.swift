internal import CoinModel
public import CoinTables

extension Valuation {
    /// What is held, a row a coin, the most valuable first and those without a price last.
    public func table(currency: String) -> Table {
        let whole = value?.double ?? .nan
        let ordered = holdings.sorted { one, other in
            guard let left = one.value, let right = other.value else { return one.value != nil && other.value == nil }
            return left > right
        }
        let rows = ordered.map { holding -> [Cell] in
            let (position, price, reason) = (holding.position, holding.price, holding.reason)
            let gain = holding.value.less(position.cost)
            let changes = holding.pairs.map { $0?.percent ?? .nan }
            let cells: [Cell] = [
                .text(holding.coin), .text(position.amount.description), money(price?.price, reason),
                price.map { .text($0.time.description) } ?? .missing(reason), money(holding.value, reason),
                .number(100 * (holding.value?.double ?? .nan) / whole, orMissing: reason),
                money(position.cost, .unknownCost),
                money(position.cost.flatMap { $0.divided(by: position.amount) }, .unknownCost),
                money(gain, holding.value == nil ? reason : .unknownCost),
                percent(gain, of: position.cost), money(position.realised, .unknownCost),
                money(position.income, .unknownPrice), money(position.fees, .unknownPrice),
            ]
            return cells + changes.map { .number($0, orMissing: price == nil ? reason : .noSpan) }
        }
        let columns: [Column] =
            [
                Column("coin", "Coin", .text, meaning: "The coin's id."),
                Column(
                    "amount",
                    "Amount",
                    .text,
                    unit: "coins",
                    display: .exact,
                    meaning: "How many coins, exactly: all digits."
                ),
                moneyColumn("price", "Price", currency, "The newest price up to the moment."),
                Column("price_time", "Priced", .text, meaning: "When the price was one."),
                moneyColumn("value", "Value", currency, "The amount times the price."),
                percentColumn("share_pct", "Share", "Of the value of all coins.", sign: false),
                moneyColumn("cost", "Cost", currency, "What the coins cost with fees, by the portfolio's method."),
                moneyColumn("average_cost", "Average cost", currency, "The cost of one coin."),
                moneyColumn("unrealised", "Unrealised", currency, "The value less the cost."),
                percentColumn("unrealised_pct", "Unrealised", "The same, of the cost.", sign: true),
                moneyColumn("realised", "Realised", currency, "Proceeds less fees and cost of what was sold or paid."),
                moneyColumn("income", "Income", currency, "What was earned, at the prices of its time."),
                moneyColumn("fees", "Fees", currency, "All fees, which are part of cost and realised profit."),
            ] + changeColumns
        return Table(title: "Holdings", columns: columns, rows: rows)
    }

    /// The columns of a row that sums the portfolio up, behind its day or moment.
    public static func totalColumns(currency: String) -> [Column] {
        let amounts = [
            Column("as_of", "As of", .text, meaning: "The moment up to which entries and prices enter."),
            moneyColumn("value", "Value", currency, "Of all coins; missing where one has no price."),
            moneyColumn("priced", "Priced value", currency, "Of the coins that have a price."),
            moneyColumn("cost", "Cost", currency, "What the owned coins cost with fees."),
            moneyColumn("unrealised", "Unrealised", currency, "The value less the cost."),
            percentColumn("unrealised_pct", "Unrealised", "The same, of the cost.", sign: true),
            moneyColumn(
                "realised",
                "Realised",
                currency,
                "Proceeds less fees and cost of what was sold or paid so far."
            ),
            moneyColumn("income", "Income", currency, "What was earned so far, at the prices of its time."),
            moneyColumn("fees", "Fees", currency, "All fees so far."),
        ]
        return amounts + changeColumns + [
            Column.number(
                "concentration",
                "Concentration",
                .fixed(2),
                "Σ share², the Herfindahl–Hirschman index: 1 for one coin, 1/n for n equal ones."
            ), Column("coins", "Coins", .integer, meaning: "How many coins are owned."),
            Column("unpriced", "Unpriced", .text, meaning: "The coins without a price, separated by blanks."),
            moneyColumn(
                "invested",
                "Invested",
                currency,
                "What was paid in so far less what was taken out; coins received and sent by their price of the day."
            ),
        ]
    }

    /// The row that sums the portfolio up.
    public func totals(asOf: String) -> [Cell] {
        let gain = value.less(cost)
        let amounts: [Cell] = [
            .text(asOf), money(value, .noPrice), money(pricedValue, .noPrice), money(cost, .unknownCost),
            money(gain, value == nil ? .noPrice : .unknownCost), percent(gain, of: cost), money(realised, .unknownCost),
            money(income, .unknownPrice), money(fees, .unknownPrice),
        ]
        let moves: [Cell] = changes.map { .number($0, orMissing: .noPrice) }
        return amounts + moves + [
            .number(concentration, orMissing: .noPrice), .integer(holdings.count),
            unpriced.isEmpty ? .missing(.allPriced) : .text(unpriced.joined(separator: " ")),
            money(invested, .unknownPrice),
        ]
    }

    private func percent(_ part: ExactDecimal?, of whole: ExactDecimal?) -> Cell {
        let share = part.flatMap { part in whole.flatMap { part.divided(by: $0) } }
        return share.map { .number(100 * $0.double, orMissing: .unknownCost) } ?? .missing(.unknownCost)
    }
}

/// Money as a cell; missing for this reason where it is nil.
func money(_ amount: ExactDecimal?, _ reason: MissingReason) -> Cell {
    amount.map { .number($0.double, orMissing: reason) } ?? .missing(reason)
}

/// A column of money in the portfolio's currency, which its name ends with.
func moneyColumn(_ name: String, _ title: String, _ currency: String, _ meaning: String) -> Column {
    Column("\(name)_\(currency)", title, .number, unit: currency.uppercased(), display: .money, meaning: meaning)
}

private let changeColumns = Valuation.spans.map { span in
    let meaning = "How what is held now changed in price over \(span.name); purchases and sales do not enter."
    return percentColumn("change_\(span.name)_pct", "\(span.name)", meaning, sign: true)
}

private func percentColumn(_ name: String, _ title: String, _ meaning: String, sign: Bool) -> Column {
    Column(name, title, .number, unit: "%", display: sign ? .signed(2) : .fixed(1), meaning: meaning)
}

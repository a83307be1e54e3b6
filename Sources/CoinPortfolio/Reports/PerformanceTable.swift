public import CoinModel
public import CoinTables

extension Performance {
    /// The columns of what a portfolio returned.
    public static func columns(currency: String) -> [Column] {
        [
            Column("from", "From", .text, meaning: "The day at whose end it begins."),
            Column("to", "To", .text, meaning: "The day at whose end it ends."),
            Column("days", "Days", .integer, unit: "days", meaning: "The days between them."),
            moneyColumn("start", "Start", currency, "The value at the beginning."),
            moneyColumn("paid_in", "Paid in", currency, "What was paid for coins, and the price of those received."),
            moneyColumn("taken_out", "Taken out", currency, "What was got for coins, and the price of those sent."),
            moneyColumn("end", "End", currency, "The value at the end."),
            moneyColumn("gain", "Gain", currency, "End + taken out − start − paid in."),
            .number(
                "twr_pct",
                "Time-weighted",
                unit: "%",
                .signed(2),
                "The return chained over the days with flows, which do not weigh."
            ),
            .number(
                "mwr_pct",
                "Money-weighted",
                unit: "%",
                .signed(2),
                "The return of the period from the first flow on, at the rate at which all flows come to nothing."
            ),
            .number(
                "mwr_year_pct",
                "Money-weighted",
                unit: "% a year",
                .signed(2),
                "That rate as one of a year; missing below 365 days."
            ),
        ]
    }

    /// The row of a period.
    public func cells(from first: Day, to last: Day) -> [Cell] {
        let amounts = [startValue, paidIn, takenOut, endValue, gain].map { money($0, .noPrice) }
        let isShort = moneyWeighted != nil && moneyWeightedYear == nil
        let rates = [timeWeighted, moneyWeighted, moneyWeightedYear].enumerated().map { place, rate in
            let reason: MissingReason = place == 2 && isShort ? .underAYear : .noReturn
            return rate.map { Cell.number(100 * $0, orMissing: .noPrice) } ?? .missing(reason)
        }
        return [.text(first.description), .text(last.description), .integer(days)] + amounts + rates
    }
}

extension Transaction {
    /// All entries with what each brought and left, in the order of the ledger.
    public static func activity(
        _ entries: [Transaction],
        amounts: [Int: ExactDecimal],
        realised: [Int: ExactDecimal?]
    ) -> Table {
        var table = table("Activity", entries)
        let reversed = Dictionary(
            entries.compactMap { entry in entry.reverses.map { ($0, entry.number) } },
            uniquingKeysWith: { $1 }
        )
        // The digest of a row is for the program.
        let imports = table.columns.removeLast()
        table.columns.removeLast()
        table.columns += [
            Column("held", "Held", .text, display: .exact, meaning: "How many coins of this kind are held after it."),
            Column(
                "realised_usd",
                "Realised",
                .text,
                unit: "USD",
                display: .exact,
                meaning: "The profit that it realised, exactly."
            ),
            Column("reversed_by", "Reversed by", .integer, meaning: "The entry by which it does not count any more."),
            imports,
            Column("total", "Total", .text, display: .exact, meaning: "The amount times the price, in its currency."),
        ]
        table.rows = zip(entries, table.rows).map { entry, cells in
            let profit = realised[entry.number]
            return cells.dropLast(2) + [
                amounts[entry.number].map { .text($0.description) } ?? .missing(.notCounting),
                profit.map { $0.map { .text($0.description) } ?? .missing(.unknownCost) } ?? .missing(.notRealised),
                reversed[entry.number].map(Cell.integer) ?? .missing(.notReversed),
            ] + cells.suffix(1) + [textCell(entry.price.map { (entry.amount * $0).description })]
        }
        return table
    }
}

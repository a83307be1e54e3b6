internal import CoinModel
public import CoinTables

extension Valuation {
    /// What each coin is worth, as bars of the table of holdings.
    func allocationPicture(currency: String) -> Picture {
        let concentration =
            self.concentration.isFinite
            ? "The concentration Σ share² is \(Double((100 * self.concentration).rounded()) / 100): 1 for one coin, 1/n for n equal ones."
            : "Shares need the prices of all coins."
        return Picture(
            "Where the value is",
            note: "A bar for what each coin is worth, and its share of all. \(concentration)",
            .rows(
                label: ["coin"],
                beside: [Picture.Words("", "value_\(currency)"), Picture.Words(" · ", "share_pct", " %")],
                most: 25
            ),
            [Picture.Panel("Value by coin", .counts, [Picture.Mark(.bars("value_\(currency)"), .development)])]
        )
    }

    /// What came of each coin that ever was held, sold ones too: the largest profit first, those without one last.
    func profits(currency: String) -> Table {
        let values = Dictionary(firstOf: holdings.map { ($0.coin, $0.value) })
        let all = positions.map { coin, position in
            let value = values[coin] ?? .zero
            let gain = value.less(position.cost)
            let why = value == nil ? MissingReason.noPrice : .unknownCost
            let profit = gain.sum(position.realised).sum(position.income)
            let cells: [Cell] = [
                .text(coin), money(gain, why), money(position.realised, .unknownCost),
                money(position.income, .unknownPrice),
                money(profit, gain == nil ? why : position.realised == nil ? .unknownCost : .unknownPrice),
            ]
            return (profit: profit, cells: cells)
        }
        let rows = all.sorted { one, other in
            guard let left = one.profit, let right = other.profit else {
                return one.profit != nil && other.profit == nil
            }
            return left > right
        }
        let profit = "profit_\(currency)"
        var table = Table(
            title: "Profit by coin",
            columns: [
                Column("coin", "Coin", .text, meaning: "The coin's id."),
                moneyColumn("unrealised", "Unrealised", currency, "The value of what is held less its cost."),
                moneyColumn("realised", "Realised", currency, "Proceeds less fees and cost of what was sold or paid."),
                moneyColumn("income", "Income", currency, "What was earned, at the prices of its time."),
                moneyColumn("profit", "Profit", currency, "Unrealised + realised + income."),
            ],
            rows: rows.map(\.cells)
        )
        table.pictures = [
            Picture(
                "What came of each coin",
                note: "Gains to the right of zero, losses to its left, of coins that were sold too; next to them their "
                    + "sum. What has no price or no known cost has no bar, and its sum is a dash.",
                .rows(label: ["coin"], beside: [Picture.Words("", profit)], most: 25),
                [
                    Picture.Panel(
                        "Profit by coin",
                        .counts,
                        [
                            Picture.Mark(.bars("unrealised_\(currency)"), .development, "unrealised"),
                            Picture.Mark(.bars("realised_\(currency)"), .volume, "realised"),
                            Picture.Mark(.bars("income_\(currency)"), .search, "income"),
                        ]
                    )
                ]
            )
        ]
        return table
    }

    /// What all was worth over time, of a table that has a row of `totalColumns` for each day.
    public static func valuePicture(currency: String) -> Picture {
        Picture(
            "Value over time",
            note:
                "What was held at the end of each day, by prices of that very day, and what had been paid in less what "
                + "had been taken out. A day on which a coin has no price is a gap; a day between two gaps is a dot.",
            .days("as_of"),
            [
                Picture.Panel(
                    "Value and money paid in",
                    .span,
                    [
                        Picture.Mark(.line("value_\(currency)"), .development, "value"),
                        Picture.Mark(.dashes("invested_\(currency)"), .valuation, "invested"),
                    ]
                )
            ]
        )
    }
}

extension Performance {
    /// The returns of a table of periods.
    public static let picture = Picture(
        "What it returned",
        note:
            "Time-weighted returns since the day named, in percent of the whole period; next to them the money-weighted one.",
        .rows(
            label: ["from"],
            beside: [Picture.Words("", "twr_pct", " %"), Picture.Words(" · ", "mwr_pct", " % by money")],
            most: 25
        ),
        [Picture.Panel("Time-weighted return", .counts, [Picture.Mark(.bars("twr_pct"), .sign)])]
    )
}

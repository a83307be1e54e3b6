internal import CoinModel
internal import CoinStore
internal import CoinTables

/// What sources say of one coin beside its series, and what of it the store works out itself.
struct CoinDetails {
    let section: CrossSection
    let coin: Int
    /// The newest first.
    let details: [StoredDetail]

    /// The most characters of a text that people are shown.
    private static let limit = 200

    /// Every field of a source, a row each, and a row for each word of a list.
    var table: Table {
        let limit = CoinDetails.limit
        let points = "The value less the own one, where both are there."
        let columns = [
            Column("field", "Field", .text, meaning: "What is said."),
            Column("value", "Value", .text, display: .excerpt(limit), meaning: "A number in its unit, or a text."),
            Column("unit", "Unit", .text, meaning: "The unit of the value."),
            Column.number("own", "Own", .plain, "The same worked out from the store's own prices, in the same unit."),
            Column("difference", "Difference", .number, meaning: points),
            Column("source", "Source", .text, meaning: "The format that says so."),
            Column("time", "Time", .text, meaning: "When it was so."),
            Column("meaning", "Meaning", .text, meaning: "What the field is."),
        ]
        let rows = details.flatMap { stored in
            CoinField.allCases.flatMap { field -> [[Cell]] in
                let unit = field.unit(in: stored.detail.quote)
                let (value, own) = (stored.detail[field]?.number ?? .nan, self.own(field, stored))
                return cells(of: field, stored).map { cell in
                    [
                        .text(field.form.name), cell, unit.isEmpty ? .missing(.noUnit) : .text(unit),
                        .number(own, orMissing: .noOwnFigure), .number(value - own, orMissing: .noOwnFigure),
                        .text(stored.detail.source), .text(stored.time.description), .text(field.form.meaning),
                    ]
                }
            }
        }
        return Table(title: "What sources say of \(section.coins[coin].id)", columns: columns, rows: rows)
    }

    /// Where it is to be seen, for a table that shows something else; nil where no source says anything.
    var note: String? {
        guard !details.isEmpty else { return nil }
        let sources = listed(Set(details.map(\.detail.source)).sorted())
        return "Sources have more of it (\(sources)): `assay coin \(shellCoin(section.coins[coin].id)) --details`."
    }

    private func cells(of field: CoinField, _ stored: StoredDetail) -> [Cell] {
        switch stored.detail[field] {
        case nil: []
        case .number(let number):
            [field.form.kind == .count ? Int(exactly: number).map(Cell.integer) ?? .number(number) : .number(number)]
        case .text(let text): text.split(separator: "\n").map { .text(String($0)) }
        }
    }

    /// The store's own value of a field; NaN where it has none of that time, or where money is in another currency.
    private func own(_ field: CoinField, _ stored: StoredDetail) -> Double {
        guard stored.detail[field] != nil, let span = field.span, let place = PriceSpan.allCases.firstIndex(of: span),
            stored.detail.quote == section.quote, let change = section.priceChange(of: coin, over: place),
            change.origin != .stated,
            abs(stored.time.milliseconds - change.end.time.milliseconds) <= span.tolerance
        else { return .nan }
        return change.percent
    }
}

internal import CoinModel
internal import CoinStore
internal import CoinTables

/// What sources say of one coin beside its series, and what of it the store works out itself.
struct CoinDetails {
    let section: CrossSection
    let coin: Int
    /// The newest first.
    let details: [StoredDetail]

    /// How many percentage points a source's change may be off the own one before that is named.
    private static let tolerance = 1.0
    /// The most characters of a text that people are shown.
    private static let limit = 200

    /// Every field that a source tells, a row each, and a row for each word of a list.
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

    /// The same in a few sentences, each with its source and moment; of texts the newest.
    var notes: [String] {
        let figures = details.compactMap { stored -> String? in
            let parts = [rank(stored), range(stored), extremes(stored), changes(stored)].compactMap { $0 }
            return parts.isEmpty ? nil : "By \(origin(stored)): " + parts.joined(separator: "; ") + "."
        }
        let texts: [(CoinField, String)] = [
            (.description, "Description"), (.categories, "Categories"), (.links, "Links"), (.genesis, "Genesis"),
            (.hashingAlgorithm, "Hashing algorithm"), (.blockTime, "Block time"), (.firstData, "First data"),
        ]
        return figures
            + texts.compactMap { field, title in
                guard let stored = details.first(where: { $0.detail[field] != nil }), let value = stored.detail[field]
                else { return nil }
                let words = value.text ?? "\(shortest(value.number ?? .nan)) \(field.unit(in: stored.detail.quote))"
                let all = words.split(separator: "\n").joined(separator: field == .links ? " · " : ", ")
                let some = String(all.unicodeScalars.prefix(CoinDetails.limit))
                return "\(title) (\(origin(stored))): \(trimmed(some))\(some == all ? "" : " …")"
            }
    }

    private func cells(of field: CoinField, _ stored: StoredDetail) -> [Cell] {
        switch stored.detail[field] {
        case nil: []
        case .number(let number):
            [field.form.kind == .count ? Int(exactly: number).map(Cell.integer) ?? .number(number) : .number(number)]
        case .text(let text): text.split(separator: "\n").map { .text(String($0)) }
        }
    }

    private func origin(_ stored: StoredDetail) -> String { "\(stored.detail.source) at \(stored.time)" }

    private func rank(_ stored: StoredDetail) -> String? {
        stored.detail[.rank]?.number.map { "rank \(shortest($0))" }
    }

    private func range(_ stored: StoredDetail) -> String? {
        guard let low = stored.detail[.low24h]?.number, let high = stored.detail[.high24h]?.number else { return nil }
        return "24 hours from \(shortest(low)) to \(shortest(high)) \(stored.detail.quote.uppercased())"
    }

    private func extremes(_ stored: StoredDetail) -> String? {
        let (detail, price) = (stored.detail, section.price[coin])
        func extreme(_ name: String, _ field: CoinField, _ date: CoinField) -> String? {
            guard let value = detail[field]?.number else { return nil }
            let day = detail[date]?.text.map { " on \($0.prefix(10))" } ?? ""
            var distance = ""
            if price.isFinite, detail.quote == section.quote {
                let percent = 100 * (price / value - 1)
                distance =
                    " (\(shortest(abs((percent * 10).rounded() / 10))) % \(percent < 0 ? "below" : "above") it now)"
            }
            return "all-time \(name) \(shortest(value)) \(detail.quote.uppercased())\(day)\(distance)"
        }
        let both = [extreme("high", .ath, .athDate), extreme("low", .atl, .atlDate)].compactMap { $0 }
        return both.isEmpty ? nil : both.joined(separator: ", ")
    }

    private func changes(_ stored: StoredDetail) -> String? {
        let all = CoinField.allCases.filter { $0.form.kind == .change }.compactMap { field -> String? in
            guard let value = stored.detail[field]?.number else { return nil }
            let own = own(field, stored)
            let difference = abs(value - own)
            let aside =
                difference > CoinDetails.tolerance
                ? ", \(shortest((difference * 100).rounded() / 100)) points apart" : ""
            let beside = own.isNaN ? "" : " (own \(percent(own))\(aside))"
            return "\(field.form.name.dropFirst("change_".count)) \(percent(value))\(beside)"
        }
        return all.isEmpty ? nil : "change over " + all.joined(separator: ", ")
    }

    private func percent(_ value: Double) -> String {
        let text = shortest((value * 100).rounded() / 100)
        return "\(value > 0 ? "+" : "")\(text) %"
    }

    /// The store's own value of a field; NaN where it has none of that time, or where money is in another currency.
    private func own(_ field: CoinField, _ stored: StoredDetail) -> Double {
        guard stored.detail[field] != nil, let span = field.span, let place = PriceSpan.allCases.firstIndex(of: span),
            !section.priceChanges.isEmpty, stored.detail.quote == section.quote,
            let change = section.priceChanges[coin][place], change.origin != .stated,
            abs(stored.time.milliseconds - change.nowTime.milliseconds) <= span.tolerance
        else { return .nan }
        return change.percent
    }
}

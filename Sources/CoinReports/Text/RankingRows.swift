internal import CoinModel
internal import CoinTables

/// The rows of a ranking in the words of a terminal, grouped by what can be said of them.
struct RankingRows {
    /// Rows of one kind, in the ranking's order.
    struct Group {
        let kind: RowStanding
        let rows: [Int]
    }

    let groups: [Group]
    /// Whether any ranked row is measured by developer-days; so where none is ranked.
    let hasDays: Bool
    private let table: Table
    private let cells: NamedRows
    private let asOf: String
    private let quote: String

    /// Nil where a column is missing that all rankings have.
    init?(_ table: Table, asOf: AsOf) {
        guard let price = table.columns.first(where: \.isPrice), table.place(of: "rank") != nil else { return nil }
        quote = String(price.name.dropFirst("price_".count))
        let cells = NamedRows(table)
        let kinds = table.rows.indices.map { row in RowStanding { cells.cell(row, $0) } }
        groups = [RowStanding.standsOut, .next, .other, .unranked].compactMap { kind in
            let rows = kinds.indices.filter { kinds[$0] == kind }
            return rows.isEmpty ? nil : Group(kind: kind, rows: rows)
        }
        let ranked = table.rows.indices.filter { cells.whole($0, "rank") != nil }
        hasDays = ranked.isEmpty || ranked.contains { cells.text($0, "unit") != "commits" }
        (self.table, self.cells, self.asOf) = (table, cells, asOf.description)
    }

    /// How many rows are of kinds.
    func count(_ isWanted: (RowStanding) -> Bool) -> Int {
        groups.reduce(0) { $0 + (isWanted($1.kind) ? $1.rows.count : 0) }
    }

    private func number(_ name: String, _ row: Int) -> Double { cells.number(row, name) }
    private func text(_ name: String, _ row: Int) -> String { cells.text(row, name).visible }
    private func isRanked(_ row: Int) -> Bool { cells.whole(row, "rank") != nil }
    private func countsCommits(_ row: Int) -> Bool { text("unit", row) == "commits" }

    /// Whether a row is measured by commits, has few units, or no change of a week.
    var hasCommits: Bool { table.rows.indices.contains { isRanked($0) && countsCommits($0) } }
    var hasFew: Bool { table.rows.indices.contains(where: isFew) }
    var lacksChange: Bool { table.rows.indices.contains { isRanked($0) && !number("change_7d", $0).isFinite } }

    private func isFew(_ row: Int) -> Bool {
        number("units_recent", row) + number("units_base", row) < RowStanding.fewUnits
    }

    /// What commands call the coin of the first row: its symbol where no other row has it, else its id; nil without rows.
    var firstName: String? {
        guard let row = groups.first?.rows.first else { return nil }
        let symbol = text("symbol", row)
        let isUnique = table.rows.indices.count { text("symbol", $0) == symbol } == 1
        let isWord = !symbol.isEmpty && symbol.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isUnique && isWord ? symbol : text("coin_id", row)
    }

    /// The columns of a row, in order; those of a wide screen alone where it is wide.
    func columns(isWide: Bool) -> [ScreenColumn] {
        let all = table.rows.indices
        func column(
            _ heading: String,
            isRight: Bool = false,
            isFigure: Bool = true,
            _ text: (Int) -> String
        ) -> ScreenColumn {
            let cells = all.map { isRanked($0) ? text($0) : "" }
            return ScreenColumn(heading: heading, isRight: isRight, isFigure: isFigure, cells: cells)
        }
        let name = ScreenColumn(heading: "coin", isName: true, cells: all.map { text("name", $0) })
        let symbol = ScreenColumn(heading: "sym", cells: all.map { text("symbol", $0).cut(toWidth: 6) })
        let wide = [
            column("7 days", isRight: true) {
                let change = number("change_7d", $0)
                return change.isFinite ? PageNumber.fixed(change, 1, signed: true) + " %" : PageNumber.missing
            },
            column("cap", isRight: true) { plain(PageNumber.money(number("market_cap_" + quote, $0), quote)) },
        ]
        let columns =
            [
                column("rnk", isRight: true, isFigure: false) { bound("rank", $0) },
                column(ScreenColumn.rankBand, isFigure: false) { "\(bound("rank_low", $0))–\(bound("rank_high", $0))" },
                name, symbol,
                column("pace", isRight: true) { PageNumber.fixed(number("theta_median", $0), 2) + "×" },
                column(ScreenColumn.paceBand) { row in
                    ["theta_p05", "theta_p95"].map { PageNumber.fixed(number($0, row), 2) }.joined(separator: "–")
                },
            ] + (isWide ? [column("state") { text("state", $0) }] : [])
            + [column("price") { price($0) }] + (isWide ? wide : [])
        let why = all.map { isRanked($0) ? self.why($0, isWide) : text("reason", $0) }
        // What says why a coin has no rank may be long: it takes the rest of the line.
        let measured = all.filter(isRanked).map { why[$0] }
        let heading = isWide ? "why" : hasDays ? "why: days a week" : "why: commits a week"
        return columns + [ScreenColumn(heading: heading, cells: why, measured: measured)]
    }

    private func bound(_ name: String, _ row: Int) -> String { cells.whole(row, name).map(String.init) ?? "" }

    /// The price with its day where it is old.
    private func price(_ row: Int) -> String {
        let day = table.asides["price_" + quote]?[row] ?? ""
        let price = plain(PageNumber.money(number("price_" + quote, row), quote))
        return day.isEmpty ? price : price + " " + PageNumber.day(day, beside: asOf)
    }

    /// The weekly units of the last 12 weeks and of those before.
    private func why(_ row: Int, _ isWide: Bool) -> String {
        func weekly(_ part: String) -> String {
            PageNumber.fixed(number("units_" + part, row) / number("weeks_" + part, row), 1)
        }
        let isCommits = countsCommits(row)
        guard isWide else {
            return "\(weekly("recent")), before \(weekly("base"))" + (isCommits && hasDays ? " c" : "")
        }
        let unit = isCommits ? "commits" : "days"
        return "\(weekly("recent")) \(unit) a week, \(weekly("base")) before" + (isFew(row) ? "*" : "")
    }
}

/// A column of a screen, of which each row has a text.
struct ScreenColumn {
    /// The headings of the bands, which are left out first where there is no room.
    static let rankBand = "80 %"
    static let paceBand = "90 %"

    let heading: String
    let isRight: Bool
    /// Whether its texts are cut where there is no room.
    let isName: Bool
    /// Whether only ranked coins have it.
    let isFigure: Bool
    let cells: [String]
    /// As wide as its heading and the cells that are measured: all, where none are named.
    let width: Int

    init(
        heading: String,
        isRight: Bool = false,
        isName: Bool = false,
        isFigure: Bool = false,
        cells: [String],
        measured: [String]? = nil
    ) {
        (self.heading, self.isRight, self.isName) = (heading, isRight, isName)
        (self.isFigure, self.cells) = (isFigure, cells)
        width = max(heading.displayWidth, (measured ?? cells).map(\.displayWidth).max() ?? 0)
    }
}

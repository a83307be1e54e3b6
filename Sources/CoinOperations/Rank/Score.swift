public import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinStore
public import CoinTables

/// A ranking as it was computed, with the state of the store that it saw.
public struct ScoredRanking: Sendable {
    /// The moment up to which facts entered.
    public let asOf: AsOf
    /// All coins, best first, over the columns that were asked for.
    public let table: Table
    /// The weekly series to draw beside its rows; none when nothing is drawn.
    public let traces: [Table.Trace]
    /// The overview of its page; nil without a page.
    public let overview: Overview?
    /// What is to be reported where no coin has a rank.
    public let failure: OperationError?
    /// That it is made of figures which are too old; nil where it is not.
    public let staleness: Staleness?
    /// Which inputs the store had taken in, of those known then.
    public let state: String?

    /// Where its figures come from; nil when nothing is drawn.
    let freshness: Freshness?
    let key: RankingKey
    let ledgerMark: Int
    /// The request, with the moment that it meant.
    let request: RankRequest
    /// The digest of what was read for it.
    let digest: SectionDigest
    /// The names of the columns that the store takes.
    let storedColumns: Set<String>
}

/// Computes the ranking of all coins from the store, as far as it will be used.
///
/// `shown` is what will be shown of it, requests that are alike in all but columns, order and filter; nil for whatever may be
/// asked: all columns, and the series to draw. `isStored` says whether the store takes it, too; `top`, how many of the first rows
/// are enough. With more coins than `size`, their weeks are read in blocks where nothing is drawn, which changes no byte.
///
/// - Throws: an error when the store has no observation, the options name an unknown signal, or a column, order or filter does
///   not read.
public func score(
    _ request: RankRequest,
    in location: StoreLocation,
    showing shown: [RankRequest]? = nil,
    storing isStored: Bool = false,
    top: Int = .max,
    inBlocksOf size: Int = CrossSection.coinsInBlock
) throws -> ScoredRanking {
    let preset = try request.knownPreset()
    let storedColumns = preset.storedColumns(quote: request.quote)
    let columns = try shown?.reduce(into: isStored ? storedColumns : []) { names, shown in
        names.formUnion(try Selection(shown).needed.map(\.name))
    }
    let isDrawn = shown?.contains(where: \.isDrawn) ?? true
    return try location.panel(for: request) { panel in
        let asOf = try panel.asOf(request)
        let parts = ColumnDictionary.parts(of: columns?.union(storedColumns), quote: request.quote, preset)
            .union(preset == .discovery ? .figures : [])
            .union(isDrawn ? MarketSeries.parts.union([.development, .close]) : [])
        let section = try panel.wholeSection(at: asOf, parts, inBlocksOf: isDrawn ? nil : size)
        guard !section.coins.isEmpty else {
            let next = "has no coin; load a coin list with `assay load coins FILE`"
            throw OperationError(.nothingSelected, "no-coins", place: location.path, next)
        }
        let digest = Future { SectionDigest(section, parts) }
        var table = try ranking(
            of: section,
            preset: preset,
            options: request.options,
            columns: columns,
            top: top,
            isSummarised: shown?.contains(where: \.isScreen) ?? false
        )
        table.notes += [section.weeklyFilesNote].compactMap(\.self)
        table.notes += (try panel.unmatchedRows(upTo: asOf))
        let made = try digest.value()
        try section.checkReading()
        return try ScoredRanking(
            asOf: asOf,
            table: table,
            traces: isDrawn ? traces(of: section, table, preset) : [],
            overview: isDrawn ? overview(of: section) : nil,
            failure: nothingRanked(in: table, of: location),
            staleness: panel.staleness(of: request, at: asOf),
            state: panel.reader.ledgerState(),
            freshness: isDrawn ? Freshness(section, panel) : nil,
            key: request.key(asOf),
            ledgerMark: panel.reader.catalog.ledgerMark,
            request: request.at(asOf),
            digest: made,
            storedColumns: storedColumns
        )
    }
}

/// The overview of a ranking's page: figures of all coins, and the meanings of states.
private func overview(of section: CrossSection) -> Overview {
    var overview = Overview(asOf: section.asOf)
    overview.tiles = marketTiles(of: section)
    overview.states = Term.all.filter { $0.kind == "state" }.map { ($0.name, $0.meaning) }
    return overview
}

/// What all coins add up to now, each figure with what it was in the oldest week, of 50, that has it.
private func marketTiles(of section: CrossSection) -> [PageTile] {
    let (totals, weeks, quote) = (MarketSeries.newest(of: section), MarketSeries.table(of: section), section.shownQuote)
    let cells = NamedRows(weeks)
    let figures = [
        ("market_cap_" + quote, totals.capitalisation), ("bitcoin_share", totals.bitcoinShare),
        ("volume_" + quote, totals.volume),
    ]
    return figures.compactMap { name, newest in
        guard let column = cells.column(name) else { return nil }
        func written(_ value: Double) -> String {
            column.unit.isEmpty ? PageNumber.percent(value) : PageNumber.money(value, quote)
        }
        guard let oldest = weeks.rows.indices.last(where: { cells.number($0, name).isFinite }) else {
            return PageTile(column.title, written(newest))
        }
        let (then, week) = (written(cells.number(oldest, name)), PageNumber.date(cells.text(oldest, "week")))
        return PageTile(
            column.title,
            written(newest),
            note: oldest > 0 ? "\(then) in the week of \(week), \(oldest) weeks before" : ""
        )
    }
}

/// Weekly developer-days (commits by people where the coin is measured by these; all commits under `classic`) and closes of
/// each row's coin over 52 weeks, oldest first.
private func traces(of section: CrossSection, _ table: Table, _ preset: Preset) -> [Table.Trace] {
    guard let column = table.place(of: "coin_id") else { return [] }
    let weeks = CoinWeeks(section)
    let unit = table.place(of: "unit")
    let indexOfID = Dictionary(firstOf: section.coins.enumerated().map { ($1.id, $0) })
    let coins = table.rows.map { $0[column].text.flatMap { indexOfID[$0] } }
    func trace(_ name: String, _ title: String, _ unit: String, _ series: (_ row: Int) -> CoinWeeks.Series)
        -> Table.Trace
    {
        let values = coins.enumerated().map { row, coin in
            coin.map { weeks.values(series(row), of: $0).prefix(52).reversed() } ?? Array(repeating: .nan, count: 52)
        }
        return Table.Trace(name, title: title, unit: unit, series: values)
    }
    let close = trace("close", "Close, 52 weeks", section.shownQuote.uppercased()) { _ in .close }
    guard let unit else {
        let series: CoinWeeks.Series = preset == .classic ? .covered : .people
        return [trace("commits", "Commits, 52 weeks", "commits a week") { _ in series }, close]
    }
    let units = trace("units", "Developer-days, 52 weeks", "a week") {
        table.rows[$0][unit] == .text("commits") ? .people : .developerDays
    }
    return [units, close]
}

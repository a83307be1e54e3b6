internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// The chosen rows and columns of the stored ranking of the preset and moment, or of one computed now; and what is to be
/// reported behind it where no coin has a rank, or its figures are too old.
///
/// - Throws: an error when a column, order or filter does not read, or nothing passes the filter.
public func rank(
    _ request: RankRequest,
    in location: StoreLocation
) throws -> (table: Table, failure: OperationError?) {
    let selection = try Selection(request)
    let store = try location.open(.read)
    let quote = try request.storedQuote { try store.newestMarketFact(quote: $0) }
    // The newest fact known at some moment is not the newest one of the store.
    let asOf = try request.asOf ?? (request.known == nil ? store.newestMarketFact(quote: quote) : nil)
    let limit = selection.keepsOrder ? request.top ?? .max : .max
    if !request.isDrawn, let asOf,
        // A screen has a summary of all rows.
        let stored = try store.storedRanking(
            under: request.key(asOf),
            columns: selection.needed,
            limit: request.isScreen ? .max : limit
        )
    {
        var table = try selection.apply(to: stored, asOf: asOf)
        // What was known at some moment takes a view of the store as it was then.
        let staleness =
            request.known == nil
            ? try Staleness(of: request, in: quote, at: asOf, of: location.path, newest: store.newest)
            : try staleness(of: request, in: location)
        table = table.marked(staleness?.mark ?? "")
        return (table, nothingRanked(in: stored, of: location) ?? staleness?.error)
    }
    // What is drawn around a ranking takes all of it; one row says whether any coin is ranked.
    let scored = try score(request, in: location, showing: [request], top: request.isDrawn ? .max : max(1, limit))
    return (try scored.table(for: request), scored.failure ?? scored.staleness?.error)
}

/// What is to be reported of a ranking in which no coin has a rank; nil where one has.
func nothingRanked(in table: Table, of location: StoreLocation) -> OperationError? {
    guard let rank = table.place(of: "rank") else { return nil }
    let isRanked = table.rows.contains { if case .missing = $0[rank] { false } else { true } }
    let detail = "no coin is ranked: see the column `reason`, and check --quote and --as-of"
    return isRanked ? nil : OperationError(.nothingSelected, "nothing-ranked", place: location.path, detail)
}

extension ScoredRanking {
    /// The chosen rows and columns of this ranking in the chosen order, among those that it was computed for.
    ///
    /// - Throws: an error when a column, order or filter does not read, or nothing passes the filter.
    public func table(for request: RankRequest) throws -> Table {
        var whole = table.marked(staleness?.mark ?? "")
        if request.isDrawn {
            whole.traces = traces
            whole.overview = overview
            whole.sources = freshness.map { [$0.table] } ?? []
            whole.frame.credits = freshness?.credits ?? []
        }
        let selection = try Selection(request)
        whole.notes.append(provenance(of: selection.needed.map(\.name)).note)
        return try selection.apply(to: whole, asOf: asOf)
    }

    /// What was computed, in one sentence.
    public var summary: Diagnostic {
        let coins = counted(table.rows.count, "coin")
        return Diagnostic(.note, "scored", "stored \(coins) of preset \(key.preset) as of \(key.asOf)")
    }
}

/// Writes a ranking into the store that it was computed from, so that `rank` reads it.
///
/// - Throws: `StoreError` when the store cannot be written.
public func storeRanking(_ scored: ScoredRanking, in location: StoreLocation) throws {
    var table = scored.table
    table.notes.append(scored.provenance().note)
    let store = try location.open(.existing)
    try store.storeRanking(table, under: scored.key, ledgerMark: scored.ledgerMark, columns: scored.storedColumns)
}

/// The state of the store that a ranking made now would be made from; nil where none is stored for the request.
///
/// - Throws: `StoreError` when the store cannot be read.
public func storedState(of request: RankRequest, in location: StoreLocation) throws -> String? {
    guard let asOf = request.asOf else { return nil }
    return try location.open(.read).stateOfRanking(under: request.key(asOf), known: request.known)
}

/// Removes a store into which nothing was ever loaded; any other stays.
///
/// - Throws: `StoreError` when the store cannot be read or removed.
public func removeEmptyStore(_ location: StoreLocation) throws {
    try location.open(.existing).removeIfEmpty()
}

/// What the market adds up to in each of the newest `top` complete weeks, newest first: capitalisation, Bitcoin's share
/// of it, traded volume, and what a source says of the market as a whole, which is in US dollars.
///
/// - Throws: `OperationError` when the store has no observation.
public func market(_ request: RankRequest, in location: StoreLocation) throws -> Table {
    try location.panel(for: request) { panel in
        let parts = request.isStory ? MarketStory.parts(request) : MarketSeries.parts
        let section = try panel.wholeSection(at: panel.asOf(request), parts)
        var table = MarketSeries.table(of: section)
        let (known, most) = (table.rows.count, MarketSeries.mostWeeks)
        let wanted = request.isStory ? MarketStory.shownWeeks : request.top ?? most
        // Weeks before those of a section are of one that ends with them.
        for weeks in stride(from: most, to: wanted, by: most) {
            let end = section.asOf.lastCompleteWeek.advanced(by: -weeks).lastDay
            let older = try panel.wholeSection(at: .day(end), MarketSeries.parts, needsRates: false)
            table.rows += MarketSeries.table(of: older).rows
        }
        if request.isStory {
            table.story = try MarketStory(section, table, request, panel).story
            table.frame.credits = try Freshness(section, panel).credits
        }
        table = table.top(request.top ?? known)
        if request.form == .terminal {
            table = try table.choosing(columns: "", defaults: MarketSeries.terminalColumns(of: table))
        }
        table.notes.append(Provenance(section, MarketSeries.parts, known: request.known).note)
        return table
    }
}

/// How the top of a ranking (20 coins without `top`) depends on its weights, its units and its sources, a row a change.
///
/// - Throws: an error when the store has no observation or the options name an unknown signal.
public func rankSensitivity(_ request: RankRequest, in location: StoreLocation) throws -> Table {
    let preset = try request.knownPreset()
    return try location.panel(for: request) { panel in
        let asOf = try panel.asOf(request)
        let parts = ColumnDictionary.parts(of: ["rank"], quote: request.quote, preset)
        let section = try panel.wholeSection(at: asOf, parts)
        let metrics: [Metric] = [.close(panel.quote), .volumeMedian(panel.quote), .commits, .interest]
        let variants = try Set(metrics.flatMap(panel.reader.sources)).sorted().map { source in
            let others = Panel(panel.reader.excluding(source), quote: panel.quote, order: panel.order)
            return (change: "without source \(source)", section: try others.wholeSection(at: asOf, parts))
        }
        return try sensitivity(
            of: section,
            variants: variants,
            preset: preset,
            options: request.options,
            top: request.top ?? 20,
            // On a terminal two of the coins that come or go are named, the others counted.
            naming: request.form == .terminal ? 2 : nil
        )
    }
}

internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
public import CoinTables

/// What a site shows.
public struct SiteRequest: Sendable {
    /// The ranking; its preset is `discovery`.
    public var ranking: RankRequest
    /// The archive that holds the coins' images; nil to show none.
    public var images: String?
    /// How many coins get a page, the best first; nil for all.
    public var coins: Int? = 200
    /// The moment behind which the feed begins; nil for four weeks before the ranking's.
    public var since: AsOf?
    /// What the feed has in addition to measures: alerts, where they are to be public.
    public var others: [FeedEntry] = []
    /// The person's watchlists that are to be public.
    public var watchlists: [WatchlistFile] = []
    /// The person's notes, where they are to be public: in the feed, and those beside the coins of the watchlists.
    public var notes: NotesFile?

    /// The screens that it shows, each with its test.
    var screens: [SiteScreen] = []

    /// A site of a ranking.
    public init(_ ranking: RankRequest) { self.ranking = ranking }

    /// The pages that it has beside those of coins.
    fileprivate var pages: [SitePage] {
        SitePage.allCases.filter { ($0 != .watchlists || !watchlists.isEmpty) && ($0 != .screens || !screens.isEmpty) }
    }
}

/// What was written of a site.
public struct SiteReport: Sendable {
    /// How many coins have pages of their own.
    public let coins: Int
    /// The page to begin with.
    public let start: String
    /// All pages and feeds, in the order in which they were written.
    public let files: [WrittenFile]
    /// What is to be reported where no coin has a rank, or its figures are too old.
    public let failure: OperationError?

    /// What was written, in one sentence.
    public var summary: Diagnostic {
        Diagnostic(.note, "written", place: start, "open it in a browser; coins with pages of their own: \(coins)")
    }
}

/// Writes pages that work from a file address: the ranking, coins (the best first), movers and what changed in four weeks,
/// the market's totals, screens with their tests, what the columns mean, what was loaded, and what of a person's own is to be
/// public; never a trade.
///
/// The folder is made if it is not there; pages of other coins and screens that lie in it stay. `isForced` says whether it may
/// have files of others; `progress` takes the number of pages done and of all.
///
/// - Throws: `OperationError` for another preset, an empty store, a watchlist that is not there, or a folder that cannot be
///   written.
public func writeSite(
    _ site: SiteRequest,
    to folder: String,
    isForced: Bool = false,
    in location: StoreLocation,
    report: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> SiteReport {
    var request = site.ranking
    try request.checkPages()
    let inputs = location.reserved + site.watchlists.map(\.path) + (site.notes.map { [$0.path] } ?? [])
    var output = try OutputFolder(folder, isForced: isForced, reading: inputs, report: report)
    try output.check(site.pages.map(\.file) + [SitePage.atom.address])
    request.form = .page
    let scored = try score(request, in: location)
    request = request.at(scored.asOf)
    let watchlists = try publicWatchlists(site, beside: scored.table, in: location, report: report)
    let paged = request.chosenOfAll
    let (changed, moved) = try changes(site, request, paged, asOf: scored.asOf, in: location)
    let pages = try site.coinPages(request, among: scored.table.rows.count, in: location)
    let frame = { (page: SitePage, path: String) in
        SitePage.frame(of: page, among: site.pages, asOf: scored.asOf, credits: pages.freshness.credits, path: path)
    }
    let screens = try SiteScreens(site.screens, request, scored, in: location)
    for (place, id) in pages.ids.enumerated() {
        progress(place, pages.ids.count)
        let passed = screens.links(of: id, path: "../")
        guard let bytes = try pages.page(of: id, in: frame(.ranking, "../"), passing: passed) else { continue }
        try output.write(bytes, to: SitePage.file(ofCoin: id))
    }
    progress(pages.ids.count, pages.ids.count)
    var table = try scored.table(for: request)
    table.overview?.pictures = pages.pictures?.pictures(of: pages.ids) ?? [:]
    table.coinPages = Dictionary(firstOf: pages.ids.map { ($0, SitePage.file(ofCoin: $0)) })
    for page in screens.pages(linking: table.coinPages, in: frame(.screens, "../")) {
        try output.write(page.table, to: page.file)
    }
    let loads = try storeLoads(location)
    let front = FrontPages(ranking: table, changed: changed, freshness: pages.freshness, loads: loads)
    let tables: [(SitePage, Table?)] = [
        (.ranking, table), (.screens, screens.index(linking: table.coinPages)), (.movers, moved), (.feed, changed),
        (.market, try market(paged, in: location)),
        (.compare, pages.comparison), (.evidence, pages.evidence),
        (.columns, explanations(of: []).table), (.loads, newestLoads(loads)), (.watchlists, watchlists),
        (.today, front.today(site.pages)), (.sources, front.sources),
    ]
    for case (let page, var shown?) in tables {
        shown.coinPages = table.coinPages
        shown.frame = frame(page, "")
        if shown.timeline != nil { try output.write(shown, to: SitePage.atom.address) }
        try output.write(shown, to: page.file)
    }
    return SiteReport(
        coins: pages.ids.count,
        start: output.path(of: SitePage.today.file),
        files: output.files,
        failure: scored.failure ?? scored.staleness?.error
    )
}

extension SiteRequest {
    /// The pages of coins, of a ranking of so many.
    fileprivate func coinPages(_ request: RankRequest, among count: Int, in location: StoreLocation) throws -> CoinPages
    {
        try location.panel(for: request) { panel in
            try CoinPages(request, ranksOf: count > 3000 ? 12 : CoinPages.rankedWeeks, images: images, panel) { ids in
                let chosen = request.coins.map { coins in ids.filter(coins.ids.contains) } ?? ids
                return Array(chosen.prefix(coins ?? .max))
            }
        }
    }
}

extension RankRequest {
    /// Refuses a preset whose rankings have no pages of coins.
    fileprivate func checkPages() throws {
        _ = try knownPreset()
        guard hasPages else {
            let why = "has no pages of coins; they show the ranking of the preset `discovery`"
            throw OperationError(.usage, "no-pages", place: preset, why)
        }
    }

    /// The same of all coins, of which those that were chosen are shown, and may be none.
    fileprivate var chosenOfAll: RankRequest {
        var all = whole
        all.coins = coins
        all.mayBeEmpty = true
        return all
    }

    /// The same of all coins, as rows.
    fileprivate var rowsOfAll: RankRequest {
        var all = whole
        all.form = .rows
        return all
    }
}

/// What changed since the site's moment, and who moved in four weeks; one comparison where both are of the same moment.
private func changes(
    _ site: SiteRequest,
    _ request: RankRequest,
    _ paged: RankRequest,
    asOf: AsOf,
    in location: StoreLocation
) throws -> (feed: Table, movers: Table) {
    let monthBefore = AsOf.day(asOf.lastCompleteWeek.advanced(by: -4).lastDay)
    let whole = request.rowsOfAll
    var feedRequest = FeedRequest(whole, since: site.since ?? monthBefore)
    feedRequest.ranking.coins = request.coins
    feedRequest.notes = site.notes
    feedRequest.others = site.others
    feedRequest.screens = site.screens.map(\.asked)
    let columns = try feedRequest.columns + RankComparison.bands
    let comparison = try RankComparison(feedRequest.ranking, since: feedRequest.since, reading: columns, location)
    let changed = try feed(feedRequest, comparison, in: location)
    let moved =
        feedRequest.since == monthBefore
        ? try movers(paged, comparison) : try movers(paged, since: monthBefore, in: location)
    return (changed, moved)
}

/// The loads as a site shows them: the newest first, and of very many those, so that the page stays light.
private func newestLoads(_ loads: Table, most: Int = 1000) -> Table {
    var table = loads
    table.rows = loads.rows.suffix(most).reversed()
    // Others see it, whom the folders of this machine do not concern.
    if let path = table.place(of: "path") {
        for row in table.rows.indices {
            let name = table.rows[row][path].text?.split(separator: "/").last
            if let name { table.rows[row][path] = .text(String(name)) }
        }
    }
    let all = loads.rows.count
    if all > most { table.notes.insert("The newest \(most) of \(all); `assay store loads` lists all.", at: 0) }
    return table
}

/// The page of one coin as bytes, by its id, or a symbol or name that only it bears, with its image where an archive has it.
///
/// - Throws: `OperationError` when no coin or several fit.
public func coinPage(
    _ words: String,
    _ request: RankRequest,
    images: String? = nil,
    in location: StoreLocation
) throws -> [UInt8] {
    try location.panel(for: request) { panel in
        let universe = panel.resolution(at: request.asOf).universe
        let id = universe.coins[try oneCoin(words, universe)].id
        return try CoinPages(request, ranksOf: CoinPages.rankedWeeks, images: images, panel) { _ in [id] }.page(of: id)
            ?? []
    }
}

/// One coin on a screen, by its id, or a symbol or name that only it bears: a row for each thing to know, with bars of its weeks,
/// last the person's newest notes about it.
///
/// - Throws: `OperationError` when no coin or several fit, or the notes do not read whole.
public func coinSummary(
    _ words: String,
    _ request: RankRequest,
    notes: NotesFile?,
    in location: StoreLocation
) throws -> Table {
    try location.panel(for: request) { panel in
        let universe = panel.resolution(at: request.asOf).universe
        let id = universe.coins[try oneCoin(words, universe)].id
        let dossier = try CoinPages(request, ranksOf: 0, images: nil, panel) { _ in [id] }.dossier(of: id)
        var table = dossier?.summary ?? Table(title: id, columns: [], rows: [])
        let own = try notes?.lines(about: id, in: universe) ?? []
        // What is not known stands last.
        let end = table.rows.firstIndex { $0.first == .text(Dossier.unknownWord) } ?? table.rows.endIndex
        table.rows.insert(contentsOf: own, at: end)
        let coin = shellCoin(id)
        let next = ["assay why \(coin)", "assay coin \(coin) --weeks 12", "--details", "--output coin.html"]
        table.notes = ["More: \(next.joined(separator: " · "))"]
        // The last says how its page is made again.
        table.notes += dossier?.notes.dropLast() ?? []
        (table.isSheet, table.briefNotes) = (true, 1)
        return table
    }
}

/// The watchlists of a site on one page: each coin under its list, with its place in the ranking; nil where none is public.
///
/// - Throws: `OperationError` when one is not there or does not read whole.
func publicWatchlists(
    _ site: SiteRequest,
    beside ranking: Table,
    in location: StoreLocation,
    report: DiagnosticSink
) throws -> Table? {
    let ranking = ranking.datingPrices()
    let shown = ranking.columns.indices.filter { place in
        let column = ranking.columns[place]
        return ["rank", "state"].contains(column.name) || column.isPrice
    }
    guard !site.watchlists.isEmpty, let ids = ranking.place(of: "coin_id") else { return nil }
    let rowOfCoin = Dictionary(firstOf: ranking.rows.enumerated().map { ($1[ids], $0) })
    let shared = try site.watchlists.map { list in
        try list.shared(tags: [], withNotes: site.notes != nil, in: location, report: report)
    }
    let listed = zip(site.watchlists, shared).flatMap { list, table in table.rows.map { (list.name, $0) } }
    let columns = shared[0].columns
    let list = Column("list", "List", .text, meaning: "The name of the watchlist.")
    var table = Table(
        title: "Watchlists",
        columns: columns.prefix(3) + [list] + shown.map { ranking.columns[$0] } + columns.dropFirst(3),
        rows: listed.map { name, row in
            let figures = shown.map { place in
                rowOfCoin[row[0]].map { ranking.rows[$0][place] } ?? .missing(.notInStore)
            }
            return row.prefix(3) + [.text("\(name)")] + figures + row.dropFirst(3)
        },
        notes: [site.notes == nil ? "Lists of coins to watch." : "Lists of coins to watch, with notes."]
            + ranking.notes.prefix(1)
    )
    table.asides = ranking.asides.mapValues { days in listed.map { _, row in rowOfCoin[row[0]].map { days[$0] } ?? "" }
    }
    return table
}

internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
public import CoinTables

/// What was written of a site.
public struct SiteReport: Sendable {
    /// How many coins have pages of their own.
    public let coins: Int
    /// The page to begin with.
    public let start: String
    /// What is to be reported where no coin has a rank, or its figures are too old.
    public let failure: OperationError?

    /// What was written, in one sentence.
    public var summary: Diagnostic {
        Diagnostic(.note, "written", place: start, "open it in a browser; coins with pages of their own: \(coins)")
    }
}

/// Writes pages that work from a file address: the ranking, coins (the best first), movers of four weeks, the market's
/// totals, what the columns mean, and what was loaded.
///
/// - Parameters:
///   - request: the ranking; its preset is `discovery`.
///   - folder: where the pages go; it is made if it is not there. Pages of other coins that lie there stay.
///   - images: the archive that holds the coins' images; nil to show none.
///   - most: how many coins get a page; nil for all.
///   - location: the store.
///   - tell: takes what is to be reported.
///   - progress: takes the number of pages done and of all.
/// - Returns: what was written.
/// - Throws: `OperationError` for another preset, an empty store, or a folder that cannot be written.
public func writeSite(
    _ request: RankRequest,
    to folder: String,
    images: String? = nil,
    coins most: Int?,
    in location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> SiteReport {
    _ = try request.knownPreset()
    guard request.hasPages else {
        let why = "has no pages of coins; they show the ranking of the preset `discovery`"
        throw OperationError(.usage, "no-pages", place: request.preset, why)
    }
    let site = SiteFolder(folder, reading: location.files, tell: tell)
    try site.check()
    var request = request
    request.form = .page
    let scored = try score(request, in: location)
    request = request.at(scored.asOf)
    let pages: CoinPages = try location.panel(for: request) { panel in
        // A week of ranks is as much work as a ranking: of many coins fewer weeks are shown.
        let weeks = scored.table.rows.count > 3000 ? 12 : 52
        return try CoinPages(request, ranksOf: weeks, images: images, panel) { ids in
            let chosen = request.coins.map { coins in ids.filter(coins.ids.contains) } ?? ids
            return Array(chosen.prefix(most ?? .max))
        }
    }
    let shown = pages.ids
    for (place, id) in shown.enumerated() {
        progress(place, shown.count)
        guard var dossier = pages.dossier(of: id) else { continue }
        dossier.pages = SitePage.all.map { ($0.title, "../" + $0.file) }
        var bytes: [UInt8] = []
        try dossier.renderPage { bytes += $0.utf8 }
        try site.write(bytes, to: SitePage.file(ofCoin: id))
    }
    progress(shown.count, shown.count)
    var table = try scored.table(for: request)
    table.overview?.coinPages = Dictionary(uniqueKeysWithValues: shown.map { ($0, SitePage.file(ofCoin: $0)) })
    table.overview?.pictures = pages.pictures?.pictures(of: pages.ids) ?? [:]
    try site.write(table, to: SitePage.ranking)
    let monthBefore = AsOf.day(scored.asOf.lastCompleteWeek.advanced(by: -4).lastDay)
    var whole = request.whole
    whole.form = .rows
    let moved = try movers(whole, since: monthBefore, in: location)
    try site.write(request.coins?.confined(moved) ?? moved, to: SitePage.movers)
    try site.write(market(whole, in: location), to: SitePage.market)
    try site.write(columnTable([]), to: SitePage.columns)
    try site.write(storeLoads(location), to: SitePage.loads)
    let failure = scored.failure ?? scored.staleness?.error
    return SiteReport(coins: shown.count, start: site.path(of: SitePage.ranking.file), failure: failure)
}

/// The page of one coin as bytes.
///
/// - Parameters:
///   - words: the coin's id, or a symbol or name that only it bears.
///   - request: the ranking; its preset is `discovery`.
///   - images: the archive that holds the coins' images; nil to show none.
///   - location: the store.
/// - Returns: the page.
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
        var bytes: [UInt8] = []
        let pages = try CoinPages(request, ranksOf: 26, images: images, panel) { _ in [id] }
        try pages.dossier(of: id)?.renderPage { bytes += $0.utf8 }
        return bytes
    }
}

/// One coin on a screen: a row for each thing to know, with bars of its weeks.
///
/// - Parameters:
///   - words: the coin's id, or a symbol or name that only it bears.
///   - request: the ranking; its preset is `discovery`.
///   - notes: the person's notes, of which the newest about the coin stand last; nil for none.
///   - location: the store.
/// - Returns: rows of a word and a sentence.
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
        table.rows += try notes?.lines(about: id, in: ProfileCoins(universe, of: location)) ?? []
        let next = ["--weeks 12 lists its weeks", "--details what sources say", "--output coin.html draws it"]
        table.notes = [
            "`assay coin \(id)` with \(next.joined(separator: ", ")); `assay why \(id)` adds up its score."
        ]
        // The last says how its page is made again.
        table.notes += dossier?.notes.dropLast() ?? []
        return table
    }
}

/// The pages of a site beside those of coins.
private enum SitePage: CaseIterable {
    case ranking, movers, market, columns, loads

    static let all = allCases

    var title: String {
        switch self {
        case .ranking: "Coins worth a closer look"
        case .movers: "Movers of four weeks"
        case .market: "The market by week"
        case .columns: "What the columns mean"
        case .loads: "What was loaded"
        }
    }

    var file: String { self == .ranking ? "index.html" : "\(self).html" }

    /// The page of a coin: its id as a name that any file system and address takes; what is not plain stands as its bytes.
    static func file(ofCoin id: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        var name = id.utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
        }.joined()
        // File systems take 255 bytes.
        if name.utf8.count > 120 { name = String(name.prefix(80)) + "_" + Hash128(texts: [id]).description }
        return "coins/\(name).html"
    }
}

/// The folder that pages go to.
private struct SiteFolder {
    private let folder: String
    private let inputs: [String]
    private let tell: DiagnosticSink

    init(_ folder: String, reading inputs: [String], tell: @escaping DiagnosticSink) {
        (self.folder, self.inputs, self.tell) = (folder, inputs, tell)
    }

    func path(of file: String) -> String { folder + "/" + file }

    /// Refuses a folder that cannot be written before any work is done.
    func check() throws { for page in SitePage.all { _ = try OutputFile(path(of: page.file), reading: inputs) } }

    func write(_ table: Table, to page: SitePage) throws {
        var table = table
        table.pages = SitePage.all.filter { $0 != page }.map { ($0.title, $0.file) }
        try write(OutputWriter(format: "html").bytes(of: table), to: page.file)
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        try OutputFile(path(of: file), reading: inputs).replace(with: bytes, tell: tell)
    }
}

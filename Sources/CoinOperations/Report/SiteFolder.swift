internal import CoinModel
internal import CoinTables

/// The pages of a site beside those of coins, in the order in which they lead to each other.
enum SitePage: CaseIterable {
    case ranking, movers, feed, market, watchlists, columns, loads, runs

    var title: String {
        switch self {
        case .ranking: "Coins worth a closer look"
        case .movers: "Movers of four weeks"
        case .feed: "What changed"
        case .market: "The market by week"
        case .watchlists: "Watchlists"
        case .columns: "What the columns mean"
        case .loads: "What was loaded"
        case .runs: "Past runs"
        }
    }

    var file: String { self == .ranking ? "index.html" : "\(self).html" }

    /// What changed, for programs that read feeds.
    static let atom = (title: "As an Atom feed", file: "feed.atom")

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

/// The folder that the pages of a site go to.
struct SiteFolder {
    private var folder: OutputFolder
    /// The pages that it has.
    let pages: [SitePage]
    /// The pages of coins by their ids.
    var coinPages: [String: String] = [:]

    init(_ folder: OutputFolder, _ pages: [SitePage]) {
        self.folder = folder
        self.pages = pages
    }

    /// What was written so far.
    var files: [WrittenFile] { folder.files }

    func path(of file: String) -> String { folder.path(of: file) }

    /// Refuses a folder that cannot be written before any work is done.
    func check() throws { try folder.check(pages.map(\.file) + [SitePage.atom.file]) }

    /// Writes a page that leads to all others; of a timeline also its Atom feed.
    mutating func write(_ table: Table, to page: SitePage) throws {
        var table = table
        table.pages = pages.filter { $0 != page }.map { ($0.title, $0.file) }
        table.coinPages = coinPages
        if table.timeline != nil {
            var writer = OutputWriter(format: "atom")
            writer.isTimeline = true
            try write(writer.bytes(of: table), to: SitePage.atom.file)
            table.pages.append((SitePage.atom.title, SitePage.atom.file))
        }
        try write(OutputWriter(format: "html").bytes(of: table), to: page.file)
    }

    mutating func write(_ bytes: [UInt8], to file: String) throws { try folder.write(bytes, to: file) }
}

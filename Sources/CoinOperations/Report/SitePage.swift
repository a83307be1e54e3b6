internal import CoinModel
internal import CoinTables

/// The pages of a site beside those of coins: first those that every page leads to, in this order, then those of the foot.
enum SitePage: String, CaseIterable {
    case today, ranking, screens, movers, market, compare, evidence, sources, watchlists
    case feed, columns, loads

    /// What the pages that lead to it call it.
    var title: String {
        switch self {
        case .feed: "What changed"
        case .columns: "What the columns mean"
        case .loads: "What was loaded"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// What is found there, behind its title.
    var purpose: String { SitePage.purposes[self] ?? "" }

    private static let purposes: [SitePage: String] = [
        .ranking: "all ranked coins, sectors, and why others are not ranked",
        .screens: "saved questions: which coins pass, and what such coins earned",
        .movers: "who rose and fell in four weeks, and by what", .market: "size, shares and trade by week",
        .compare: "the best ranked coins next to each other", .evidence: "whether such ranks came true",
        .sources: "how old, from whom, by which way", .watchlists: "the lists that are public",
    ]

    /// Whether every page leads to it at its head; the others stand at the foot.
    var isMain: Bool { ![.feed, .columns, .loads].contains(self) }

    var file: String { self == .today ? "index.html" : "\(self).html" }

    /// What changed, for programs that read feeds.
    static let atom = PageLink("As an Atom feed", "feed.atom")

    /// What stands around one of some pages, which lie in the folder above by `path`.
    static func frame(of current: SitePage, among pages: [SitePage], asOf: AsOf, credits: [String], path: String = "")
        -> PageFrame
    {
        var frame = PageFrame()
        func link(_ page: SitePage) -> PageLink {
            PageLink(page.title, path + page.file, isCurrent: page == current)
        }
        frame.pages = pages.filter(\.isMain).map(link)
        frame.further = pages.filter { !$0.isMain }.map(link) + [PageLink(atom.title, path + atom.address)]
        frame.asOf = asOf
        frame.credits = credits
        return frame
    }

    /// The page of a coin.
    static func file(ofCoin id: String) -> String { file(of: id, in: "coins") }

    /// The page of one of many things: its id as a name that any file system and address takes; what is not plain stands as its
    /// bytes.
    static func file(of id: String, in folder: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        var name = id.utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
        }.joined()
        // File systems take 255 bytes.
        if name.utf8.count > 120 { name = String(name.prefix(80)) + "_" + Hash128(texts: [id]).description }
        return "\(folder)/\(name).html"
    }
}

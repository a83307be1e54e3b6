internal import CoinModel
internal import CoinReports
internal import CoinTables

/// A screen of a site: what it asks, and what such coins earned.
struct SiteScreen: Sendable {
    let asked: ScreenRequest
    /// A row a horizon, or none and why.
    let test: Table

    var file: String { SitePage.file(of: asked.name, in: "screens") }
}

/// The pages of a site's screens: one that lists them, and one for each with its coins now and its test.
struct SiteScreens {
    private let screens: [(screen: SiteScreen, coins: Table)]
    private let asOf: AsOf

    /// Which coins pass now, of a site's ranking; a screen of another preset is ranked for itself.
    ///
    /// - Throws: an error when a column, order or filter does not read.
    init(_ screens: [SiteScreen], _ site: RankRequest, _ scored: ScoredRanking, in location: StoreLocation) throws {
        asOf = scored.asOf
        self.screens = try screens.map { screen in
            var request = screen.asked.ranking.at(scored.asOf)
            (request.form, request.coins, request.mayBeEmpty) = (.rows, site.coins, true)
            let isOwn = request.preset == site.preset
            func rows(_ columns: String?) throws -> Table {
                request.columns = columns
                return try isOwn ? scored.table(for: request) : rank(request, in: location).table
            }
            var table = try rows(request.columns)
            // Pages of coins are found by their ids.
            if table.place(of: "coin_id") == nil {
                table = try rows((table.columns.map(\.name) + ["coin_id"]).joined(separator: ","))
            }
            return (screen, screen.asked.answer(table))
        }
    }

    private static let weightless =
        "Screens select coins; they weigh nothing in the score. Past results, not a forecast, and not advice."

    /// The screens that a coin passes, as links from a page of a folder beside theirs.
    func links(of id: String, path: String) -> [PageLink] {
        screens.filter { NamedRows($0.coins).ids.contains(id) }.map {
            PageLink($0.screen.asked.question, path + $0.screen.file)
        }
    }

    /// The page that lists all screens; nil where there is none.
    func index(linking coinPages: [String: String]) -> Table? {
        guard !screens.isEmpty else { return nil }
        let passed = Set(screens.flatMap { NamedRows($0.coins).ids }).count
        let passes = "\(counted(passed, "coin")) \(passed == 1 ? "passes" : "pass")"
        let answer = "\(passes) at least one of \(counted(screens.count, "screen"))."
        var story = Story("Screens", answer: answer, more: SiteScreens.weightless)
        story.asOf = asOf
        story.blocks = [.pairs(screens.map { section($0.screen, $0.coins, coinPages) })]
        var table = Table(title: story.title, columns: [], rows: [], notes: Array(screens[0].coins.notes.suffix(1)))
        table.story = story
        return table
    }

    /// The most coins that stand below a question; its page has all.
    private static let mostCoins = 8

    private func section(_ screen: SiteScreen, _ coins: Table, _ coinPages: [String: String]) -> PageSection {
        let (rows, ids) = (NamedRows(coins), NamedRows(coins).ids)
        var section = PageSection(screen.asked.question)
        let left = ids.count - SiteScreens.mostCoins
        section.paragraph =
            ids.isEmpty
            ? coins.lead
            : "\(counted(ids.count, "coin"))\(left > 0 ? ", the first \(SiteScreens.mostCoins) of them" : ""):"
        section.items = ids.indices.prefix(SiteScreens.mostCoins).map { row in
            let (name, symbol) = (rows.text(row, "name"), rows.text(row, "symbol"))
            return (PageLink(NamedRows.named(name, ids[row]), coinPages[ids[row]] ?? ""), symbol)
        }
        section.note = "\(screen.test.lead) Condition: \(screen.asked.rule)."
        section.more = PageLink("All figures, and the test", screen.file)
        return section
    }

    /// A page for each: the coins that pass in a table to sort, and below it the test.
    func pages(linking coinPages: [String: String], in frame: PageFrame) -> [(file: String, table: Table)] {
        screens.map { screen, coins in
            var table = coins
            table.coinPages = coinPages.mapValues { "../" + $0 }
            table.frame = frame
            table.notes = Array(coins.notes.suffix(1))
            var below = Story("", answer: "")
            below.blocks = test(screen) + [.sections([definition(screen.asked)])]
            table.below = below
            return (screen.file, table)
        }
    }

    /// What is said of a test, as its own page says it; why there is none where none was made.
    private func test(_ screen: SiteScreen) -> [StoryBlock] {
        let title = "What such coins earned"
        guard let story = screen.test.story else {
            return [.words(title, screen.test.lead), .note(SiteScreens.weightless)]
        }
        return [.words(title, "\(story.answer) \(story.more)"), .note(SiteScreens.weightless), .tiles(story.tiles)]
            + story.blocks + [.details(story.made, screen.test.notes)]
    }

    private func definition(_ asked: ScreenRequest) -> PageSection {
        var section = PageSection("How it is asked")
        section.items = [
            (PageLink("Coins", ""), asked.ranking.filter ?? "all"),
            (PageLink("Order", ""), asked.ranking.sort ?? "rank"),
            (PageLink("Preset", ""), asked.ranking.preset),
        ]
        if let top = asked.ranking.top { section.items.append((PageLink("Most", ""), "\(top)")) }
        section.note = "`assay screen run \(shellOperand(asked.name))` shows the same."
        return section
    }
}

extension NamedRows {
    /// The ids of the coins of all rows.
    fileprivate var ids: [String] { rows.indices.map { text($0, "coin_id") } }
}

internal import CoinModel
internal import CoinTables

/// The first page of a site, and the one of its sources.
struct FrontPages {
    /// The ranking with the addresses of the coins' pages.
    let ranking: Table
    /// What changed since some weeks, the newest first.
    let changed: Table
    let freshness: Freshness
    /// All loads, the oldest first.
    let loads: Table

    /// The most changes on the first page.
    private static let mostChanges = 7

    /// What stands out, what changed, where to go, and how fresh the figures are.
    func today(_ pages: [SitePage]) -> Table {
        guard let overview = ranking.overview else { return page("Today", ranking.lead, []) }
        let none = "No ranking yet; `assay load` takes files in, and `assay run` makes a ranking of them."
        var changes = PageSection(changed.title)
        changes.items = latestChanges
        changes.note = changes.items.isEmpty ? "Nothing changed that much." : ""
        changes.more = PageLink("All changes", SitePage.feed.file)
        var ways = PageSection("Where to go")
        ways.items = pages.filter { $0.isMain && $0 != .today }.map {
            (PageLink($0.title, $0.file), "– " + $0.purpose)
        }
        let reading =
            "Pace is the work of the last 12 weeks by that of the 40 before: 2× is twice as much. The range next to it "
            + "has the truth nine times in ten; where it contains 1×, the change may be chance. Pace is drawn a little "
            + "towards the usual, so it is less than the two weekly figures divided. Much work says nothing of the price."
        return page(
            "Today, \(overview.asOf.limit.day.shown)",
            ranking.rows.isEmpty ? none : ranking.lead,
            [
                .cards(ranking), .tiles(overview.tiles + [pricesTile, evidenceTile]), .pairs([changes, ways]),
                .sections([PageSection("How to read it", reading), fresh("How fresh it is")]),
            ]
        )
    }

    /// How old the figures are, from whom, by which way, and under which licence.
    var sources: Table {
        let dated = datedPrices
        let (of, old) = (dated.current + dated.old.count, dated.old.count)
        let moment = freshness.asOf.limit.day.shown
        let lead =
            old == 0
            ? "Prices are of \(moment) for all \(of) priced coins."
            : "Prices are of \(moment), or up to two days before, for \(dated.current) of \(of) priced coins; "
                + "\(old) are older and dated."
        var late = PageSection("Coins with an old price")
        late.items = dated.old.map { (PageLink($0.name, ranking.coinPages[$0.id] ?? ""), "of \($0.day.shown)") }
        late.note = "A coin leaves the ranking when its price is 28 days old."
        var way = PageSection("From files to pages")
        way.paragraph =
            "Files are loaded into the store; the ranking is made from the store, the pages from the ranking."
        way.table = loadedFiles
        way.more = PageLink("All loads", SitePage.loads.file)
        let (refused, taken) = (total("rejected"), total("rows"))
        var keep = PageSection("What to keep in mind")
        keep.items = flagged
        var checks = PageSection("Checks of the data")
        checks.items = [
            (PageLink("Rows refused", ""), "\(refused) of \(taken + refused)"),
            (PageLink("Prices three days old or older", ""), "\(old) of \(of)"),
        ]
        let sections = [
            fresh("Freshness and credit"), late.items.isEmpty ? nil : late, way, keep.items.isEmpty ? nil : keep,
            checks,
        ]
        return page("Where the figures come from", lead, [.sections(sections.compactMap(\.self))])
    }

    /// A page whose foot says what the ranking was made from.
    private func page(_ title: String, _ lead: String, _ blocks: [StoryBlock]) -> Table {
        var table = Table(title: title, columns: [], rows: [], notes: Array(ranking.notes.suffix(1)))
        var story = Story(title, lead: lead)
        story.blocks = blocks
        table.story = story
        return table
    }

    private func fresh(_ title: String) -> PageSection {
        var section = PageSection(title)
        section.table = freshness.table
        section.note =
            "Age: days from the newest figure to \(freshness.asOf.limit.day.shown), the day that this page is of. "
            + "A price of another day bears its date wherever it is."
        return section
    }

    /// Whether the evidence supports calls.
    private var evidenceTile: PageTile {
        let cells = NamedRows(ranking)
        let calls = ranking.rows.indices.count { !["", "NO CALL"].contains(cells.text($0, "call")) }
        let none = "not evaluated, or too few periods are over; `assay evaluate` tests it"
        return PageTile(
            "Does the score work?",
            calls == 0 ? "No call" : counted(calls, "call"),
            note: calls == 0 ? none : "as far as evidence supports them; not advice"
        )
    }

    private var pricesTile: PageTile {
        let dated = datedPrices
        let days = Dictionary(grouping: dated.old, by: \.day).sorted { $0.key > $1.key }.prefix(2)
        let old = days.map { "\($1.count) of \($0.shown)" }.joined(separator: "; ")
        return PageTile(
            "Prices",
            "\(dated.current) of \(dated.current + dated.old.count)",
            note: old.isEmpty ? "of the day" : "of the day; \(old), dated where shown"
        )
    }

    /// How many ranked coins have a price of the page's day, and those whose price is older.
    private var datedPrices: (current: Int, old: [(id: String, name: String, day: Day)]) {
        let cells = NamedRows(ranking)
        var found: (current: Int, old: [(id: String, name: String, day: Day)]) = (0, [])
        guard let price = ranking.columns.first(where: \.isPrice) else { return found }
        for row in ranking.rows.indices where cells.cell(row, "rank")?.value != nil {
            guard let day = Day(cells.text(row, "price_time").prefix(10)) else { continue }
            if ranking.asides[price.name]?[row].isEmpty ?? true {
                found.current += 1
            } else {
                found.old.append((cells.text(row, "coin_id"), cells.text(row, "name"), day))
            }
        }
        return found
    }

    /// What changed last: changes of state, screens and of rank first, a coin once.
    private var latestChanges: [(about: PageLink?, text: String)] {
        let (cells, order) = (NamedRows(changed), ["state", "screen", "rank", "new", "gone"])
        func place(_ row: Int) -> Int { order.firstIndex(of: cells.text(row, "kind")) ?? order.count }
        var seen: Set<String> = []
        return changed.rows.indices.sorted { (place($0), $0) < (place($1), $1) }
            .filter { seen.insert(cells.text($0, "coin_id")).inserted }.prefix(FrontPages.mostChanges).map { row in
                let (id, name) = (cells.text(row, "coin_id"), cells.text(row, "name"))
                return (PageLink(name.isEmpty ? id : name, ranking.coinPages[id] ?? ""), cells.text(row, "what"))
            }
    }

    /// Ranked coins whose figures are to be read with care, by the flag that says why.
    private var flagged: [(about: PageLink?, text: String)] {
        let cells = NamedRows(ranking)
        let kinds = [
            ("side", "Stand-ins.", "A smaller repository is counted for larger ones: "),
            ("shared", "Shared work.", "The same work counts for several coins: "),
            ("late", "Late counts.", "A week of the last twelve was not observed yet: "),
        ]
        return kinds.compactMap { flag, title, text in
            let names = ranking.rows.indices.filter { row in
                let flags = cells.text(row, "flags").split(separator: ", ")
                return cells.cell(row, "rank")?.value != nil && flags.contains { $0 == flag }
            }.map { cells.text($0, "name") }
            return names.isEmpty ? nil : (PageLink(title, ""), text + listed(names, most: 12) + ".")
        }
    }

    private func total(_ column: String) -> Int {
        loads.place(of: column).map { place in loads.rows.reduce(0) { $0 + ($1[place].whole ?? 0) } } ?? 0
    }

    /// What was loaded, of very many loads the newest.
    private var loadedFiles: Table {
        let names = ["path", "kind", "format", "rows", "rejected", "accepted_at"]
        let places = names.compactMap(loads.place)
        let rows = loads.rows.suffix(20).map { row -> [Cell] in
            places.map { place in
                let text = row[place].text
                let isPath = loads.columns[place].name == "path"
                let name = isPath ? text?.split(separator: "/").last.map(String.init) : nil
                return name.map(Cell.text) ?? row[place]
            }
        }
        return Table(title: "Loads", columns: places.map { loads.columns[$0] }, rows: rows)
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinSources
internal import CoinStore
internal import CoinTables

/// Makes the pages of coins from one look at a store: rankings, sections and explanations are worked out once for all.
struct CoinPages {
    /// Of how many weeks ranks are drawn, half a year: each is as much work as a ranking.
    static let rankedWeeks = 26

    /// The ranking with all columns, best first.
    let table: Table
    /// The moment up to which facts entered.
    let asOf: AsOf

    private let section: CrossSection
    private let panels: CoinPanels
    /// The prices of the last week of coins that have pages.
    private var weekPrices: [Int: (prices: [(at: Instant, price: Double)], source: String)] = [:]
    private let explained: ExplainedRanking
    private let ranks: RankWeeks
    private let rowOfID: [String: Int]
    private let coinOfID: [String: Int]
    private let provenance: Provenance
    /// Where the figures come from.
    let freshness: Freshness
    /// What sources said of coins by their places, the newest first.
    private let details: [Int: [StoredDetail]]
    /// The ranked coins among which each is shown.
    private let others: AmongCoins
    /// The images of coins; nil where none are shown.
    let pictures: CoinPictures?

    /// Reads what pages show: `archive` holds the images, nil for none, `weeks` is of how many weeks ranks are worked out, each
    /// as much work as a ranking, and `chosen` says which coins have pages, of all by id, the best first.
    ///
    /// - Throws: an error when the store has no observation or the options name an unknown signal.
    init(
        _ request: RankRequest,
        ranksOf weeks: Int,
        images archive: String?,
        _ panel: Panel,
        of chosen: ([String]) -> [String]
    ) throws {
        let preset = try request.knownPreset()
        asOf = try panel.asOf(request)
        // An image is often asked for after the newest figures.
        pictures = try archive.map { try CoinPictures(in: $0, of: panel.imageAddresses(upTo: request.asOf)) }
        section = try panel.wholeSection(at: asOf)
        explained = try ExplainedRanking(section, preset, request.options)
        table = explained.table
        freshness = try Freshness(section, panel)
        ranks = try RankWeeks(weeks, upTo: asOf, preset, request.options, panel)
        provenance = try Provenance(section, of: request, columns: table.columns.map(\.name))
        let id = table.place(of: "coin_id") ?? 0
        let ids = table.rows.enumerated().compactMap { place, row in row[id].text.map { ($0, place) } }
        rowOfID = Dictionary(firstOf: ids)
        let coinOfID = Dictionary(firstOf: section.coins.enumerated().map { ($1.id, $0) })
        self.coinOfID = coinOfID
        self.ids = chosen(ids.map(\.0))
        let coins = self.ids.compactMap { coinOfID[$0] }
        panels = try CoinPanels(section, of: coins, panel)
        for coin in coins { weekPrices[coin] = try panel.weekPrices(of: coin, section) }
        // What was said later than the page's moment is not shown.
        details = try panel.details(ofAll: Set(coins), upTo: asOf)
        others = AmongCoins(table)
    }

    /// The ids of the coins that have pages, best first.
    let ids: [String]

    /// The page of the evidence that calls of the ranking rest on.
    var evidence: Table {
        var table = Table(title: "", columns: [], rows: [])
        table.story = .evidence(explained.callBasis)
        return table
    }

    /// The page of the coin with an id; nil where there is none.
    func dossier(of id: String) -> Dossier? {
        guard let row = rowOfID[id], let coin = coinOfID[id] else { return nil }
        var one = table
        one.rows = [table.rows[row]]
        one = one.datingPrices()
        var dossier = Dossier(row: one, ranked: explained.rankedCount, asOf: asOf)
        if let weeks = panels.weeks(of: coin, ranks: ranks.ranks[id]) { dossier.weeks = weeks }
        dossier.weekPrices = weekPrices[coin]
        dossier.repositoryWeeks = panels.repositories(of: coin)
        dossier.botShare = panels.botShare(of: coin)
        dossier.contributions = contributionTable(explained, section.coins[coin], .discovery)
        dossier.explanations = explained.explanations(of: id).mapValues { explanation in
            [explanation.formula.map { "Formula: \($0)" }, explanation.worked.map { "With its numbers: \($0)" }]
                .compactMap(\.self)
        }
        dossier.tables = [repositories(of: coin), sources(of: coin)]
        dossier.picture = pictures?.picture(of: id)
        dossier.frame.asOf = asOf
        dossier.frame.credits = freshness.credits
        let links = CoinLinks(of: section.coins[coin], details[coin] ?? [], term: section.search[coin]?.term.term)
        dossier.links = links.links
        dossier.linksNote = links.note
        for stored in details[coin] ?? [] {
            for field in CoinField.allCases where dossier.details[field] == nil {
                guard let value = stored.detail[field] else { continue }
                let source = SourceCredit(of: stored.detail.source).name
                let quote = stored.detail.quote
                dossier.details[field] = Dossier.Detail(value, quote: quote, source: source, time: stored.time)
            }
        }
        dossier.notes =
            [section.currencyNote].compactMap { $0 } + [
                provenance.note, "Made again by `assay coin \(shellCoin(id)) --as-of \(asOf) --output coin.html`.",
            ]
        return dossier
    }

    /// The page of the coin with an id as bytes, by `frame` within a site that has the pages of some screens that it passes; nil
    /// where there is none.
    func page(of id: String, in frame: PageFrame? = nil, passing screens: [PageLink] = []) throws -> [UInt8]? {
        guard var dossier = dossier(of: id) else { return nil }
        dossier.frame = frame ?? dossier.frame
        dossier.screens = screens
        return try dossier.page(among: others)
    }

    /// The page that compares the best coins with each other.
    var comparison: Table {
        let rows = NamedRows(table)
        let best = rows.rows.indices.prefix(3).filter { rows.whole($0, "rank") != nil }
        var compared = Table(title: "", columns: [], rows: [], notes: [provenance.note])
        compared.story =
            best.count < 2
            ? Story("Compare", answer: "Nothing to compare: fewer than two coins are ranked.")
            : CompareStory(best.map { rows.text($0, "coin_id") }, section, table, ranks).story
        compared.story?.blocks.append(.note("`assay compare COIN COIN --output compare.html` compares others."))
        return compared
    }
}

// The tables below the charts.
extension CoinPages {
    private func repositories(of coin: Int) -> Table {
        func mean(_ row: Int, _ weeks: Int, _ value: (_ row: Int, _ weeksBack: Int) -> Double) -> Double {
            let known = (0..<weeks).map { value(row, $0) }.filter(\.isFinite)
            return known.isEmpty ? .nan : known.reduce(0, +) / Double(known.count)
        }
        let rows = zip(section.repositoriesOfCoin[coin], section.rolesOfCoin[coin]).map { row, role -> [Cell] in
            let repository = section.repositories[row]
            let year = mean(row, 52) { section.commits[$0, $1] }
            func share(_ matrix: WeeklyMatrix) -> Double { 100 * mean(row, 52) { matrix[$0, $1] } / year }
            let numbers = [
                mean(row, 12, section.commitsByPeople), mean(row, 52, section.commitsByPeople), year,
                mean(row, 52) { section.developerDays[$0, $1] } * 52, share(section.merges), share(section.botCommits),
            ]
            let active = (0..<CrossSection.weeks).first { section.commits[row, $0] > 0 }
            return [.text(repository.name.address)] + numbers.map { .number($0, orMissing: .notObserved) } + [
                active.map { .text(section.asOf.lastCompleteWeek.advanced(by: -$0).description) }
                    ?? .missing(.notObserved),
                .text(repository.source ?? "nothing loaded"), .text(role.text),
            ]
        }
        let columns = [
            Column("repository", "Repository", .text, meaning: "Where it is."),
            .number("people12", "Commits by people", unit: "a week, 12", .fixed(1), "Mean of 12 weeks."),
            .number("people52", "Commits by people", unit: "a week, 52", .fixed(1), "Mean of 52 weeks."),
            .number("commits52", "All commits", unit: "a week, 52", .fixed(1), "Mean of 52 weeks."),
            Column("days52", "Developer-days", .number, unit: "52 weeks", display: .fixed(0), meaning: "Of the year."),
            Column("merges", "Merges", .number, unit: "%", display: .fixed(0), meaning: "Of the year's commits."),
            Column("bots", "By bots", .number, unit: "%", display: .fixed(0), meaning: "Of the year's commits."),
            Column("active", "Last active week", .text, meaning: "The newest week with a commit."),
            Column("source", "Source", .text, meaning: "Where the counts come from."),
            Column("role", "Role", .text, meaning: "Core or side (library, interface, tool), and a written weight."),
        ]
        return Table(title: "Repositories", columns: columns, rows: rows)
    }

    private func sources(of coin: Int) -> Table {
        func age(_ time: Instant?) -> Cell {
            let days = time.map { Double(asOf.limit.milliseconds - $0.milliseconds) / 86_400_000 }
            return days.map { .number(max(0, $0)) } ?? .missing(.noTime)
        }
        func row(_ what: String, _ source: String, _ newest: String, _ age: Cell) -> [Cell] {
            let licence = source.isEmpty ? "–" : SourceCredit(of: source).licence
            return [.text(what), .text(source), .text(newest), age, .text(licence)]
        }
        var rows: [[Cell]] = []
        if let source = section.marketSource[coin] {
            let last = section.asOf.lastCompleteWeek.lastDay
            rows.append(row("price and volume by week", source, "weeks to \(last)", age(Instant(lastSecondOf: last))))
        }
        if let price = section.price[coin] {
            rows.append(row("newest price", price.source, price.time.description, age(price.time)))
        } else if let time = section.lastPrice[coin]?.time {
            rows.append(row("newest price, too old to count", "", time.description, age(time)))
        }
        for former in section.migrations.predecessors(of: section.coins[coin].id) {
            let until = former.until.advanced(by: -1)
            let (what, end) = ("weeks before as \(former.id), \(former.ratio)", Instant(lastSecondOf: until))
            rows.append(row(what, section.marketSource[coin] ?? "", end.description, age(end)))
        }
        if let time = section.marketCap[coin]?.time {
            rows.append(
                row("market capitalisation", section.marketCap[coin]?.source ?? "", time.description, age(time))
            )
        }
        let commits = Set(section.repositoriesOfCoin[coin].compactMap { section.repositories[$0].source }).sorted()
        for source in commits {
            let week = section.asOf.lastCompleteWeek
            rows.append(row("commits", source, "weeks to \(week.lastDay)", age(Instant(lastSecondOf: week.lastDay))))
        }
        if let search = section.search[coin] {
            let (term, export) = (search.term, SearchScale.name(ofExport: search.export))
            let count = search.pullCount > 1 ? ", median of \(search.pullCount) pulls" : ""
            let newest = "by \(term.granularity)\(count)\(section.partialWeekNote(of: coin))"
            rows.append(row("search interest in ‘\(term.term)’", export, newest, age(nil)))
        }
        let columns = [
            Column("facts", "Facts", .text, meaning: "What was read."),
            Column("source", "Source", .text, meaning: "Whose it is."),
            Column("newest", "Newest", .text, meaning: "The newest of them."),
            Column.number("age", "Age", unit: "days", .fixed(1), "How old that was at the page's moment."),
            Column("licence", "Credit and licence", .text, meaning: "Under which terms, and what these ask for."),
        ]
        return Table(title: "Sources and freshness", columns: columns, rows: rows)
    }
}

internal import CoinModel
internal import CoinOperations
internal import CoinTables

extension Definition {
    /// Something to write: a file of the ranking, a folder, or a file of the person's portfolio.
    public struct Output: Sendable {
        /// What is written.
        enum Kind: String, CaseIterable {
            /// A folder of pages, as `assay report site` writes it.
            case site
            /// A folder of described tables, as `assay export` writes it.
            case export
            /// What stands out and what changed, as `assay digest` writes it, in the format of the file's ending.
            case digest
            /// A report of `assay portfolio`, for the person alone.
            case portfolio
            /// The ranking, in the format of the file's ending.
            case ranking

            /// The key that names it.
            var key: String { self == .ranking ? "name" : rawValue }

            /// What the schema calls it.
            var title: String {
                switch self {
                case .site: "a folder of pages"
                case .export: "a folder of tables for other programs"
                case .digest: "what stands out and what changed, for a mail or a chat"
                case .portfolio: "a report of the portfolio, for its owner alone"
                case .ranking: "a file of the ranking, in the format of its ending"
                }
            }
        }

        let kind: Kind
        /// The name of the file or folder in the output folder.
        var name = ""
        /// The watchlist whose coins alone it shows, of a digest first; nil for all coins alike.
        var watchlist: String?
        /// Of a ranking the screen whose columns, order and rows it has where it says no others; nil for none.
        var screen: String?
        /// Of a ranking the columns, order and rows, as `--columns`, `--sort` and `--where` have them.
        var columns: String?
        var sort: String?
        var filter: String?
        /// Whether only the coins that stand out are shown, as `--short` has it.
        var isShort = false
        /// The most rows; nil for all.
        var top: Int?
        /// How CSV and TSV are written, as `--decimal` and `--excel` have it.
        var style = ReportStyle()
        /// How many coins get a page of their own, nil for all, and the archive of their images.
        var coins: Int? = 200
        var images: String?
        /// Since when a digest lists changes, and how large they have to be, in places and in percent of a price.
        var since = SinceMoment.daysBefore(1)
        var places = 5
        var priceChange = 20.0
        /// The options of a portfolio's report that the definition's ranking lacks.
        var report = PortfolioReport.value
        var portfolio = PortfolioRequest()
    }
}

extension Definition.Output {
    /// The keys that a kind of output takes; the one that names it is needed.
    static func keys(of kind: Kind) -> [YAMLKey<Self>] {
        let watchlist = YAMLKey<Self>("watchlist", \.watchlist, .text, "The watchlist whose coins alone it shows.")
        let key = kind == .portfolio ? "name" : kind.key
        let next = "name a file, such as value.html"
        let name = YAMLKey<Self>(key, \.name, .file, "A name in the output folder.", need: next)
        switch kind {
        case .site:
            return [
                name, YAMLKey("coins", \.coins, .coins, "How many coins have pages of their own."),
                YAMLKey("images", \.images, .path, "The archive of the coins' images."), watchlist,
            ]
        case .export: return [name, watchlist]
        case .digest:
            return [
                name, YAMLKey("since", \.since, .since, "What changed since then, as yesterday, 7d or a date."),
                YAMLKey("watchlist", \.watchlist, .text, "The watchlist whose coins stand first."),
                YAMLKey("places", \.places, .whole(from: 1), "The fewest places gained or lost that are listed."),
                YAMLKey("price-change", \.priceChange, .percent, "The least change of a price that is listed, in %."),
            ]
        case .portfolio:
            let method = YAMLForm.choice("method of costs", of: PortfolioFile.costMethods)
            return [
                YAMLKey("portfolio", \.report, .choice("report of a portfolio"), "Which report.", need: ""), name,
                YAMLKey("since", \.portfolio.since, .day, "The first day."),
                YAMLKey("step", \.portfolio.step, .whole(from: 1), "The days between two rows."),
                YAMLKey("method", \.portfolio.method, method, "How costs are computed."),
            ]
        case .ranking:
            return [
                name, YAMLKey("screen", \.screen, .text, "A screen, whose coins, order and columns are shown."),
                YAMLKey("columns", \.columns, .text, "Columns, as --columns has them."),
                YAMLKey("sort", \.sort, .text, "The order, as --sort has it."),
                YAMLKey("where", \.filter, .text, "The rows, as --where has it."), watchlist,
                YAMLKey("short", \.isShort, .flag, "Whether only the coins that stand out are shown."),
                YAMLKey("top", \.top, .whole(from: 1), "The most rows."),
                YAMLKey("decimal", \.style.decimal, .choice("decimal mark"), "What stands before decimals."),
                YAMLKey("excel", \.style.excel, .flag, "Whether CSV and TSV are for Excel."),
            ]
        }
    }

    /// Reads an output: the name of a file, or a mapping that says more.
    init(_ node: DefinitionNode, for request: RankRequest, screens: String) throws {
        let said = try node.isMapping ? node.entries().map { try $0.key.text() } : ["name"]
        guard let kind = Kind.allCases.first(where: { said.contains($0.key) }) else {
            throw node.error("an output is one of: `name` of a file, `site`, `export`, `digest`, `portfolio`")
        }
        self.kind = kind
        let fields = try node.take(by: Self.keys(of: kind), into: &self, elseAs: "name")
        if kind == .site, !request.hasPages {
            let what = "a site shows the ranking of the preset discovery, and this one is \(request.preset)"
            throw (fields["site"] ?? node).error(what)
        }
        guard kind == .ranking else { return }
        if let screen, let place = fields["screen"] { try take(screen, in: screens, for: request, at: place) }
        let texts: [(String, WritableKeyPath<RankRequest, String?>, String?)] = [
            ("columns", \.columns, columns), ("sort", \.sort, sort), ("where", \.filter, filter),
        ]
        var short = request
        short.isShort = isShort
        try fields["short"]?.check(short)
        for (key, part, text) in texts {
            var asked = request
            asked[keyPath: part] = text
            try fields[key]?.check(asked)
        }
    }

    /// Takes what a screen says and the output does not.
    private mutating func take(
        _ name: String,
        in folder: String,
        for request: RankRequest,
        at node: DefinitionNode
    ) throws {
        let asked = try node.reading { try Screen(named: name, in: folder).request(ofPreset: request.preset) }
        (columns, sort, filter) = (columns ?? asked.columns, sort ?? asked.sort, filter ?? asked.filter)
        top = top ?? asked.top
    }

    /// The file to open first, from the output folder on.
    var start: String {
        switch kind {
        case .ranking, .digest, .portfolio: name
        case .site: name + "/index.html"
        case .export: name + "/datapackage.json"
        }
    }

    /// Whether it is for the person alone.
    var isPrivate: Bool { kind == .portfolio }
}

public import CoinModel
internal import CoinOperations

extension Definition {
    /// Something to write: a file of the ranking, a folder, or a file of the person's portfolio.
    public struct Output: Sendable {
        /// The name of the file or folder in the output folder.
        public let name: String
        /// What it shows.
        public let content: Content
        /// The watchlist whose coins alone it shows; nil for all coins.
        public let watchlist: String?

        /// What an output shows, and how.
        public enum Content: Sendable {
            /// The ranking, in the format of the file's ending.
            case ranking(Ranking)
            /// A folder of pages, as `assay report site` writes it: how many coins get a page, nil for all, and the archive of
            /// their images.
            case site(coins: Int?, images: String?)
            /// A folder of described tables, as `assay export` writes it.
            case export
            /// What `assay portfolio` tells, for the person alone.
            case portfolio(Portfolio)
        }

        /// The rows and columns of a ranking's file.
        public struct Ranking: Sendable {
            /// The columns, as `--columns` has them; nil for the preset's own.
            public let columns: String?
            /// The order, as `--sort` has it; nil for the rank.
            public let sort: String?
            /// The rows, as `--where` has it; nil for all.
            public let filter: String?
            /// The most rows; nil for all.
            public let top: Int?
            /// What stands before decimals in CSV and TSV, as `--decimal` has it; nil for a point.
            public let decimal: Notation.DecimalMark?
            /// Whether CSV and TSV are for Excel, as `--excel` has it.
            public let excel: Bool
        }

        /// What is told of a portfolio.
        public struct Portfolio: Sendable {
            /// The command that tells it.
            public enum Report: String, Sendable, CaseIterable {
                case holdings, value, performance
            }

            /// The command that tells it.
            public let report: Report
            /// The first day of a series or period; nil for none.
            public let since: Day?
            /// The days between two rows of a series.
            public let step: Int
            /// Another method of costs than the profile's.
            public let method: String?
        }
    }
}

extension Definition.Output {
    /// What each kind of output takes; the first is what tells it, the one for rankings last.
    private static let kinds = [
        ["site", "coins", "images", "watchlist"], ["export", "watchlist"],
        ["portfolio", "name", "since", "step", "method"],
        ["name", "columns", "sort", "where", "watchlist", "top", "decimal", "excel"],
    ]

    /// Reads an output: the name of a file, or a mapping that says more.
    init(_ node: DefinitionNode, for request: RankRequest, _ folder: DefinitionFolder) throws {
        let said = try node.isMapping ? node.entries().map { try $0.key.text() } : ["name"]
        let kind = Definition.Output.kinds.first { said.contains($0[0]) }
        guard let kind else {
            throw node.error("an output is one of: `name` of a file, `site`, `export`, `portfolio`")
        }
        let fields = try node.mapping(allowing: kind, elseAs: "name")
        guard let named = fields["name"] ?? (kind[0] == "portfolio" ? nil : fields[kind[0]]) else {
            throw node.error("`name` is missing; name a file, such as value.html")
        }
        name = try named.fileName()
        watchlist = try fields["watchlist"]?.text()
        switch kind[0] {
        case "site":
            guard request.hasPages else {
                throw named.error("a site shows the ranking of the preset discovery, and this one is \(request.preset)")
            }
            let coins = try fields["coins"].map { try $0.text() == "all" ? nil : try $0.whole(from: 0) } ?? 200
            content = .site(coins: coins, images: try fields["images"].map { folder.resolve(try $0.text()) })
        case "export": content = .export
        case "portfolio":
            content = .portfolio(
                Portfolio(
                    report: try fields["portfolio"]?.choice("report of a portfolio") ?? .value,
                    since: try fields["since"]?.moment().limit.day,
                    step: try fields["step"]?.whole(from: 1) ?? 1,
                    method: try fields["method"]?.choice("method of costs", of: PortfolioFile.costMethods)
                )
            )
        default:
            content = .ranking(
                Ranking(
                    columns: try fields["columns"]?.text(),
                    sort: try fields["sort"]?.text(),
                    filter: try fields["where"]?.text(),
                    top: try fields["top"]?.whole(from: 1),
                    decimal: try fields["decimal"]?.choice("decimal mark"),
                    excel: try fields["excel"]?.flag() ?? false
                )
            )
            let texts: [(String, WritableKeyPath<RankRequest, String?>)] = [
                ("columns", \.columns), ("sort", \.sort), ("where", \.filter),
            ]
            for (key, part) in texts {
                var asked = request
                asked[keyPath: part] = try fields[key]?.text()
                try fields[key]?.check(asked)
            }
        }
    }

    /// The file to open first, from the output folder on.
    var start: String {
        switch content {
        case .ranking, .portfolio: name
        case .site: name + "/index.html"
        case .export: name + "/datapackage.json"
        }
    }

    /// Whether it is for the person alone.
    var isPrivate: Bool { if case .portfolio = content { true } else { false } }
}

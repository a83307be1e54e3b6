public import ArgumentParser
import CoinModel
public import CoinOperations
import CoinTables

extension HourSpan: ExpressibleByArgument {}

struct CoinCommand: RankedTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coin",
        "Shows one coin.",
        """
        The coin is named by its id, symbol or name. A word that several coins bear, be it as the id of one and the \
        symbol of another, is refused with the candidates; `id:near`, `symbol:near` and `name:"NEAR Protocol"` say which. \
        Files and formats other than `table` have its weeks; the screen has your notes (`assay note`) too.
        """,
        examples: [
            "assay coin monero",
            "assay coin monero --weeks 12",
            "assay coin BTC --facts --format csv",
            "assay coin monero --output monero.html",
            "assay coin BTC --details --format json",
            "assay coin BTC --span 7d",
            "assay coin monero --ranks --preset classic --weeks 26",
        ]
    )

    @Argument(help: "The coin's id, symbol or name.")
    var coin: String

    @Option("n", "Its newest weeks, at most 53; 12 where none are asked for.", whole(1...53))
    var weeks: Int?

    @Flag(help: "Every stored fact with its source instead of the weeks.")
    var facts = false

    @Flag(help: "What sources say of it in addition to facts, a row each: ranks, all-time highs, descriptions, links.")
    var details = false

    @Flag(help: "Its ranks at the ends of the weeks instead.")
    var ranks = false

    @Option(help: "Its newest hours instead, as sources gave them: 24h or 7d.")
    var span: HourSpan?

    @Option(help: .value("folder", "Show the coin's image on its page, from the archive of `assay fetch images`."))
    var images: String?

    @OptionGroup var profile: ProfileOptions
    @OptionGroup var ranking: RankOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if [ranks, facts, details, span != nil].count(where: \.self) > 1 {
            throw ValidationError("--ranks, --facts, --details and --span are tables of their own: ask for one.")
        }
    }

    mutating func run() throws {
        let request = try ranking.request()
        let writer = output.writer(reading: files)
        let isWhole = !ranks && !facts && !details && span == nil && request.hasPages
        let form = try writer.form
        guard images == nil || isWhole && form == .page else {
            throw ValidationError("--images stands on the coin's page alone: add --output coin.html.")
        }
        switch form {
        case .page where isWhole:
            try writer.check()
            let page = try coinPage(coin, request, images: images, in: ranking.location)
            try writer.deliver(page: page, print: Console.print, tell: Console.tell)
        case .terminal where isWhole && weeks == nil:
            let notes = profile.notes
            let inputs = files + [notes?.path].compactMap { $0 }
            try output.show(coinSummary(coin, request, notes: notes, in: ranking.location), reading: inputs)
        default: try output.show(table(), reading: files)
        }
    }

    func table() throws -> Table {
        let request = try ranking.request()
        let weeks = weeks ?? 12
        guard !ranks else { return try rankHistory(coin, weeks: weeks, request, in: ranking.location) }
        let view: DossierView = span.map { .hours($0) } ?? (facts ? .facts : details ? .details : .weeks(weeks))
        return try coinDossier(coin, view, request, in: ranking.location)
    }
}

struct Find: StoreTableCommand {
    static let configuration = CommandConfiguration(
        "Finds coins by id, symbol and name.",
        examples: ["assay find btc", "assay find symbol:near --format json"]
    )

    @Argument(help: "An id, a symbol, or part of a name; `id:`, `symbol:` or `name:` before it means nothing else.")
    var words: [String]

    @Option("time", "Read the coin lists as they were known then: later loads are left out.", moment)
    var known: AsOf?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions

    func table() throws -> Table {
        try findCoins(words.joined(separator: " "), known: known, in: store.location)
    }
}

struct Compare: RankedTableCommand {
    static let configuration = CommandConfiguration(
        "Shows coins side by side.",
        "A row for each column of the preset, with the difference where the values are numbers.",
        examples: [
            "assay compare bitcoin ethereum",
            "assay compare BTC XMR ZEC --preset classic --columns +reason --format md",
        ]
    )

    @Argument(help: "Two coins or more, each by its id, symbol or name.")
    var coins: [String]

    @Option(help: .value("names", "Which columns."))
    var columns: String?

    @OptionGroup var ranking: RankOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if coins.count < 2 { throw ValidationError("Name two coins or more.") }
    }

    func table() throws -> Table {
        var request = try ranking.request()
        request.columns = columns
        request.form = try output.writer().form
        return try compare(coins, request, in: ranking.location)
    }
}

struct Why: RankedTableCommand {
    static let configuration = CommandConfiguration(
        "Explains a score or a number of a coin.",
        """
        With a column: its formula with the numbers in it, the weeks used, observed and missing, and the sources, \
        loads and files that they came from. With `commits`: the sources that count its commits side by side. \
        Without: what each signal adds to its score.
        """,
        examples: ["assay why monero", "assay why bitcoin dev_change_pct --as-of 2023-12-31"]
    )

    @Argument(help: "The coin's id, symbol or name.")
    var coin: String

    @Argument(help: "A column (see `assay explain`), or `commits`.")
    var metric: String?

    @OptionGroup var ranking: RankOptions
    @OptionGroup var output: OutputOptions

    func table() throws -> Table {
        var request = try ranking.request()
        request.form = try output.writer().form
        return try CoinOperations.why(coin, metric, request, in: ranking.location)
    }
}

/// What is decided about coins rather than loaded.
struct Identity: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Decides which ids and repositories belong to a coin.",
        examples: [
            "assay identity propose migrations/",
            "assay identity crosswalk --proposed --output coins-review.csv",
            "assay identity merge bitcoin coinpaprika:btc-bitcoin",
            "assay identity rename maticnetwork/bor 0xPolygon/bor",
        ],
        subcommands: [
            Propose.self, Crosswalk.self, Review.self, Merge.self, Split.self, Alias.self, Migrate.self,
            Rename.self,
        ]
    )

    struct Propose: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Proposes which ecosystem belongs to which coin.",
            """
            A row for each ecosystem that has a coin's name or symbol or names its repositories, at most five a coin. \
            Saved as CSV it is the table that `assay load coins --ecosystems` takes; rows count once somebody has \
            written who or when into `reviewed`, and decided the scope: direct, all (with the ecosystems below) or none. \
            Add --raw-text where an ecosystem's name begins with = + - or @.

            For a plain list of repositories, one a line, it proposes a coin list: id, symbol, name, repos; without a path \
            for the repositories of the store that no coin has, such as clones that were loaded.
            """,
            examples: [
                "assay identity propose migrations/ --output ecosystems.csv",
                "assay identity propose export.jsonl --ecosystems ecosystems.csv --format csv",
                "assay identity propose --output coins.csv",
            ]
        )

        @Argument(help: .value("path", "A folder of migrations, one of them, an export, or a list of repositories."))
        var path: String?

        @Option("time", "Read it as it was then: a date or an instant with Z.", moment)
        var observedAt: AsOf?

        @Option(help: .value("file", "A table of decisions: its coins are left out."))
        var ecosystems: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        var files: ReservedFiles { store.files + [path, ecosystems].compactMap { $0 } }

        func table() throws -> Table {
            let decided = try ecosystems.map { try EcosystemsFile(path: $0) }
            return try proposeEcosystems(
                path,
                observed: observedAt,
                beside: decided,
                in: store.location,
                tell: Console.tell
            )
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Records that a repository was renamed.",
            """
            From then on both names are one repository, whichever of them a coin list, a clone, a log or GitHub's API has: \
            its commits and weekly figures are those of both, and where both have a week the new name's counts. It is a \
            load of its own, which `assay store forget` undoes; --known before it reads the store as it was.
            """,
            examples: [
                "assay identity rename maticnetwork/bor 0xPolygon/bor",
                "assay identity rename ripple/rippled XRPLF/rippled --store coins.sqlite",
            ]
        )

        @Argument(help: .value("former", "The name that it had: owner/name."), transform: repository)
        var former: RepositoryName

        @Argument(help: .value("current", "The name that it has now."), transform: repository)
        var current: RepositoryName

        @OptionGroup var store: StoreOptions

        mutating func validate() throws {
            if former == current { throw ValidationError("Both names are the same.") }
        }

        mutating func run() throws {
            let rename = RepositoryRename(former: former, current: current)
            Console.tell(try renameRepository(rename, in: store.location, now: .systemNow))
        }
    }
}

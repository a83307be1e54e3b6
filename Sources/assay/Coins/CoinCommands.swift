public import ArgumentParser
import CoinModel
public import CoinOperations
import CoinTables

extension HourSpan: ExpressibleByArgument {}

struct CoinCommand: RankedTableCommand {
    static let configuration = CommandConfiguration("coin")

    @Argument(help: "The coin's id, symbol or name.", completion: .coins)
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

    @Option("folder", "Show the coin's image on its page, from the archive of `assay fetch images`.", .directory)
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
            try writer.deliver(page: page, print: Console.print, report: Console.report)
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
    static let configuration = CommandConfiguration("find")

    @Argument(
        help: "An id, a symbol, or part of a name; `id:`, `symbol:` or `name:` before it means nothing else.",
        completion: .coins
    )
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
    static let configuration = CommandConfiguration("compare")

    @Argument(help: "Two coins or more, each by its id, symbol or name.", completion: .coins)
    var coins: [String] = []

    @Option("coin", "Compare this coin with those nearest to it by sector, size and prices instead.", .coins)
    var similar: String?

    @Option("n", "How many of these, at most 20; 5 where none are asked for.", whole(1...20))
    var top: Int?

    @Option("names", "Which columns.", .columns)
    var columns: String?

    @OptionGroup var ranking: RankOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if similar != nil, !coins.isEmpty {
            throw ValidationError("--similar finds the other coins itself: name none next to it.")
        }
        if similar == nil {
            guard coins.count > 1 else { throw ValidationError("Name two coins or more, or one with --similar.") }
            guard top == nil else {
                throw ValidationError("--top is the number of coins that --similar finds: add it.")
            }
        }
    }

    func table() throws -> Table {
        var request = try ranking.request()
        request.columns = columns
        request.form = try output.writer().form
        let location = ranking.location
        guard let similar else { return try compare(coins, request, in: location) }
        return try compare(similarTo: similar, top: top ?? 5, request, in: location)
    }
}

struct Why: RankedTableCommand {
    static let configuration = CommandConfiguration("why")

    @Argument(help: "The coin's id, symbol or name.", completion: .coins)
    var coin: String

    @Argument(help: "A column (see `assay explain`), or `commits`.", completion: .column)
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
        "identity",
        subcommands: [
            Propose.self, Crosswalk.self, Review.self, Merge.self, Split.self, Alias.self, Migrate.self, Rename.self,
        ]
    )

    struct Propose: StoreTableCommand {
        static let configuration = CommandConfiguration("identity propose")

        @Argument(
            help: .value("path", "A folder of migrations, one of them, an export, or a list of repositories."),
            completion: .file()
        )
        var path: String?

        @Option("time", "Read it as it was then: a date or an instant with Z.", moment)
        var observedAt: AsOf?

        @Option("file", "A table of decisions: its coins are left out.", .file())
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
                report: Console.report
            )
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration("identity rename")

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
            Console.report(try renameRepository(rename, in: store.location, now: .systemNow))
        }
    }
}

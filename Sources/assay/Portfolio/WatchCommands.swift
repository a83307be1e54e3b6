import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// Lists of coins that a person watches.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Manages watchlists.",
        """
        A list is a CSV file of yours (coin, added, note, tags), which you may edit; it belongs to no store. Without a name \
        the list is `favourites`. Rankings, pages and exports take `--watchlist LIST`.
        """,
        examples: [#"assay watch add bitcoin XMR --note "Long term" --tag core"#, "assay rank --watchlist favourites"],
        subcommands: [
            Add.self, Remove.self, List.self, Show.self, Share.self, Import.self, Export.self,
        ]
    )
}

/// Which list is meant, and where it is.
struct ListOptions: ParsableArguments {
    @Option(help: .value("list", "The list; favourites without it."))
    var list: String?

    @OptionGroup var profile: ProfileOptions
    @OptionGroup var store: StoreOptions

    func file() throws -> WatchlistFile {
        try WatchlistFile(list, in: profile.folder(wait: store.wait.wait))
    }

    func files() throws -> ReservedFiles { store.files + [try file().path] }
}

extension Watch {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Adds coins to a list.",
            """
            All of them or none. A coin that is there already is reported; a note or tags that you give are written \
            next to it. Without a store, ids are taken as they are.
            """,
            examples: [
                "assay watch add bitcoin monero",
                #"assay watch add XMR --list privacy --note "Ask about the audit" --tag privacy --tag layer1"#,
            ]
        )

        @Argument(help: .value("coins", "Coins, each by its id, symbol or name."))
        var coins: [String]

        @Option(help: "What to note about them.")
        var note = ""

        @Option(help: .value("tag", "A word to group coins by; may be repeated."))
        var tag: [String] = []

        @Flag(help: "Take ids that the store does not know.")
        var anyway = false

        @OptionGroup var options: ListOptions

        mutating func run() throws {
            try options.file().watch(coins, note: note, tags: tag, anyway: anyway, options.store.context)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Removes coins from a list.",
            "All of them or none.",
            examples: ["assay watch remove monero", "assay watch remove XMR ZEC --list privacy"]
        )

        @Argument(help: .value("coins", "Coins, each by its id, symbol or name."))
        var coins: [String]

        @OptionGroup var options: ListOptions

        mutating func run() throws { try options.file().unwatch(coins, options.store.context) }
    }

    struct List: TableCommand {
        static let configuration = CommandConfiguration(
            "Lists the watchlists.",
            examples: ["assay watch list", "assay watch list --profile ~/coins --format csv"]
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var profile: ProfileOptions
        @OptionGroup var common: CommonOptions

        var files: ReservedFiles { get throws { ReservedFiles(inputs: try profile.folder(wait: 0).inputs) } }

        func table() throws -> Table { try profile.folder(wait: 0).watchlists() }
    }

    struct Show: TableCommand {
        static let configuration = CommandConfiguration(
            "Shows the coins of a list with notes and tags.",
            "For figures see `assay rank --watchlist LIST`.",
            examples: ["assay watch show", "assay watch show --list privacy --tag layer1"]
        )

        @Option(help: .value("tag", "Only coins with this tag; may be repeated."))
        var tag: [String] = []

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().table(tags: tag) }
    }

    struct Share: TableCommand {
        static let configuration = CommandConfiguration(
            "Writes a list with links for others.",
            """
            Each coin with its market page and its repositories; your notes and tags only with --notes. `--format md`, \
            `table`, `csv` and `html` are for chats, mails, spreadsheets and browsers.
            """,
            examples: ["assay watch share --format md", "assay watch share --list privacy --output privacy.html"]
        )

        @Option(help: .value("tag", "Only coins with this tag; may be repeated."))
        var tag: [String] = []

        @Flag(help: "With notes and tags.")
        var notes = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table {
            try options.file().shared(tags: tag, withNotes: notes, in: options.store.location, tell: Console.tell)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Adds the coins of a CSV file to a list.",
            """
            The file has the columns of `assay watch export`, or at least one of coin, coin_id, id, symbol and name. Rows \
            that name no coin or several are reported with their line; the others are taken.
            """,
            examples: ["assay watch import list.csv", "assay watch import coins.csv --list everything"]
        )

        @Argument(help: .value("file", "The table, as CSV."))
        var file: String

        @Flag(help: "Take ids that the store does not know.")
        var anyway = false

        @OptionGroup var options: ListOptions

        mutating func run() throws {
            try options.file().take(file, anyway: anyway, options.store.context).endUnlessSuccess()
        }
    }

    struct Export: TableCommand {
        static let configuration = CommandConfiguration(
            "Writes a list as CSV.",
            examples: ["assay watch export --output favourites.csv", "assay watch export --list privacy"]
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        static let usualFormat: String? = "csv"
        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().table(tags: []) }
    }
}

import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// Lists of coins that a person watches.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        "watch",
        subcommands: [Add.self, Remove.self, List.self, Show.self, Share.self, Import.self, Export.self]
    )
}

/// Which list is meant, and where it is.
struct ListOptions: ParsableArguments {
    @Option("list", "The list; favourites without it.", .watchlists)
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
        static let configuration = CommandConfiguration("watch add")

        @Argument(help: .value("coins", "Coins, each by its id, symbol or name."), completion: .coins)
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
        static let configuration = CommandConfiguration("watch remove")

        @Argument(help: .value("coins", "Coins, each by its id, symbol or name."), completion: .coins)
        var coins: [String]

        @OptionGroup var options: ListOptions

        mutating func run() throws { try options.file().unwatch(coins, options.store.context) }
    }

    struct List: TableCommand {
        static let configuration = CommandConfiguration("watch list")

        @OptionGroup var output: OutputOptions
        @OptionGroup var profile: ProfileOptions
        @OptionGroup var common: CommonOptions

        var files: ReservedFiles { get throws { ReservedFiles(inputs: try profile.folder(wait: 0).inputs) } }

        func table() throws -> Table { try profile.folder(wait: 0).watchlists() }
    }

    struct Show: TableCommand {
        static let configuration = CommandConfiguration("watch show")

        @Option(help: .value("tag", "Only coins with this tag; may be repeated."))
        var tag: [String] = []

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().table(tags: tag) }
    }

    struct Share: TableCommand {
        static let configuration = CommandConfiguration("watch share")

        @Option(help: .value("tag", "Only coins with this tag; may be repeated."))
        var tag: [String] = []

        @Flag(help: "With notes and tags.")
        var notes = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table {
            try options.file().shared(tags: tag, withNotes: notes, in: options.store.location, report: Console.report)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration("watch import")

        @Argument(help: .value("file", "The table, as CSV."), completion: .file())
        var file: String

        @Flag(help: "Take ids that the store does not know.")
        var anyway = false

        @OptionGroup var options: ListOptions

        mutating func run() throws {
            try options.file().take(file, anyway: anyway, options.store.context).endUnlessSuccess()
        }
    }

    struct Export: TableCommand {
        static let configuration = CommandConfiguration("watch export")

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ListOptions

        static let usualFormat: String? = "csv"
        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().table(tags: []) }
    }
}

import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What a person notes about coins.
struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Adds notes to coins.",
        """
        Notes are a CSV file of yours next to the watchlists; they belong to no store. `assay coin` shows those of a coin, \
        `assay feed` those that are new. `assay note COIN TEXT` means `assay note add COIN TEXT`.
        """,
        examples: [#"assay note monero "Audit is due in May""#, "assay note list monero"],
        subcommands: [Add.self, List.self, Remove.self],
        defaultSubcommand: Add.self
    )
}

extension Note {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Adds a note to a coin.",
            "A note is one line of at most 1000 characters. Without a store, the id is taken as it stands.",
            examples: [
                #"assay note monero "Audit is due in May""#,
                #"assay note add XMR "Bridge went live" --at 2024-03-20"#,
            ]
        )

        @Argument(help: .value("coin", "The coin's id, symbol or name."))
        var coin: String

        @Argument(help: .value("text", "What to note."))
        var text: String

        @Option("time", "A date, or an instant with Z; now without it.", moment)
        var at: AsOf?

        @Flag(help: "Take an id that the store does not know.")
        var anyway = false

        @OptionGroup var options: OwnOptions<NotesFile>

        mutating func run() throws {
            try options.file().note(text, on: coin, at: at, anyway: anyway, options.store.context)
        }
    }

    struct List: TableCommand {
        static let configuration = CommandConfiguration(
            "Lists notes, or those about one coin.",
            examples: ["assay note list", "assay note list monero --format csv"]
        )

        @Argument(help: .value("coin", "The coin's id, symbol or name; all without it."))
        var coin: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<NotesFile>

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table {
            try options.file().table(on: coin, in: options.store.location, tell: Console.tell)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Removes a note.",
            "`assay note list` shows the numbers.",
            examples: ["assay note remove 3", "assay note remove 12 --profile ~/coins"]
        )

        @Argument(help: .value("entry", "The number of the note."), transform: whole(1...1_000_000_000))
        var entry: Int

        @OptionGroup var profile: ProfileOptions
        @OptionGroup var wait: WaitOption
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            try NotesFile(in: profile.folder(wait: wait.wait)).remove(entry, tell: Console.tell)
        }
    }
}

import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What a person notes about coins.
struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Notes something about a coin.",
        discussion: """
            Notes are a CSV file of yours beside the watchlists; they belong to no store. `assay coin` shows those of a coin, \
            `assay feed` those that are new. `assay note COIN TEXT` means `assay note add COIN TEXT`.

            Examples:
              assay note monero "Audit is due in May"
              assay note list monero
            """,
        subcommands: [Add.self, List.self, Remove.self],
        defaultSubcommand: Add.self
    )
}

/// Where notes are, and the store that knows coins.
struct NoteOptions: ParsableArguments {
    @OptionGroup var profile: ProfileOptions
    @OptionGroup var store: StoreOptions

    func file() throws -> NotesFile { NotesFile(in: try profile.folder(wait: store.wait.wait)) }
}

extension Note {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Notes something about a coin.",
            discussion: """
                A note is one line of at most 1000 characters. Without a store, the id is taken as it stands.

                Examples:
                  assay note monero "Audit is due in May"
                  assay note add XMR "Bridge went live" --at 2024-03-20
                """
        )

        @Argument(help: .value("coin", "The coin's id, symbol or name."))
        var coin: String

        @Argument(help: .value("text", "What to note."))
        var text: String

        @Option(help: .value("time", "A date, or an instant with Z; now without it."), transform: moment)
        var at: AsOf?

        @Flag(help: "Take an id that the store does not know.")
        var anyway = false

        @OptionGroup var options: NoteOptions

        mutating func run() throws {
            let time = at ?? .instant(Instant(seconds: Instant.systemNow.milliseconds / 1000))
            let (file, location) = (try options.file(), options.store.location)
            try note(text, on: coin, at: time, anyway: anyway, in: file, location, tell: Console.tell)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists notes, or those about one coin.",
            discussion: """
                Examples:
                  assay note list
                  assay note list monero --format csv
                """
        )

        @Argument(help: .value("coin", "The coin's id, symbol or name; all without it."))
        var coin: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: NoteOptions

        mutating func run() throws {
            let (file, store) = (try options.file(), options.store)
            let inputs = store.files + [file.path]
            try output.show(notes(on: coin, in: file, store.location, tell: Console.tell), reading: inputs)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a note.",
            discussion: """
                `assay note list` shows the numbers.

                Examples:
                  assay note remove 3
                  assay note remove 12 --profile ~/coins
                """
        )

        @Argument(help: .value("entry", "The number of the note."), transform: whole(1...1_000_000_000))
        var entry: Int

        @OptionGroup var profile: ProfileOptions
        @OptionGroup var wait: WaitOption
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            try removeNote(entry, in: NotesFile(in: profile.folder(wait: wait.wait)), tell: Console.tell)
        }
    }
}

import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What a person notes about coins.
struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
        "note",
        subcommands: [Add.self, List.self, Remove.self],
        defaultSubcommand: Add.self
    )
}

extension Note {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration("note add")

        @Argument(help: .value("coin", "The coin's id, symbol or name."), completion: .coins)
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
        static let configuration = CommandConfiguration("note list")

        @Argument(help: .value("coin", "The coin's id, symbol or name; all without it."), completion: .coins)
        var coin: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<NotesFile>

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table {
            try options.file().table(on: coin, in: options.store.location, report: Console.report)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration("note remove")

        @Argument(help: .value("entry", "The number of the note."), transform: whole(1...1_000_000_000))
        var entry: Int

        @OptionGroup var profile: ProfileOptions
        @OptionGroup var wait: WaitOption
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            try NotesFile(in: profile.folder(wait: wait.wait)).remove(entry, report: Console.report)
        }
    }
}

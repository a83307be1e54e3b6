import ArgumentParser
import CoinOperations
import CoinTables

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        "Shows and cleans up downloaded answers.",
        examples: ["assay archive list", "assay archive prune --keep-days 90 --dry-run"],
        subcommands: [List.self, Prune.self]
    )

    struct List: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Lists downloaded answers by source and day.",
            examples: ["assay archive list", "assay archive list answers --format csv"]
        )
        @Argument(help: .value("folder", "The archive; by default the store's name with .answers."))
        var folder: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try archiveList(folder ?? store.location.answers) }
    }

    struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Deletes downloaded answers that are no longer needed.",
            """
            What was loaded stays, for `assay store rebuild` reads it again; errors, repeated answers and what was never \
            loaded go when they are old enough.
            """,
            examples: [
                "assay archive prune --keep-days 90 --dry-run",
                "assay archive prune answers --keep-days 30 --store mine.sqlite",
            ]
        )
        @Argument(help: .value("folder", "The archive; by default the store's name with .answers."))
        var folder: String?

        @Option("n", "How many days stay as they are.", whole(0...100_000))
        var keepDays = 365

        @Flag(help: "Print the files that would be dropped, and drop none.")
        var dryRun = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            let (files, note) = try pruneArchive(
                folder ?? store.location.answers,
                keeping: keepDays,
                for: store.location,
                isDry: dryRun,
                now: .systemNow
            )
            if dryRun { files.forEach(Console.print(line:)) }
            Console.tell(note)
        }
    }
}

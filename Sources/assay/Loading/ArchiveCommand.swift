import ArgumentParser
import CoinOperations
import CoinTables

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Shows and thins the archive of raw answers.",
        discussion: """
            Examples:
              assay archive list
              assay archive prune --keep-days 90 --dry-run
            """,
        subcommands: [List.self, Prune.self]
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists what an archive holds by source and day.",
            discussion: """
                Examples:
                  assay archive list
                  assay archive list answers --format csv
                """
        )
        @Argument(help: .value("folder", "The archive; by default the store's name with .answers."))
        var folder: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            try output.show(archiveList(folder ?? store.location.answers), reading: store.files)
        }
    }

    struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drops old answers that the store does not need.",
            discussion: """
                What was loaded stays, for `assay store rebuild` reads it again; errors, repeated answers and what was never \
                loaded go when they are old enough.

                Examples:
                  assay archive prune --keep-days 90 --dry-run
                  assay archive prune answers --keep-days 30 --store mine.sqlite
                """
        )
        @Argument(help: .value("folder", "The archive; by default the store's name with .answers."))
        var folder: String?

        @Option(help: .value("n", "How many days stay as they are."), transform: whole(0...100_000))
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

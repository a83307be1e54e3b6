import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What is decided about coins rather than loaded.
struct Coins: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prepares what a person decides about coins.",
        discussion: """
            Examples:
              assay coins propose migrations/
              assay coins propose migrations/ --observed-at 2024-03-25 --output ecosystems.csv
            """,
        subcommands: [Propose.self]
    )

    struct Propose: StoreTableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Proposes which ecosystems of a taxonomy are which coins'.",
            discussion: """
                A row for each ecosystem that bears a coin's name or symbol or names its repositories, at most five a coin. \
                Saved as CSV it is the table that `assay load coins --ecosystems` takes; rows hold once somebody has \
                written who or when into `reviewed`, and decided the scope: direct, all (with the ecosystems below) or none. \
                Add --raw-text where an ecosystem's name begins with = + - or @.

                Examples:
                  assay coins propose migrations/ --output ecosystems.csv
                  assay coins propose export.jsonl --ecosystems ecosystems.csv --format csv
                """
        )

        @Argument(help: .value("path", "A folder of migrations, one of them, or an export."))
        var path: String

        @Option(help: .value("time", "Read it as it was then: a date or an instant with Z."))
        var observedAt: AsOf?

        @Option(help: .value("file", "A table of decisions: its coins are left out."))
        var ecosystems: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        var inputs: [String] { [path] + [ecosystems].compactMap { $0 } }

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
}

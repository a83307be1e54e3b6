import ArgumentParser
import CoinPipeline
import CoinTables

struct Runs: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Lists and compares past runs.",
        "`assay run` keeps the record of each run that had something to do beside the store, in STORE.runs.",
        examples: ["assay runs list", "assay runs diff last~1 last"],
        subcommands: [List.self, Show.self, Diff.self]
    )

    struct List: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Lists the runs of a store, newest first.",
            examples: ["assay runs list", "assay runs list --store mine.sqlite --format csv"]
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try RunHistory(of: store.location).list(tell: Console.tell) }
    }

    struct Show: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Shows what a run did: settings, inputs, fetches, steps, messages, outputs.",
            examples: ["assay runs show", "assay runs show 20260301T10 --format json"]
        )

        @Argument(help: runHelp)
        var name = "last"

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try RunHistory(of: store.location).show(name, tell: Console.tell) }
    }

    struct Diff: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Compares two runs.",
            examples: ["assay runs diff", "assay runs diff last~7 last --format md"]
        )

        @Argument(help: runHelp)
        var before = "last~1"

        @Argument(help: runHelp)
        var after = "last"

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table {
            try RunHistory(of: store.location).difference(before, after, tell: Console.tell)
        }
    }
}

private let runHelp = ArgumentHelp.value("run", "The beginning of a run's name, last, or last~N for the Nth before it.")

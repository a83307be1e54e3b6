import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a pipeline: loads its inputs, ranks, writes its outputs and run.json.",
        discussion: """
            Paths in the definition count from the folder that it lies in, by the name given here (a link's own folder); \
            --store and --out count from the working folder. A run with nothing new says so and changes no file.

            Examples:
              assay run pipelines/discovery.yaml
              assay run pipelines/discovery.yaml --as-of 2024-03-25 --out /tmp/report
            """
    )

    @Argument(help: "The definition.")
    var definition = "pipelines/discovery.yaml"

    @OptionGroup var clocks: ClockOptions

    @Option(help: ArgumentHelp("The store instead of the definition's.", valueName: "file"))
    var store: String?

    @Option(
        help: ArgumentHelp("Seconds to wait for another process that holds the store.", valueName: "seconds"),
        transform: CheckedNumber.decimal(0...1_000_000)
    )
    var wait = 5.0

    @Option(help: ArgumentHelp("The output folder instead of the definition's.", valueName: "folder"))
    var out: String?

    @Option(
        help: ArgumentHelp("How many rows to print.", valueName: "n"),
        transform: CheckedNumber.whole(0...1_000_000_000)
    )
    var top = 15

    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        var overrides = RunOverrides()
        overrides.asOf = clocks.asOf
        overrides.known = clocks.known
        overrides.store = store
        overrides.wait = wait
        overrides.folder = out
        let shows = Console.showsProgress && !common.quiet
        var run = try PipelineRun(
            path: definition,
            overrides: overrides,
            clock: { .systemNow },
            tell: { diagnostic in
                if shows { Console.progress("") }
                Console.tell(diagnostic)
            },
            progress: { if shows { Console.progress($0) } }
        )
        defer { if shows { Console.progress("") } }
        let outcome = try run.run()
        if shows { Console.progress("") }
        guard !outcome.isUpToDate else {
            let inputs =
                outcome.status == .success ? "every input was loaded before" : "what can be loaded was loaded before"
            let detail = "nothing new: \(inputs) and every output is current"
            Console.tell(Diagnostic(.note, "up-to-date", place: outcome.folder, detail))
            if outcome.status != .success { throw Ended(status: outcome.status) }
            return
        }
        if var table = outcome.table, !common.quiet {
            let rest = table.rows.count - top
            table = table.top(top)
            if rest > 0 { table.notes.append("\(rest) more rows stand in the files of \(outcome.folder).") }
            let delivery = OutputWriter(color: Console.usesColor, width: Console.width)
            try delivery.deliver(table, print: Console.print, tell: Console.tell)
        }
        let files = outcome.record.outputs.map(\.path).joined(separator: ", ")
        Console.tell(Diagnostic(.note, "written", place: outcome.folder, "wrote \(files) and run.json"))
        if outcome.status != .success { throw Ended(status: outcome.status) }
    }
}

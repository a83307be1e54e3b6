import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables
import Foundation

/// Which pipeline is run, and what replaces its own settings.
struct RunOptions: ParsableArguments {
    @Argument(help: "The definition.", completion: .yaml)
    var definition = bundled

    /// The pipeline of the bundled data.
    private static let bundled = "pipelines/discovery.yaml"

    @OptionGroup var clocks: ClockOptions

    @Option("file", "The store instead of the definition's.", .stores)
    var store: String?

    @OptionGroup var wait: WaitOption

    @Option("folder", "The output folder instead of the definition's.", .directory)
    var out: String?

    @Option(
        "name=value",
        "The value of a parameter of the definition; may be repeated.",
        named("name=value, as --set top=100") { $0 }
    )
    var set: [(name: String, value: String)] = []

    @Option(
        "stages",
        "Carry out these stages alone, separated by commas, and leave out the others.",
        discussion:
            "What loads and asks by its own name, or as `load coins`, `fetch market`; score, check, report, export, alert.",
        names("names of stages, as --only score,report")
    )
    var only: [String] = []

    @Option(help: .value("stage", "Carry out this stage and those behind it, and leave out those before."))
    var from: String?

    @Option(
        "date",
        "Fill the past: ask histories from this day on, and rank each complete week since then.",
        discussion:
            "Each week goes to a folder of its own, OUT/2024-03-02; those that are current stay. Alerts are left out.",
        day
    )
    var since: Day?

    @Flag(help: "Use archived answers; make no network requests.")
    var offline = false

    /// A run with these settings and what else a command sets.
    func run(
        progress: @escaping (String) -> Void = { _ in },
        changing change: (inout RunOverrides) -> Void = { _ in }
    ) throws -> PipelineRun {
        if definition == RunOptions.bundled, !FileManager.default.fileExists(atPath: definition) {
            let next = "does not exist; `assay demo FOLDER` lays out pipelines and data to try, or name another file"
            throw OperationError(.usage, "file-not-found", place: definition, next)
        }
        var overrides = RunOverrides()
        (overrides.asOf, overrides.known, overrides.since) = (clocks.asOf, clocks.known, since)
        (overrides.store, overrides.wait, overrides.folder) = (store, wait.wait, out)
        (overrides.isOffline, overrides.environment) = (offline, ProcessInfo.processInfo.environment)
        (overrides.only, overrides.from) = (only, from)
        overrides.settings = Dictionary(set.map { ($0.name, $0.value) }) { $1 }
        change(&overrides)
        let clock: @Sendable () -> Instant = { .systemNow }
        return try PipelineRun(
            path: definition,
            overrides: overrides,
            clock: clock,
            report: Console.report,
            progress: progress
        )
    }
}

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration("plan")

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let run = try options.run()
        try output.show(run.plan(), reading: run.inputs)
    }
}

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration("run")

    @OptionGroup var options: RunOptions

    @Flag(help: "Write into an output folder that has files of others too.")
    var force = false

    @Flag(help: "End with 3 where an alert of the definition fires.")
    var failOnAlert = false

    @Flag(help: "Print what would be done and why, as `assay plan` does, and do nothing.")
    var dryRun = false

    @Option("n", "How many rows to print.", whole(0...1_000_000_000))
    var top = RankRequest.screenRows

    @OptionGroup var color: ColorOption
    @OptionGroup var common: CommonOptions

    /// Writes to the terminal.
    private var writer: OutputWriter {
        let isVerbose = Console.settings.isVerbose
        return OutputWriter(style: ReportStyle(color: color.isColored, width: Console.width, isVerbose: isVerbose))
    }

    mutating func run() throws {
        let progress = Progress("running")
        defer { progress.end() }
        var run = try options.run(
            progress: { step in progress.update { $0.verb = step } },
            changing: { ($0.failsOnAlert, $0.isForced, $0.screenRows) = (failOnAlert, force, top) }
        )
        guard !dryRun else {
            return try writer.deliver(run.plan(), print: Console.print, report: Console.report)
        }
        let outcome = try run.run()
        progress.end()
        if var table = outcome.table, !common.quiet {
            let rest = options.since == nil && table.summary == nil ? table.rows.count - top : 0
            if rest > 0 {
                table = table.top(top)
                table.notes.append("\(rest) more rows are in the files of \(outcome.summary.place).")
            }
            try writer.deliver(table, print: Console.print, report: Console.report)
        }
        Console.report(outcome.summary)
        try outcome.status.endUnlessSuccess()
    }
}

struct Runs: ParsableCommand {
    static let configuration = CommandConfiguration("runs", subcommands: [List.self, Show.self, Diff.self])

    struct List: StoreTableCommand {
        static let configuration = CommandConfiguration("runs list")

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try RunHistory(of: store.location).list(report: Console.report) }
    }

    struct Show: StoreTableCommand {
        static let configuration = CommandConfiguration("runs show")

        @Argument(help: runHelp, completion: .runs)
        var name = "last"

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try RunHistory(of: store.location).show(name, report: Console.report) }
    }

    struct Diff: StoreTableCommand {
        static let configuration = CommandConfiguration("runs diff")

        @Argument(help: runHelp, completion: .runs)
        var before = "last~1"

        @Argument(help: runHelp, completion: .runs)
        var after = "last"

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table {
            try RunHistory(of: store.location).difference(before, after, report: Console.report)
        }
    }
}

private let runHelp = ArgumentHelp.value("run", "The beginning of a run's name, last, or last~N for the Nth before it.")

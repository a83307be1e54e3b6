import ArgumentParser
import CoinOperations
import CoinTables
import Foundation

struct Formats: TableCommand {
    static let configuration = CommandConfiguration(
        "Lists the file formats that can be loaded.",
        examples: ["assay formats", "assay formats --format json"]
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func table() throws -> Table { sourceTable() }
}

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Explains columns, signals, states and messages.",
        examples: [
            "assay explain dev_change_pct", "assay explain development rising", "assay explain bots",
            "assay explain --format csv",
        ]
    )

    @Argument(
        help: """
            Columns, none for all; signals, states, presets, reasons and ids of messages; `states` and the like for all of \
            a kind; `bots` for the rules by which commits are taken for those of programs.
            """
    )
    var names: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let (table, failure) = names == ["bots"] ? (botTable(), nil) : explanations(of: names)
        if let failure, table.rows.isEmpty { throw failure }
        try output.show((table, failure), reading: .none)
    }
}

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        "Checks that this machine is ready.",
        "Workers are started, no requests are made, and nothing is written. It ends with 1 where there is a problem.",
        examples: ["assay doctor", "assay doctor --store mine.sqlite --format json"]
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions

    mutating func run() throws {
        let doctor = Doctor(store.location, environment: ProcessInfo.processInfo.environment, now: .systemNow)
        let (table, isWell) = doctor.examine()
        try output.show(table, reading: store.files)
        if !isWell { try ExitStatus.failed.endUnlessSuccess() }
    }
}

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Creates a folder with sample data to try.",
        """
        72 real coins with prices, commits and search interest up to 2024-03-25. Files that lie there already are left \
        as they are where they have the same content, and else refused.
        """,
        examples: ["assay demo try-assay", "assay demo . --quiet"]
    )

    @Argument(help: .value("folder", "Where it goes; it is made if it is not there."))
    var folder: String

    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let files = try layOutBundledData(
            in: folder,
            besideProgram: Bundle.main.executablePath ?? "",
            tell: Console.tell
        )
        Console.tell(files)
    }
}

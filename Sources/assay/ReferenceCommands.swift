import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables
import Foundation

struct Formats: TableCommand {
    static let configuration = CommandConfiguration("formats")

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func table() throws -> Table { sourceTable() }
}

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration("explain")

    @Argument(
        help: """
            Columns, none for all; signals, states, presets, reasons and ids of messages; `states` and the like for all of \
            a kind; `bots` for the rules by which commits are taken for those of programs.
            """,
        completion: .explained
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
    static let configuration = CommandConfiguration("doctor")

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions

    mutating func run() throws {
        let settings = commandSettings()
        let doctor = Doctor(store.location, environment: settings.environment, now: .systemNow) {
            _ = try settings.settingsOfFiles()
        }
        let (table, isWell) = doctor.examine()
        try output.show(table, reading: store.files)
        if !isWell { try ExitStatus.failed.endUnlessSuccess() }
    }
}

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration("demo")

    @Argument(help: .value("folder", "Where it goes; it is made if it is not there."), completion: .directory)
    var folder: String

    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let files = try layOutBundledData(
            in: folder,
            besideProgram: Bundle.main.executablePath ?? "",
            report: Console.report
        )
        Console.report(files)
    }
}

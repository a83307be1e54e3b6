import ArgumentParser
import CoinOperations
import Foundation

struct Sources: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the formats that can be loaded.",
        discussion: """
            Examples:
              assay sources
              assay sources --format json
            """
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        try output.show(sourceTable(), reading: .none)
    }
}

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains the columns of the reports, or who counts as a bot.",
        discussion: """
            Examples:
              assay explain dev_change_pct
              assay explain bots
              assay explain --format csv
            """
    )

    @Argument(help: "Columns, none for all; or `bots`, for the rules by which commits are taken for those of programs.")
    var columns: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        try output.show(columns == ["bots"] ? botTable() : columnTable(columns), reading: .none)
    }
}

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks for what may keep the program from its work on this machine.",
        discussion: """
            Workers are started, nobody is asked, and nothing is written. It ends with 1 where there is a problem.

            Examples:
              assay doctor
              assay doctor --store mine.sqlite --format json
            """
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

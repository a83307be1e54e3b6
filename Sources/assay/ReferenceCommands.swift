import ArgumentParser
import CoinOperations

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
        try output.show(sourceTable(), reading: [])
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
        try output.show(columns == ["bots"] ? botTable() : columnTable(columns), reading: [])
    }
}

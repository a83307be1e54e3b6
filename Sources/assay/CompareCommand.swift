import ArgumentParser
import CoinModel
import CoinOperations

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Shows coins side by side.",
        discussion: """
            A row for each column of the preset, with the difference where the values are numbers.

            Examples:
              assay compare bitcoin ethereum
              assay compare BTC XMR ZEC --preset classic --columns +reason --format md
            """
    )

    @Argument(help: "Two coins or more, each by its id, symbol or name.")
    var coins: [String]

    @Option(help: ArgumentHelp("Which columns.", valueName: "names"))
    var columns: String?

    @OptionGroup var ranking: RankingOptionsGroup
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        if coins.count < 2 { throw ValidationError("Name two coins or more.") }
    }

    mutating func run() throws {
        common.apply()
        var request = try ranking.request()
        request.columns = columns
        try output.show(compare(coins, request, in: store.location), reading: store.files + ranking.files)
    }
}

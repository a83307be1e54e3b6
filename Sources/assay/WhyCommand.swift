import ArgumentParser
import CoinModel
import CoinOperations

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Shows why a coin stands where it does, or how one of its numbers came about.",
        discussion: """
            With a column: its formula with the numbers in it, the weeks used, observed and missing, and the sources, \
            loads and files that they came from. With `commits`: the sources that count its commits beside each other. \
            Without: what each signal adds to its score.

            Examples:
              assay why monero
              assay why bitcoin dev_change_pct --as-of 2023-12-31
            """
    )

    @Argument(help: "The coin's id, symbol or name.")
    var coin: String

    @Argument(help: "A column (see `assay explain`), or `commits`.")
    var metric: String?

    @OptionGroup var ranking: RankingOptionsGroup
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        try output.show(
            CoinOperations.why(coin, metric, ranking.request(), in: store.location),
            reading: store.files + ranking.files
        )
    }
}

import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

struct Coin: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coin",
        abstract: "Shows one coin week by week.",
        discussion: """
            The coin is named by its id, or by a symbol or name that only it bears.

            Examples:
              assay coin monero
              assay coin BTC --facts --format csv
              assay coin monero --ranks --preset classic --weeks 26
            """
    )

    @Argument(help: "The coin's id, symbol or name.")
    var coin: String

    @Option(help: ArgumentHelp("How many weeks, at most 53.", valueName: "n"), transform: CheckedNumber.whole(1...53))
    var weeks = 12

    @Flag(help: "Every stored fact with its source instead of the weeks.")
    var facts = false

    @Flag(help: "Its ranks at the ends of the weeks instead.")
    var ranks = false

    @OptionGroup var ranking: RankingOptionsGroup
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        if ranks, facts { throw ValidationError("--ranks and --facts are two tables: ask for one.") }
    }

    mutating func run() throws {
        common.apply()
        try output.show(table(ranking.request()), reading: store.files + ranking.files)
    }

    private func table(_ request: RankRequest) throws -> Table {
        guard !ranks else { return try rankHistory(coin, weeks: weeks, request, in: store.location) }
        return try coinDossier(
            coin,
            facts ? .facts : .weeks(weeks),
            asOf: request.asOf,
            known: request.known,
            quote: request.quote,
            in: store.location
        )
    }
}

struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Finds coins by id, symbol and name.",
        discussion: """
            Examples:
              assay find btc
              assay find "near protocol" --format json
            """
    )

    @Argument(help: "An id, a symbol, or part of a name.")
    var words: [String]

    @Option(
        help: ArgumentHelp("Read the coin lists as they were known then: later loads are left out.", valueName: "time")
    )
    var known: AsOf?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        try output.show(findCoins(words.joined(separator: " "), known: known, in: store.location), reading: store.files)
    }
}

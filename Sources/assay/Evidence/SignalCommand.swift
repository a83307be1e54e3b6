import ArgumentParser
import CoinModel
import CoinOperations

struct SignalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal",
        abstract: "Says BUY, SELL, HOLD or NO CALL of each coin, as far as evidence bears it.",
        discussion: """
            Coins are ranked as `assay rank` does, and the score is judged as `assay evaluate` does. BUY takes 30 periods that \
            do not overlap, a rank IC whose 90 % interval leaves 0 out, and a fifth of scores whose coins beat the \
            universe's median by more than the costs more often than not, by the lower end of the 80 % band; the coin itself \
            must be traded, fresh and well covered by data. SELL is the mirror image. All else is HOLD, or NO CALL with its reason. \
            It informs; it is no advice.

            Examples:
              assay signal
              assay signal --preset activity --horizon 1 --costs 0.2 --format csv
            """
    )

    @OptionGroup var ranking: RankingOptions

    @Option(
        help: .value("weeks", "How many weeks a coin is held; 1 to 51."),
        transform: whole(EvaluationRequest.possibleHorizons)
    )
    var horizon = EvaluationRequest.defaultHorizons[0]

    @Option(
        help: .value(
            "percents",
            "What a trade costs, of the least, the middle and the most traded third of coins, as 1,0.5,0.2; one for all."
        ),
        transform: tradingCosts
    )
    var costs = EvaluationRequest.defaultCosts

    @Option(
        help: .value("n", "Count only the first trials that were noted, to make a report again."),
        transform: whole(0...1_000_000)
    )
    var trials: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions

    mutating func run() throws {
        var request = EvaluationRequest(try ranking.request())
        (request.horizons, request.costs, request.trials) = ([horizon], costs, trials)
        let location = store.location
        try output.show(
            Progress.during("evaluating", "weeks") { progress in
                try calls(request, in: location, progress: progress.update(_:of:))
            },
            reading: store.files + ranking.files
        )
    }
}

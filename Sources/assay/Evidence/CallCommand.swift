import ArgumentParser
import CoinModel
import CoinOperations

struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration("call")

    @OptionGroup var ranking: RankOptions

    @Option("weeks", "How many weeks a coin is held; 1 to 51.", whole(EvaluationRequest.possibleHorizons))
    var horizon = EvaluationRequest.defaultHorizons[0]

    @OptionGroup var trading: TradingOptions
    @OptionGroup var view: ViewOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var age: AgeOption
    @OptionGroup var output: OutputOptions

    mutating func run() throws {
        var asked = try ranking.request(watchlist, age)
        view.apply(to: &asked)
        var request = EvaluationRequest(asked)
        (request.horizons, request.costs, request.trials) = ([horizon], trading.costs, trading.trials)
        let location = ranking.location
        try output.show(
            Progress.during("evaluating", "weeks") { progress in
                try calls(request, in: location, progress: progress.update(_:of:))
            },
            reading: ranking.files
        )
    }
}

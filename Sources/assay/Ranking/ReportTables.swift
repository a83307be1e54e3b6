import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// A command that prints a table made from a ranking that is not the ranking itself.
protocol ReportTableCommand: ParsableCommand {
    var options: ReportOptions { get }

    func table(_ request: RankRequest, in location: StoreLocation) throws -> Table
}

struct ReportOptions: ParsableArguments {
    @OptionGroup var ranking: RankOptions
    @OptionGroup var age: AgeOption
    @OptionGroup var output: OutputOptions
}

extension ReportTableCommand {
    mutating func run() throws {
        let (options, make) = (options, table)
        var request = try options.ranking.request(nil, options.age)
        request.form = try options.output.writer().form
        try options.output.show(
            Progress.during("ranking") { _ in try reported(request, in: options.ranking.location, make) },
            reading: options.ranking.files
        )
    }
}

/// A table made from a ranking, marked where its figures are old, and the error of those that are older than was asked for.
func reported(
    _ request: RankRequest,
    in location: StoreLocation,
    _ make: (RankRequest, StoreLocation) throws -> Table
) throws -> (table: Table, failure: OperationError?) {
    let table = try make(request, location)
    let staleness = try staleness(of: request, in: location)
    return (table.marked(staleness?.mark ?? ""), staleness?.error)
}

extension ReportCommand {
    struct Movers: ReportTableCommand {
        static let configuration = CommandConfiguration("report movers")

        @Argument(help: .value("since", "The earlier date, or instant with Z."), transform: moment)
        var since: AsOf

        @OptionGroup var view: ViewOptions
        @OptionGroup var watchlist: WatchlistOption
        @OptionGroup var options: ReportOptions

        func table(_ request: RankRequest, in location: StoreLocation) throws -> Table {
            var request = request
            request.coins = try options.ranking.request(watchlist).coins
            view.apply(to: &request)
            return try movers(request, since: since, in: location)
        }
    }

    struct Market: ReportTableCommand {
        static let configuration = CommandConfiguration("report market")

        @Option("n", "The newest n weeks; all without it.", whole(1...1_000_000_000))
        var top: Int?

        @OptionGroup var options: ReportOptions

        func table(_ request: RankRequest, in location: StoreLocation) throws -> Table {
            var request = request
            request.top = top
            return try market(request, in: location)
        }
    }

    struct Sensitivity: ReportTableCommand {
        static let configuration = CommandConfiguration("report sensitivity")

        @Option("n", "How many coins the top has; 20 without it.", whole(1...1_000_000_000))
        var top: Int?

        @OptionGroup var options: ReportOptions

        func table(_ request: RankRequest, in location: StoreLocation) throws -> Table {
            var request = request
            request.top = top
            return try rankSensitivity(request, in: location)
        }
    }
}

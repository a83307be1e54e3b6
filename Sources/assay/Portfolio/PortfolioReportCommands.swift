import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What is told of a portfolio, and as of when.
struct PortfolioOptions: ParsableArguments {
    @OptionGroup var clocks: ClockOptions

    @Option(help: .value("code", "The currency, by the loaded rates of each day."))
    var quote = "usd"

    @Option(help: .value("method", "average or fifo, instead of the portfolio's own."))
    var method: String?

    @OptionGroup var rows: RowOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var options: OwnOptions<PortfolioFile>

    func request(since: AsOf? = nil, step: Int = 1) throws -> PortfolioRequest {
        var request = PortfolioRequest()
        (request.asOf, request.known, request.quote) = (clocks.asOf, clocks.known, quote.lowercased())
        (request.since, request.step, request.method) = (since?.limit.day, step, method)
        request.now = .systemNow
        request.isPage = try output.writer().form == .page
        return request
    }
}

/// A command that tells what came of the portfolio.
protocol PortfolioCommand: TableCommand {
    var options: PortfolioOptions { get }

    func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table
}

extension PortfolioCommand {
    var output: OutputOptions { options.output }
    var files: ReservedFiles { get throws { try options.options.files() } }

    func table() throws -> Table {
        try options.rows.arranged(report(of: options.options.file(), in: options.options.store.location))
    }
}

extension Portfolio {
    struct Holdings: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio holdings")

        @OptionGroup var options: PortfolioOptions

        func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table {
            try file.holdings(options.request(), in: location)
        }
    }

    struct Value: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio value")

        @Option("time", "A row for each day from this one on.", moment)
        var since: AsOf?

        @Option("days", "The days between two rows.", whole(1...1_000_000))
        var step = 1

        @OptionGroup var options: PortfolioOptions

        func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table {
            try file.value(options.request(since: since, step: step), in: location)
        }
    }

    struct Performance: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio performance")

        @Option("time", "The day at whose end it begins.", moment)
        var since: AsOf?

        @OptionGroup var options: PortfolioOptions

        func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table {
            try file.performance(options.request(since: since), in: location)
        }
    }

    struct Activity: TableCommand {
        static let configuration = CommandConfiguration("portfolio activity")

        @OptionGroup var rows: RowOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try rows.arranged(options.file().activity(in: options.store.location)) }
    }

    struct Export: TableCommand {
        static let configuration = CommandConfiguration("portfolio export")

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        static let usualFormat: String? = "csv"
        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().ledger() }
    }
}

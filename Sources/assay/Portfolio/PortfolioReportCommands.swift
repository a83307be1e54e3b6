import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// The options of a portfolio's report.
struct PortfolioOptions: ParsableArguments {
    @OptionGroup var clocks: ClockOptions

    @Option(help: .value("code", "The currency, by the loaded rates of each day."), completion: .currencies)
    var quote = "usd"

    @OptionGroup var costs: CostOption
    @OptionGroup var rows: RowOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var options: OwnOptions<PortfolioFile>

    func request(since: AsOf?, step: Int) throws -> PortfolioRequest {
        var request = PortfolioRequest()
        (request.asOf, request.known, request.quote) = (clocks.asOf, clocks.known, quote.lowercased())
        (request.since, request.step, request.method) = (since?.limit.day, step, costs.method)
        request.now = .systemNow
        request.isPage = try output.writer().form == .page
        return request
    }
}

/// How cost is divided between coins that leave and those that stay.
struct CostOption: ParsableArguments {
    @Option(
        help: .value(
            "method",
            "How costs are divided: average (all coins of a kind cost the same, the default) or fifo (those that came first leave first)."
        ),
        completion: .list(["average", "fifo"])
    )
    var method: String?
}

/// A command that prints a report of the portfolio.
protocol PortfolioCommand: TableCommand {
    static var report: PortfolioReport { get }
    var options: PortfolioOptions { get }
    var since: AsOf? { get }
    var step: Int { get }
}

extension PortfolioCommand {
    var since: AsOf? { nil }
    var step: Int { 1 }
    var output: OutputOptions { options.output }
    var files: ReservedFiles { get throws { try options.options.files() } }

    func table() throws -> Table {
        let own = options.options
        let request = try options.request(since: since, step: step)
        return try options.rows.arranged(own.file().table(Self.report, request, in: own.store.location))
    }
}

extension Portfolio {
    struct Holdings: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio holdings")

        static let report = PortfolioReport.holdings

        @OptionGroup var options: PortfolioOptions
    }

    struct Value: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio value")

        static let report = PortfolioReport.value

        @Option("time", "A row for each day from this one on.", moment)
        var since: AsOf?

        @Option("days", "The days between two rows.", whole(1...1_000_000))
        var step = 1

        @OptionGroup var options: PortfolioOptions
    }

    struct Performance: PortfolioCommand {
        static let configuration = CommandConfiguration("portfolio performance")

        static let report = PortfolioReport.performance

        @Option("time", "The day at whose end it begins.", moment)
        var since: AsOf?

        @OptionGroup var options: PortfolioOptions
    }

    struct Activity: TableCommand {
        static let configuration = CommandConfiguration("portfolio activity")

        @OptionGroup var costs: CostOption
        @OptionGroup var rows: RowOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table {
            try rows.arranged(options.file().activity(by: costs.method, in: options.store.location))
        }
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

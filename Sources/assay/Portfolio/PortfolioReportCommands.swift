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
        static let configuration = CommandConfiguration(
            "Shows what you hold, with cost, value and changes.",
            examples: [
                "assay portfolio holdings",
                "assay portfolio holdings --as-of 2023-12-31 --method fifo --output holdings.xlsx",
            ]
        )

        @OptionGroup var options: PortfolioOptions

        func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table {
            try file.holdings(options.request(), in: location)
        }
    }

    struct Value: PortfolioCommand {
        static let configuration = CommandConfiguration(
            "Shows the value of all holdings, now or by day.",
            """
            With --since a row for the end of each day, by prices of that day only. As a page it is drawn over time, since \
            the first entry where you name no day; files are for you alone (mode 0600).
            """,
            examples: [
                "assay portfolio value",
                "assay portfolio value --since 2024-01-01 --step 7 --output value.html",
            ]
        )

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
        static let configuration = CommandConfiguration(
            "Shows returns, time-weighted and money-weighted.",
            """
            Time-weighted: the returns between the days with flows, chained, so that the size of what you paid in does not \
            weigh; it takes prices of those days and the days before. Money-weighted: the yearly rate at which all flows \
            come to nothing. Since the first entry, and over 365 and 30 days; or since one day.
            """,
            examples: ["assay portfolio performance", "assay portfolio performance --since 2024-01-01 --format json"]
        )

        @Option("time", "The day at whose end it begins.", moment)
        var since: AsOf?

        @OptionGroup var options: PortfolioOptions

        func report(of file: PortfolioFile, in location: StoreLocation) throws -> Table {
            try file.performance(options.request(since: since), in: location)
        }
    }

    struct Activity: TableCommand {
        static let configuration = CommandConfiguration(
            "Shows all entries with gains and balances.",
            examples: ["assay portfolio activity --sort entry:desc --top 20", "assay portfolio activity --format csv"]
        )

        @OptionGroup var rows: RowOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try rows.arranged(options.file().activity(in: options.store.location)) }
    }

    struct Export: TableCommand {
        static let configuration = CommandConfiguration(
            "Writes the valid entries as CSV.",
            "What was reversed is left out, and so are reversals; `assay portfolio activity` shows all.",
            examples: ["assay portfolio export --output ledger.csv", "assay portfolio export --format json"]
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        static let usualFormat: String? = "csv"
        var files: ReservedFiles { get throws { try options.files() } }

        func table() throws -> Table { try options.file().ledger() }
    }
}

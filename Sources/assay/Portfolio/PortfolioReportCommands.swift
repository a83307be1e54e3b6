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
    @OptionGroup var options: LedgerOptions

    func request(since: AsOf? = nil, step: Int = 1) throws -> PortfolioRequest {
        var request = PortfolioRequest()
        (request.asOf, request.known, request.quote) = (clocks.asOf, clocks.known, quote.lowercased())
        (request.since, request.step, request.method) = (since?.limit.day, step, method)
        request.now = .systemNow
        request.isPage = try output.writer().form == .page
        return request
    }

    /// Shows a table of the portfolio.
    func show(_ make: (PortfolioFile, StoreLocation) throws -> Table) throws {
        let (file, store) = (try options.file(), options.store)
        try output.show(rows.arranged(make(file, store.location)), reading: store.files + [file.path])
    }
}

/// Which rows of a table are shown, and in what order.
struct RowOptions: ParsableArguments {
    @Option(help: .value("columns", "The order: column:desc or column:asc, separated by commas."))
    var sort: String?

    @Option(help: .value("n", "Only the first rows."), transform: whole(1...1_000_000_000))
    var top: Int?

    func arranged(_ table: Table) throws -> Table { try table.arranged(by: sort, top: top) }
}

extension Portfolio {
    struct Holdings: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what you hold, with cost, value and changes.",
            discussion: """
                Examples:
                  assay portfolio holdings
                  assay portfolio holdings --as-of 2023-12-31 --method fifo --output holdings.xlsx
                """
        )

        @OptionGroup var options: PortfolioOptions

        mutating func run() throws { try options.show { try $0.holdings(options.request(), in: $1) } }
    }

    struct Value: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what all of it is worth, now or day by day.",
            discussion: """
                With --since a row for the end of each day, by prices of that day only. As a page it is drawn over time, since \
                the first entry where you name no day; files are for you alone (mode 0600).

                Examples:
                  assay portfolio value
                  assay portfolio value --since 2024-01-01 --step 7 --output value.html
                """
        )

        @Option(help: .value("time", "A row for each day from this one on."), transform: moment)
        var since: AsOf?

        @Option(help: .value("days", "The days between two rows."), transform: whole(1...1_000_000))
        var step = 1

        @OptionGroup var options: PortfolioOptions

        mutating func run() throws {
            let request = try options.request(since: since, step: step)
            try options.show { try $0.value(request, in: $1) }
        }
    }

    struct Performance: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what it returned, by time and by money.",
            discussion: """
                Time-weighted: the returns between the days with flows, chained, so that the size of what you paid in does not \
                weigh; it takes prices of those days and the days before. Money-weighted: the yearly rate at which all flows \
                come to nothing. Since the first entry, and over 365 and 30 days; or since one day.

                Examples:
                  assay portfolio performance
                  assay portfolio performance --since 2024-01-01 --format json
                """
        )

        @Option(help: .value("time", "The day at whose end it begins."), transform: moment)
        var since: AsOf?

        @OptionGroup var options: PortfolioOptions

        mutating func run() throws {
            let request = try options.request(since: since)
            try options.show { try $0.performance(request, in: $1) }
        }
    }

    struct Activity: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the ledger with what each entry brought and left.",
            discussion: """
                Examples:
                  assay portfolio activity --sort entry:desc --top 20
                  assay portfolio activity --format csv
                """
        )

        @OptionGroup var rows: RowOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var options: LedgerOptions

        mutating func run() throws {
            let file = try options.file()
            try output.show(
                rows.arranged(file.activity(in: options.store.location)),
                reading: options.store.files + [file.path]
            )
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the entries that count as CSV, to be imported elsewhere.",
            discussion: """
                What was reversed is left out, and so are reversals; `assay portfolio activity` shows all.

                Examples:
                  assay portfolio export --output ledger.csv
                  assay portfolio export --format json
                """
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: LedgerOptions

        mutating func run() throws {
            let file = try options.file()
            if output.output == nil, output.format == nil { output.format = "csv" }
            try output.show(file.ledger(), reading: options.store.files + [file.path])
        }
    }
}

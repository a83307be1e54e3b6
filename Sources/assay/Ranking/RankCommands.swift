import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

struct RankOptions: ParsableArguments {
    @Option(
        help: .value("name", "How coins are scored: \(RankRequest.presets.joined(separator: ", "))."),
        completion: .presets
    )
    var preset = RankRequest.presets[0]

    @OptionGroup var clocks: ClockOptions

    @Option(
        help: .value("code", "Show money in this currency, by the loaded rates of its own days; ranks stay."),
        completion: .currencies
    )
    var quote = "usd"

    @Option(
        "sources",
        "Sources of market data to prefer, in order, as coingecko,coinpaprika; else the one that observed most.",
        completion: .preferredSources,
        names("names of sources, as coingecko,coinpaprika")
    )
    var prefer: [String] = []

    @Flag(help: "Divide by all 52 weeks, those before a coin's first commit as 0.")
    var plain52 = false

    @Flag(help: "Rank \(DerivativeKind.names) too.")
    var includeDerivatives = false

    @Option("file", "Take the preset's weights from this file, as in pipelines/weights.yaml.", .yaml)
    var weights: String?

    @Option(
        "signal=number",
        "Another weight for a signal of the preset; may be repeated.",
        named("signal=number", decimal(-1_000_000...1_000_000))
    )
    var weight: [(name: String, value: Double)] = []

    @OptionGroup var store: StoreOptions

    var location: StoreLocation { store.location }

    /// What no output may be: what belongs to the store, and what the ranking is read from.
    var files: ReservedFiles { store.files + [weights].compactMap { $0 } }

    /// The request for the coins of a watchlist, if one is named, with a limit of age, if there is one; says which of the
    /// preferred sources the store lacks.
    func request(_ watchlist: WatchlistOption? = nil, _ age: AgeOption? = nil) throws -> RankRequest {
        var request = RankRequest(preset: preset, asOf: clocks.asOf, quote: quote.lowercased())
        (request.known, request.preferredSources) = (clocks.known, prefer)
        (request.plain52, request.includeDerivatives) = (plain52, includeDerivatives)
        if let weights { request.weights = try CoinPipeline.weights(ofFile: weights, preset: preset) }
        for (signal, weight) in weight { request.weights[signal] = weight }
        if let absent = try absentSources(of: request, in: location) { Console.report(absent) }
        if let list = try watchlist?.file(wait: store.wait.wait) {
            request.coins = try list.chosenCoins(known: request.known, in: location, report: Console.report)
        }
        if let age { (request.staleAfter, request.now) = (age.staleAfter, .systemNow) }
        return request
    }
}

struct AgeOption: ParsableArguments {
    @Option(
        "days",
        """
        Exit with 5 where any figures are older than so many days at the ranking's moment, or its newest at the clock \
        without --as-of. The first line says so, and without this option where market data is older than 8 days, commits \
        or search interest than 21, at the ranking's moment.
        """,
        whole(0...1_000_000)
    )
    var staleAfter: Int?
}

/// A command that prints one table made from a ranking.
protocol RankedTableCommand: TableCommand {
    var ranking: RankOptions { get }
}

extension RankedTableCommand {
    var files: ReservedFiles { ranking.files }
}

struct Score: ParsableCommand {
    static let configuration = CommandConfiguration("score")

    @OptionGroup var ranking: RankOptions

    @Option(help: .value("file", "Write the ranking to this file too; may be repeated."), completion: .file())
    var output: [String] = []

    @OptionGroup var age: AgeOption

    mutating func run() throws {
        // Without a file nothing is to be known of the store.
        let files = try output.isEmpty ? ReservedFiles.none : ranking.files.examined()
        let writers = output.map { OutputWriter(output: $0, reading: files) }
        try OutputWriter.check(all: writers, reading: files)
        let request = try ranking.request(nil, age)
        let requests = try writers.map { writer in
            var request = request
            request.form = try writer.form
            return request
        }
        let scored = try Progress.during("scoring") { _ in
            try score(request, in: ranking.location, showing: [request] + requests, storing: true)
        }
        let pending = try zip(writers, requests).map { try $0.begin(scored.table(for: $1)) }
        try storeRanking(scored, in: ranking.location)
        for output in pending { try output(Console.print, Console.report) }
        Console.report(scored.summary)
        if let failure = scored.failure ?? scored.staleness?.error { throw failure }
    }
}

struct Rank: ParsableCommand {
    static let configuration = CommandConfiguration("rank")

    @OptionGroup var ranking: RankOptions

    @OptionGroup var view: ViewOptions

    @Flag(help: "Only the coins that stand out; that none does is an answer.")
    var short = false

    @Option("amount", "Only coins of this market capitalisation or more stand out.", amount)
    var capFrom: Double?

    @Option("amount", "Only coins of this market capitalisation or less stand out.", amount)
    var capTo: Double?

    // What `assay report` has commands for.
    @Flag(help: .hidden) var sensitivity = false
    @Flag(help: .hidden) var market = false
    @Option(help: ArgumentHelp(valueName: "time", visibility: .hidden), transform: moment) var movers: AsOf?

    @Option(help: "Instead: what the coins of each tag come to; --where and --short say which coins.")
    var by: Grouping?

    enum Grouping: String, ExpressibleByArgument, CaseIterable {
        case tag
    }

    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var age: AgeOption
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        let chosen = [view.rows.sort, view.filter, view.columns, watchlist.watchlist]
        if sensitivity || market, chosen.contains(where: { $0 != nil }) {
            let options = "--sort, --where, --columns and --watchlist"
            throw ValidationError(
                "--sensitivity and --market have rows and columns of their own: leave out \(options)."
            )
        }
        let isAnother = [sensitivity, market, movers != nil, by != nil]
        if sensitivity || market || movers != nil, short || capFrom != nil || capTo != nil {
            throw ValidationError("--short, --cap-from and --cap-to are for the ranking itself: leave them out here.")
        }
        if isAnother.count(where: { $0 }) > 1 {
            throw ValidationError("--sensitivity, --market, --movers and --by are tables of their own: choose one.")
        }
    }

    mutating func run() throws {
        var request = try ranking.request(watchlist, age)
        view.apply(to: &request)
        (request.isShort, request.capFrom, request.capTo) = (short, capFrom, capTo)
        request.form = try output.writer().form
        try output.show(Progress.during("ranking") { _ in try table(request) }, reading: ranking.files)
    }

    private func table(_ request: RankRequest) throws -> (table: Table, failure: OperationError?) {
        let location = ranking.location
        if by != nil { return try rankByTag(request, in: location) }
        if sensitivity { return try reported(request, in: location, rankSensitivity) }
        if market { return try reported(request, in: location, CoinOperations.market) }
        if let movers {
            return try reported(request, in: location) { try CoinOperations.movers($0, since: movers, in: $1) }
        }
        var request = request
        // A file has all rows.
        if request.isScreen, output.output == nil { request.top = request.top ?? RankRequest.screenRows }
        return try rank(request, in: location)
    }
}

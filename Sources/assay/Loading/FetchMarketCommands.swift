import ArgumentParser
import CoinOperations
import Foundation

/// What all fetches from live sources of market data take.
struct MarketOptions: ParsableArguments {
    @Option("code", "The currency that is asked for, such as eur.", { $0.lowercased() })
    var quote = "usd"

    @Option(help: .value("folder", "The folder of raw answers; by default the store's name with .answers."))
    var archive: String?

    @Flag(help: "Load what came into the store.")
    var load = false

    @Option("n", "The most requests to each source.", whole(0...1_000_000))
    var budget = UsualBounds.budget

    @Option(
        "seconds",
        "The most seconds of waiting for each source in sum.",
        discussion: "Beyond, it gets no more requests. The pace that a source asks for is kept beside.",
        whole(0...1_000_000)
    )
    var patience = UsualBounds.patience

    @Option("hours", "How many hours an answer is held.", whole(0...1_000_000))
    var maxAge = UsualBounds.marketAge

    @Option(
        help: .value(
            "source=address",
            "Where a source is, instead of its documented address; repeatable.",
            discussion: "Its key goes there and nowhere else. Only https."
        )
    )
    var base: [String] = []

    @Option(help: .value("file", "A file with keys that only you may read: lines NAME=key."))
    var keyFile: String?

    @Flag(help: "Print the addresses that would be asked first, and ask none.")
    var dryRun = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var store: StoreOptions

    func run(_ question: MarketRequest.Question, of sources: [String]) throws {
        let environment = ProcessInfo.processInfo.environment
        var request = MarketRequest(
            question,
            of: sources,
            archive: archive ?? store.location.answers,
            access: try SourceAccess(environment: environment, file: keyFile, bases: base),
            now: .systemNow
        )
        (request.quote, request.isLoaded, request.route) = (quote, load, try network.route())
        (request.budget, request.patience, request.end) = (budget, patience, network.end())
        request.maximalAge = maxAge
        guard !dryRun else {
            return try marketToFetch(request, from: store.location).forEach(Console.print(line:))
        }
        let report = try Progress.during("asking", "questions") { progress in
            try fetchMarket(request, into: store.location, tell: Console.tell, progress: progress.update(_:of:))
        }
        report.loaded.map(Console.tell)
        try report.status.endUnlessSuccess()
    }

    /// What the help of each says of keys.
    static let keys = """
        Keys come from COINGECKO_API_KEY, COINPAPRIKA_API_KEY, COINMARKETCAP_API_KEY and CRYPTOCOMPARE_API_KEY or a \
        --key-file, and go in the source's own header; without one the limits of the public plan hold, and CoinMarketCap \
        answers nobody. COINGECKO_API_PLAN=pro says that CoinGecko's key is a paid one.
        """
}

private let sourceHelp = ArgumentHelp.value("source", "\(MarketRequest.allSources.joined(separator: ", ")).")

extension Fetch {
    struct Market: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Downloads lists of coins with prices.",
            """
            All pages of a run share one time. A page that is short, empty or another one's again is asked again once; \
            what is lacking then is named, the command exits 4, and a later run asks for no more than that. Several \
            sources are asked side by side. Every answer is archived raw, and `assay load market ARCHIVE` reads it again.
            \(MarketOptions.keys)
            """,
            examples: [
                "assay fetch market coingecko --load",
                "assay fetch market coingecko coinpaprika --top 500 --store mine.sqlite --load",
            ]
        )

        @Argument(help: sourceHelp)
        var sources: [String]

        @Option(
            "n",
            "Ask for as few pages as hold the first n coins by rank, and store what they hold.",
            whole(1...1_000_000)
        )
        var top: Int?

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.market(top: top), of: sources) }
    }

    struct History: ParsableCommand {
        enum Interval: String, ExpressibleByArgument, CaseIterable {
            case day, hour
        }

        static let configuration = CommandConfiguration(
            "Downloads price histories of coins.",
            """
            Asked for is what the plan has: the days beyond it are named, and the command exits 4. Coins go by the \
            source's own ids, at CryptoCompare by symbols; without any, CoinGecko is asked about all coins of the \
            store's list.
            \(MarketOptions.keys)
            """,
            examples: [
                "assay fetch history coingecko monero zcash --days 90 --load",
                "assay fetch history cryptocompare XMR --days 2000 --store mine.sqlite --load",
            ]
        )

        @Argument(help: sourceHelp)
        var source: String

        @Argument(help: .value("coin-id", "The coins, in the source's own words."))
        var coins: [String] = []

        @Option("n", "How many days back; by default those of the plan.", whole(1...20_000))
        var days: Int?

        @Option(help: "A point a day or an hour: day or hour.")
        var interval = Interval.day

        @OptionGroup var options: MarketOptions

        mutating func run() throws {
            try options.run(.history(coins: coins, days: days, isHourly: interval == .hour), of: [source])
        }
    }

    struct Coins: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Downloads a source's coin list or coin details.",
            """
            With ids, --load makes the coins part of the store's list, with their repositories. A whole list says \
            which ids the source has: `assay load coins ARCHIVE` makes it the universe.
            \(MarketOptions.keys)
            """,
            examples: ["assay fetch coins coingecko", "assay fetch coins coinpaprika xmr-monero zec-zcash --load"]
        )

        @Argument(help: sourceHelp)
        var source: String

        @Argument(help: .value("coin-id", "The coins, in the source's own words; none for the list of all."))
        var coins: [String] = []

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.coins(coins), of: [source]) }
    }

    struct Global: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Downloads figures of the whole market.",
            """
            Capitalisation, volume, dominance and the number of coins, and from CoinGecko what currencies are worth, by \
            which --quote of `assay rank` converts. CryptoCompare has none.
            \(MarketOptions.keys)
            """,
            examples: ["assay fetch global coingecko", "assay fetch global coinpaprika --archive answers"]
        )

        @Argument(help: sourceHelp)
        var source: String

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.global, of: [source]) }
    }
}

extension Fetch {
    struct Images: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Downloads images of coins.",
            """
            PNG, JPEG and WebP of at most 256 KiB and 512 pixels on a side; SVG is refused, because it can hold scripts. \
            No key goes to these hosts, and only public addresses are asked, on port 443. Images lie in the archive; pages hold them as data with `--images ARCHIVE`.
            """,
            examples: ["assay fetch images --store mine.sqlite", "assay fetch images monero zcash --dry-run"]
        )

        @Argument(help: .value("coin", "Coins by id, symbol or name; none for all of which an image is known."))
        var coins: [String] = []

        @Option(help: .value("folder", "The folder of raw answers; by default the store's name with .answers."))
        var archive: String?

        @Option("n", "The most requests.", whole(0...1_000_000))
        var budget = UsualBounds.budget

        @Option("seconds", "The most seconds of waiting in sum.", whole(0...1_000_000))
        var patience = UsualBounds.imagePatience

        @Option("hours", "How many hours an answer is held.", whole(0...1_000_000))
        var maxAge = UsualBounds.imageAge

        @Flag(help: "Print the addresses that would be asked, and ask none.")
        var dryRun = false

        @Flag(help: .hidden)
        var privateHosts = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            var request = ImageRequest(coins: coins, archive: archive ?? store.location.answers, now: .systemNow)
            request.budget = budget
            request.patience = patience
            request.maximalAge = maxAge
            request.asksPrivateHosts = privateHosts
            request.route = try network.route()
            request.end = network.end()
            guard !dryRun else {
                return try imagesToFetch(request, from: store.location).forEach(Console.print(line:))
            }
            let report = try Progress.during("fetching", "images") { progress in
                try fetchImages(request, from: store.location, progress: progress.update(_:of:))
            }
            report.diagnostics.forEach(Console.tell)
            try report.status.endUnlessSuccess()
        }
    }
}

import ArgumentParser
import CoinOperations
import Foundation

/// What all requests to live sources of market data take.
struct MarketOptions: ParsableArguments {
    @Option("code", "The currency that is asked for next to US dollars, such as eur.", { $0.lowercased() })
    var quote = "usd"

    @Flag(help: "Load what came into the store.")
    var load = false

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

    @OptionGroup var options: FetchOptions

    func run(_ question: FetchRequest.Question, of sources: [String]) throws {
        let environment = ProcessInfo.processInfo.environment
        let access = try SourceAccess(environment: environment, file: keyFile, bases: base)
        var request = options.request(question, of: sources, access: access)
        request.quote = quote
        request.isLoaded = load
        try options.run(request)
    }

    /// What the help of each says of keys.
    static let keys = """
        Keys come from COINGECKO_API_KEY, COINPAPRIKA_API_KEY, COINMARKETCAP_API_KEY and CRYPTOCOMPARE_API_KEY or a \
        --key-file, and go in the source's own header; without one the limits of the public plan apply, CoinMarketCap has no \
        histories, and CryptoCompare, which requires a paid key, is not asked. COINGECKO_API_PLAN=pro says that CoinGecko's key is a paid one.
        """
}

private let sourceHelp = ArgumentHelp.value("source", "\(FetchRequest.allSources.joined(separator: ", ")).")

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
            "Ask for as few pages as contain the first n coins by rank, and store what they contain.",
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
            source's own ids; without any, CoinGecko is asked about all coins of the \
            store's list.
            \(MarketOptions.keys)
            """,
            examples: [
                "assay fetch history coingecko monero zcash --days 90 --load",
                "assay fetch history coinpaprika xmr-monero --quote eur --store mine.sqlite --load",
            ]
        )

        @Argument(help: sourceHelp)
        var source: String

        @Argument(help: .value("coin-id", "The coins, in the source's own words."))
        var coins: [String] = []

        @Option("n", "How many days back; by default those of the plan.", whole(1...20_000))
        var days: Int?

        @Option(help: "Daily or hourly values: day or hour.")
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
            PNG, JPEG and WebP of at most 256 KiB and 512 pixels on a side; SVG is refused, because it can contain scripts. \
            No key goes to these hosts, and only public addresses are asked, on port 443. Images are in the archive; pages contain them as data with `--images ARCHIVE`.
            """,
            examples: ["assay fetch images --store mine.sqlite", "assay fetch images monero zcash --dry-run"]
        )

        @Argument(help: .value("coin", "Coins by id, symbol or name; none for all of which an image is known."))
        var coins: [String] = []

        @Flag(help: .hidden)
        var privateHosts = false

        @OptionGroup var options: FetchOptions

        mutating func run() throws {
            try options.run(options.request(.images(coins: coins, asksPrivateHosts: privateHosts)))
        }
    }
}

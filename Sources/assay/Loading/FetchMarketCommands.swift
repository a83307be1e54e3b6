import ArgumentParser
import CoinModel
import CoinOperations
import Foundation

/// Where a source with an API is, what it knows us by, and how it is asked.
struct SourceOptions: ParsableArguments {
    @Option(
        help: .value(
            "source=address",
            "Where a source is, instead of its documented address; repeatable.",
            discussion: "Its key goes there and nowhere else. Only https."
        )
    )
    var base: [String] = []

    @Option("file", "A file with keys that only you may read: lines NAME=key.", .file())
    var keyFile: String?

    @OptionGroup var options: FetchOptions

    func run(
        _ question: FetchRequest.Question,
        of sources: [String],
        changing change: (inout FetchRequest) -> Void = { _ in }
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        let access = try SourceAccess(environment: environment, file: keyFile, bases: base)
        var request = options.request(question, of: sources, access: access)
        change(&request)
        try options.run(request)
    }
}

/// What all requests for figures of live sources take.
struct MarketOptions: ParsableArguments {
    @Option(
        "code",
        "The currency that is asked for next to US dollars, such as eur.",
        completion: .currencies,
        { $0.lowercased() }
    )
    var quote = "usd"

    @Flag(help: "Load what came into the store.")
    var load = false

    @OptionGroup var source: SourceOptions

    func run(_ question: FetchRequest.Question, of sources: [String]) throws {
        try source.run(question, of: sources) { ($0.quote, $0.isLoaded) = (quote, load) }
    }
}

/// How far back the use of coins is asked for.
struct UseDays: ParsableArguments {
    @Option("n", "How many days back; by default those of a ranking's year.", whole(2...20_000))
    var days: Int?
}

extension ArgumentHelp {
    /// Who can be asked about the use of coins.
    fileprivate static func source(of question: UseQuestion) -> ArgumentHelp {
        .value("source", FetchRequest.sources(of: question).joined(separator: ", ") + ".")
    }
}

private let sourceHelp = ArgumentHelp.value("source", "\(FetchRequest.allSources.joined(separator: ", ")).")

extension Fetch {
    struct Market: ParsableCommand {
        static let configuration = CommandConfiguration("fetch market")

        @Argument(help: sourceHelp, completion: .marketSources)
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

        static let configuration = CommandConfiguration("fetch history")

        @Argument(help: sourceHelp, completion: .marketSources)
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
        static let configuration = CommandConfiguration("fetch coins")

        @Argument(help: sourceHelp, completion: .marketSources)
        var source: String

        @Argument(help: .value("coin-id", "The coins, in the source's own words; none for the list of all."))
        var coins: [String] = []

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.coins(coins), of: [source]) }
    }

    struct Global: ParsableCommand {
        static let configuration = CommandConfiguration("fetch global")

        @Argument(help: sourceHelp, completion: .marketSources)
        var source: String

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.global, of: [source]) }
    }
}

extension Fetch {
    struct Fundamentals: ParsableCommand {
        static let configuration = CommandConfiguration("fetch fundamentals")

        @Argument(help: .source(of: .fundamentals), completion: .list(FetchRequest.sources(of: .fundamentals)))
        var sources: [String]

        @OptionGroup var options: MarketOptions

        mutating func run() throws { try options.run(.use(.fundamentals, names: [], days: nil), of: sources) }
    }

    struct Onchain: ParsableCommand {
        static let configuration = CommandConfiguration("fetch onchain")

        @Argument(help: .source(of: .onchain), completion: .list(FetchRequest.sources(of: .onchain)))
        var source: String

        @Argument(help: .value("asset", "Assets, in the source's own words; those of the coin list without any."))
        var assets: [String] = []

        @OptionGroup var days: UseDays
        @OptionGroup var options: MarketOptions

        mutating func run() throws {
            try options.run(.use(.onchain, names: assets, days: days.days), of: [source])
        }
    }

    struct Attention: ParsableCommand {
        static let configuration = CommandConfiguration("fetch attention")

        @Argument(help: .source(of: .attention), completion: .list(FetchRequest.sources(of: .attention)))
        var source: String

        @Argument(help: .value("article", "Articles as language:Title; those of the coin list without any."))
        var articles: [String] = []

        @OptionGroup var days: UseDays
        @OptionGroup var options: MarketOptions

        mutating func run() throws {
            try options.run(.use(.attention, names: articles, days: days.days), of: [source])
        }
    }
}

extension Fetch {
    struct Articles: ParsableCommand {
        static let configuration = CommandConfiguration("fetch articles")

        @Argument(help: .value("source", "wikipedia."), completion: .list(["wikipedia"]))
        var source: String

        @Argument(
            help: .value("coin", "Coins by id, symbol or name; none for all of the coin list without an article."),
            completion: .coins
        )
        var coins: [String] = []

        @OptionGroup var options: SourceOptions

        mutating func run() throws { try options.run(.articles(coins: coins), of: [source]) }
    }

    struct Images: ParsableCommand {
        static let configuration = CommandConfiguration("fetch images")

        @Argument(
            help: .value("coin", "Coins by id, symbol or name; none for all of which an image is known."),
            completion: .coins
        )
        var coins: [String] = []

        @Flag(help: .hidden)
        var privateHosts = false

        @OptionGroup var options: FetchOptions

        mutating func run() throws {
            try options.run(options.request(.images(coins: coins, asksPrivateHosts: privateHosts)))
        }
    }
}

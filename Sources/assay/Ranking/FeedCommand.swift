import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

struct Feed: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Lists what changed since a date.",
        """
        Coins that came or went, places gained or lost with what moved them, states, repositories with first commits or \
        many weeks without any, jumps of prices and supplies, alerts that fired, and your notes. Without --since it \
        begins where the newest run of an earlier moment ended. Your trades are in it with --portfolio alone, and a file \
        made so is for you alone.

        As a page it has a list for each day; `--output feed.atom` makes an Atom feed, in which the same fact has the \
        same id at every making.
        """,
        examples: [
            "assay feed --since 2024-03-18",
            "assay feed --since 2024-03-18 --watchlist favourites --output feed.html",
            "assay feed --output feed.atom",
        ]
    )

    @Option("time", "Behind this date or instant; without it, where the last run ended.", moment)
    var since: AsOf?

    @Option(
        "n",
        "Only coins that rank among the first n, then or now, or `all`; a watchlist's coins are all listed.",
        coinCount
    )
    var top: Int? = 100

    @Option("n", "List coins that gained or lost at least so many places.", whole(1...1_000_000))
    var places = 5

    @Option("percent", "List prices that changed by at least so much.", decimal(0.001...1_000_000))
    var priceChange = 20.0

    @Option("percent", "List circulating supplies that changed by at least so much.", decimal(0.001...1_000_000))
    var supplyChange = 5.0

    @Option("weeks", "A repository is silent after so many weeks without a commit.", whole(1...520))
    var silentWeeks = 12

    @Flag(inversion: .prefixedNo, help: "Your notes.")
    var notes = true

    @Flag(help: "Your trades too.")
    var portfolio = false

    @OptionGroup var ranking: RankingOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions

    mutating func run() throws {
        let profile = notes || portfolio ? try watchlist.profile.folder(wait: store.wait.wait) : nil
        let inputs = store.files + ranking.files + (profile?.inputs ?? [])
        var writer = output.writer(reading: inputs)
        writer.isTimeline = true
        try writer.check()
        let ranked = try watchlist.applied(to: ranking.request(of: store), store)
        let table = try Progress.during("comparing") { _ in
            let since =
                try since ?? RunHistory(of: store.location).moment(before: moment(of: ranked, in: store.location))
            var request = FeedRequest(ranked, since: since)
            (request.top, request.places, request.silence) = (top, places, silentWeeks)
            (request.priceChange, request.supplyChange) = (priceChange, supplyChange)
            request.notes = notes ? profile.map(NotesFile.init) : nil
            request.portfolio = portfolio ? profile.map(PortfolioFile.init) : nil
            request.others = try alertEntries(of: store.location, tell: Console.tell)
            return try feed(request, in: store.location)
        }
        try writer.deliver(table, print: Console.print, tell: Console.tell)
    }
}

import ArgumentParser
import CoinOperations

/// Pages for people.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes pages for people.",
        discussion: """
            Examples:
              assay report site --output site
              assay report site --output site --coins all --as-of 2024-03-25
            """,
        subcommands: [Site.self]
    )

    struct Site: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a folder of pages: the ranking, a page for each coin, movers, the market, the columns.",
            discussion: """
                Open index.html from where it lies: no server, no network. Each coin's page has charts of all its weeks on one \
                axis, how its score adds up, and every measure with its formula. Pages of coins that are no longer among \
                the first stay where they are.

                Examples:
                  assay report site --output site
                  assay report site --output site --coins all --as-of 2024-03-25
                """
        )

        @Option(help: .value("folder", "Where the pages go; it is made if it is not there."))
        var output = "site"

        @Option(
            help: .value("n", "How many coins get a page of their own, the best first, or `all`."),
            transform: coinCount
        )
        var coins: Int? = 200

        @Option(help: .value("folder", "Show the coins' images, from the archive of `assay fetch images`."))
        var images: String?

        @OptionGroup var ranking: RankingOptions
        @OptionGroup var watchlist: WatchlistOption
        @OptionGroup var age: AgeOption
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            let request = age.applied(to: try watchlist.applied(to: ranking.request(), store))
            let report = try Progress.during("writing", "pages") { progress in
                try writeSite(
                    request,
                    to: output,
                    images: images,
                    coins: coins,
                    in: store.location,
                    tell: Console.tell,
                    progress: progress.update(_:of:)
                )
            }
            Console.tell(report.summary)
            if let failure = report.failure { throw failure }
        }
    }
}

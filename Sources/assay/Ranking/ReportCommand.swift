import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline

/// Pages for people.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        "Writes HTML pages.",
        examples: [
            "assay report site --output site", "assay report site --output site --coins all --as-of 2024-03-25",
        ],
        subcommands: [Site.self]
    )

    struct Site: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Writes a folder of pages: the ranking, a page for each coin, what changed, the market, the columns.",
            """
            Open index.html from where it lies: no server, no network. Each coin's page has charts of all its weeks on one \
            axis, how its score adds up, and every measure with its formula. Pages of coins that are no longer among \
            the first stay where they are. feed.atom is what changed for feed readers; where `assay run` kept records, \
            runs.html lists the newest 200 runs.

            Nothing of your own is in it, and trades never are. --publish-list, --publish-notes and --publish-alerts put \
            yours there for everybody who sees the site; a page that lies there from before stays until you remove it.
            """,
            examples: [
                "assay report site --output site",
                "assay report site --output site --publish-list favourites --since 2024-03-18",
            ]
        )

        @Option(help: .value("folder", "Where the pages go; it is made if it is not there."))
        var output = "site"

        @Option("n", "How many coins get a page of their own, the best first, or `all`.", coinCount)
        var coins: Int? = 200

        @Option(help: .value("folder", "Show the coins' images, from the archive of `assay fetch images`."))
        var images: String?

        @Option("time", "What changed since this date or instant; four weeks without it.", moment)
        var since: AsOf?

        @Option(
            help: .value(
                "list",
                "Put this watchlist of yours on a page that becomes public with the site; may be repeated.",
                discussion: "Without your notes and tags."
            )
        )
        var publishList: [String] = []

        @Flag(help: "Make your notes public too: in what changed, and beside the coins of published lists.")
        var publishNotes = false

        @Flag(help: "Make the alerts of your pipelines public: they name your rules and the coins you watch.")
        var publishAlerts = false

        @Flag(help: "Write into a folder that has files of others too.")
        var force = false

        @OptionGroup var ranking: RankingOptions
        @OptionGroup var watchlist: WatchlistOption
        @OptionGroup var age: AgeOption
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            var site = SiteRequest(age.applied(to: try watchlist.applied(to: ranking.request(of: store), store)))
            (site.images, site.coins, site.since) = (images, coins, since)
            if publishNotes || !publishList.isEmpty {
                let profile = try watchlist.profile.folder(wait: store.wait.wait)
                site.watchlists = try publishList.map { try WatchlistFile($0, in: profile) }
                site.notes = publishNotes ? NotesFile(in: profile) : nil
            }
            if publishAlerts { site.others = try alertEntries(of: store.location, tell: Console.tell) }
            site.runs = try RunHistory(of: store.location).page(tell: Console.tell)
            let report = try Progress.during("writing", "pages") { progress in
                try writeSite(
                    site,
                    to: output,
                    isForced: force,
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

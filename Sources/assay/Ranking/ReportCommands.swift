import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

/// Pages for people.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "report",
        subcommands: [Site.self, Movers.self, Market.self, Sensitivity.self, Docs.self]
    )

    struct Site: ParsableCommand {
        static let configuration = CommandConfiguration("report site")

        @Option(help: .value("folder", "Where the pages go; it is made if it is not there."), completion: .directory)
        var output = "site"

        @Option("n", "How many coins get a page of their own, the best first, or `all`.", coinCount)
        var coins: Int? = 200

        @Option("folder", "Show the coins' images, from the archive of `assay fetch images`.", .directory)
        var images: String?

        @Option("time", "What changed since this date or instant; four weeks without it.", moment)
        var since: AsOf?

        @Option(
            help: .value(
                "list",
                "Put this watchlist of yours on a page that becomes public with the site; may be repeated.",
                discussion: "Without your notes and tags."
            ),
            completion: .watchlists
        )
        var publishList: [String] = []

        @Flag(help: "Make your notes public too: in what changed, and next to the coins of published lists.")
        var publishNotes = false

        @Flag(help: "Make the alerts of your pipelines public: they name your rules and the coins you watch.")
        var publishAlerts = false

        @Option(
            help: .value(
                "folder",
                "Show the screens of this folder, each with its coins and the test of these.",
                discussion: "Each test is noted next to the store as a trial, once."
            ),
            completion: .directory
        )
        var screens: String?

        @Flag(help: "Write into a folder that has files of others too.")
        var force = false

        @OptionGroup var ranking: RankOptions
        @OptionGroup var watchlist: WatchlistOption
        @OptionGroup var age: AgeOption

        mutating func run() throws {
            var site = SiteRequest(try ranking.request(watchlist, age))
            (site.images, site.coins, site.since) = (images, coins, since)
            if publishNotes || !publishList.isEmpty {
                let profile = try watchlist.profile.folder(wait: ranking.store.wait.wait)
                site.watchlists = try publishList.map { try WatchlistFile($0, in: profile) }
                site.notes = publishNotes ? NotesFile(in: profile) : nil
            }
            site.others = try eventEntries(of: ranking.location, withAlerts: publishAlerts, report: Console.report)
            let asked = try screens.map(Screen.all)?.map { $0.question(site.ranking) } ?? []
            try Progress.during("screening", "weeks") { progress in
                try site.add(asked, in: ranking.location, progress: progress.update(_:of:))
            }
            let report = try Progress.during("writing", "pages") { progress in
                try writeSite(
                    site,
                    to: output,
                    isForced: force,
                    in: ranking.location,
                    report: Console.report,
                    progress: progress.update(_:of:)
                )
            }
            Console.report(report.summary)
            if let failure = report.failure { throw failure }
        }
    }
}

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration("export")

    @Argument(help: .value("folder", "Where the files go; it is made if it is not there."), completion: .directory)
    var folder: String

    @Flag(help: "Write into a folder that has files of others too.")
    var force = false

    @OptionGroup var ranking: RankOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var age: AgeOption

    mutating func run() throws {
        let request = try ranking.request(watchlist, age)
        let (note, failure, _, _) = try Progress.during("exporting") { _ in
            try exportTables(request, to: folder, isForced: force, in: ranking.location, report: Console.report)
        }
        Console.report(note)
        if let failure { throw failure }
    }
}

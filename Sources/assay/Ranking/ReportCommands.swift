import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

/// Pages for people.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "report",
        subcommands: [Site.self, Movers.self, Market.self, Sensitivity.self]
    )

    struct Site: ParsableCommand {
        static let configuration = CommandConfiguration("report site")

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

        @Flag(help: "Make your notes public too: in what changed, and next to the coins of published lists.")
        var publishNotes = false

        @Flag(help: "Make the alerts of your pipelines public: they name your rules and the coins you watch.")
        var publishAlerts = false

        @Option(
            help: .value(
                "folder",
                "Show the screens of this folder, each with its coins and the test of these.",
                discussion: "Each test is noted next to the store as a trial, once."
            )
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
            site.others = try eventEntries(of: ranking.location, withAlerts: publishAlerts, tell: Console.tell)
            let asked = try questions(ofScreens: screens, site.ranking)
            try Progress.during("screening", "weeks") { progress in
                try site.add(asked, in: ranking.location, progress: progress.update(_:of:))
            }
            let report = try Progress.during("writing", "pages") { progress in
                try writeSite(
                    site,
                    to: output,
                    isForced: force,
                    in: ranking.location,
                    tell: Console.tell,
                    progress: progress.update(_:of:)
                )
            }
            Console.tell(report.summary)
            if let failure = report.failure { throw failure }
        }
    }
}

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration("export")

    @Argument(help: .value("folder", "Where the files go; it is made if it is not there."))
    var folder: String

    @Flag(help: "Write into a folder that has files of others too.")
    var force = false

    @OptionGroup var ranking: RankOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var age: AgeOption

    mutating func run() throws {
        let request = try ranking.request(watchlist, age)
        let (note, failure, _, _) = try Progress.during("exporting") { _ in
            try exportTables(request, to: folder, isForced: force, in: ranking.location, tell: Console.tell)
        }
        Console.tell(note)
        if let failure { throw failure }
    }
}

struct Feed: ParsableCommand {
    static let configuration = CommandConfiguration("feed")

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

    @Option("weeks", "A repository is inactive after so many weeks without a commit.", whole(1...520))
    var inactiveWeeks = 12

    @Option(help: .value("folder", "List coins that entered or left a screen of this folder too."))
    var screens: String?

    @Flag(inversion: .prefixedNo, help: "Your notes.")
    var notes = true

    @Flag(help: "Your trades too.")
    var portfolio = false

    @OptionGroup var ranking: RankOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var output: OutputOptions

    mutating func run() throws {
        let profile = notes || portfolio ? try watchlist.profile.folder(wait: ranking.store.wait.wait) : nil
        let ranked = try ranking.request(watchlist)
        let asked = try questions(ofScreens: screens, ranked)
        let inputs = ranking.files + (profile?.inputs ?? []) + asked.map { Screen.path(of: $0.name, in: screens ?? "") }
        var writer = output.writer(reading: inputs)
        writer.isTimeline = true
        try writer.check()
        let location = ranking.location
        let table = try Progress.during("comparing") { _ in
            let since = try since ?? RunHistory(of: location).moment(before: moment(of: ranked, in: location))
            var request = FeedRequest(ranked, since: since)
            (request.top, request.places, request.silence) = (top, places, inactiveWeeks)
            (request.priceChange, request.supplyChange, request.screens) = (priceChange, supplyChange, asked)
            request.notes = notes ? profile.map(NotesFile.init) : nil
            request.portfolio = portfolio ? profile.map(PortfolioFile.init) : nil
            request.others = try eventEntries(of: location, withAlerts: true, tell: Console.tell)
            return try feed(request, in: location)
        }
        try writer.deliver(table, print: Console.print, tell: Console.tell)
    }
}

/// What the screens of a folder ask of a ranking; nothing without one.
private func questions(ofScreens folder: String?, _ ranking: RankRequest) throws -> [ScreenRequest] {
    try folder.map(Screen.all)?.map { $0.question(ranking) } ?? []
}

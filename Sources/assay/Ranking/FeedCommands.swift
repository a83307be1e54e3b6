import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

/// How large a change has to be to be listed.
struct ChangeOptions: ParsableArguments {
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

    /// What changed in a ranking since a moment, alerts and news among it.
    func request(_ ranking: RankRequest, since: AsOf, in location: StoreLocation) throws -> FeedRequest {
        var request = FeedRequest(ranking, since: since)
        (request.top, request.places, request.inactiveWeeks) = (top, places, inactiveWeeks)
        (request.priceChange, request.supplyChange) = (priceChange, supplyChange)
        request.others = try eventEntries(of: location, withAlerts: true, report: Console.report)
        return request
    }
}

struct Feed: ParsableCommand {
    static let configuration = CommandConfiguration("feed")

    @Option(
        "time",
        "Behind this date or instant, yesterday, or so long before, as 7d; without it, where the last run ended.",
        sinceMoment
    )
    var since: SinceMoment?

    @OptionGroup var changes: ChangeOptions

    @Option("folder", "List coins that entered or left a screen of this folder too.", .directory)
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
        let saved = try screens.map(Screen.all) ?? []
        let inputs = ranking.files + (profile?.inputs ?? []) + saved.map(\.path)
        var writer = output.writer(reading: inputs)
        writer.isTimeline = true
        try writer.check()
        let (ranked, location) = (try ranking.request(watchlist), ranking.location)
        let table = try Progress.during("comparing") { _ in
            let asOf = try moment(of: ranked, in: location)
            let since = try since?.moment(before: asOf) ?? RunHistory(of: location).moment(before: asOf)
            var request = try changes.request(ranked, since: since, in: location)
            request.screens = saved.map { $0.question(ranked) }
            request.notes = notes ? profile.map(NotesFile.init) : nil
            request.portfolio = portfolio ? profile.map(PortfolioFile.init) : nil
            return try feed(request, in: location)
        }
        try writer.deliver(table, print: Console.print, report: Console.report)
    }
}

struct DigestCommand: ParsableCommand {
    static let configuration = CommandConfiguration("digest")

    @Option(
        "time",
        "What changed since then: yesterday, so long before, as 7d or 1w, a date, or an instant.",
        sinceMoment
    )
    var since = SinceMoment.daysBefore(1)

    @OptionGroup var changes: ChangeOptions

    @Option("list", "Put the coins of this watchlist (see `assay watch`) first.", .watchlists)
    var watchlist: String?

    @OptionGroup var profile: ProfileOptions
    @OptionGroup var screens: ScreenFolder
    @OptionGroup var ranking: RankOptions
    @OptionGroup var age: AgeOption
    @OptionGroup var output: OutputOptions

    mutating func run() throws {
        let saved = try Screen.all(in: screens.screens)
        let list = try watchlist.map { try WatchlistFile($0, in: profile.folder(wait: ranking.store.wait.wait)) }
        let read = saved.map(\.path) + [list?.path].compactMap(\.self)
        try output.show(
            Progress.during("comparing") { _ in try digest(with: saved, of: list) },
            reading: ranking.files + read
        )
    }

    private func digest(with saved: [Screen], of list: WatchlistFile?) throws
        -> (table: Table, failure: OperationError?)
    {
        let location = ranking.location
        var ranked = try ranking.request(nil, age)
        let asOf = try moment(of: ranked, in: location)
        ranked.form = try output.writer().form
        var feed = try changes.request(ranked, since: since.moment(before: asOf), in: location)
        feed.screens = saved.map { $0.question(ranked) }
        var request = DigestRequest(feed)
        request.watched = try list?.chosenCoins(known: ranked.known, in: location, report: Console.report)
        return try CoinOperations.digest(request, in: location)
    }
}

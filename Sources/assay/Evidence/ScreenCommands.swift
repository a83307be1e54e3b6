import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables

struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "screen",
        subcommands: [List.self, Show.self, Run.self, Test.self],
        defaultSubcommand: List.self
    )
}

/// A screen, and from which figures it is worked out.
struct ScreenOptions: ParsableArguments {
    @Argument(help: .value("screen", "Its name."), completion: .screens)
    var name: String

    @OptionGroup var folder: ScreenFolder
    @OptionGroup var clocks: ClockOptions

    @Option(
        help: .value("code", "Show money in this currency, by the loaded rates of its own days; ranks stay."),
        completion: .currencies
    )
    var quote = "usd"

    @OptionGroup var store: StoreOptions

    var screen: Screen { get throws { try Screen(named: name, in: folder.screens) } }

    /// What no output may be.
    var files: ReservedFiles { store.files + [Screen.path(of: name, in: folder.screens)] }

    func question(_ age: AgeOption? = nil) throws -> ScreenRequest {
        var request = RankRequest(asOf: clocks.asOf, quote: quote.lowercased())
        request.known = clocks.known
        if let age { (request.staleAfter, request.now) = (age.staleAfter, .systemNow) }
        return try screen.question(request)
    }
}

extension ScreenCommand {
    struct List: TableCommand {
        static let configuration = CommandConfiguration("screen list")

        @OptionGroup var folder: ScreenFolder
        @OptionGroup var output: OutputOptions
        @OptionGroup var common: CommonOptions

        func table() throws -> Table { try Screen.list(in: folder.screens) }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration("screen show")

        @Argument(help: .value("screen", "Its name."), completion: .screens)
        var name: String

        @OptionGroup var folder: ScreenFolder
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let screen = try Screen(named: name, in: folder.screens)
            Console.print(try instructions(ofFile: screen.path))
            Console.print(line: "# " + screen.command)
        }
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration("screen run")

        @OptionGroup var screen: ScreenOptions

        @Option("n", "Show as few rows at most, whatever the screen says.", whole(1...1_000_000))
        var top: Int?

        @OptionGroup var age: AgeOption
        @OptionGroup var output: OutputOptions

        mutating func run() throws {
            var asked = try screen.question(age)
            asked.ranking.top = top ?? asked.ranking.top
            asked.ranking.form = try output.writer().form
            let location = screen.store.location
            try output.show(
                Progress.during("ranking") { [asked] _ in try CoinOperations.screen(asked, in: location) },
                reading: screen.files
            )
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration("screen test")

        @OptionGroup var screen: ScreenOptions

        @Option("weeks", "How many weeks coins are held, as 4,12; 1 to 51 each.", horizonList)
        var horizons = EvaluationRequest.defaultHorizons

        @Option("date", "Judge no week that begins before this day.", day)
        var since: Day?

        @Option("date", "Judge no week that ends after this day.", day)
        var until: Day?

        @OptionGroup var trading: TradingOptions

        @Flag(
            help: """
                Instead: screen each week from a store that ends with it, rebuilt from the inputs, and compare; exits with 3 \
                where a screen looks ahead.
                """
        )
        var selfTest = false

        @Flag(help: "Show the figures though fewer than 30 periods can call nothing.")
        var force = false

        @OptionGroup var output: OutputOptions

        mutating func run() throws {
            let asked = try screen.question()
            var request = EvaluationRequest(asked.ranking)
            (request.horizons, request.since, request.until) = (horizons, since, until)
            (request.costs, request.trials, request.isForced) = (trading.costs, trading.trials, force)
            let location = screen.store.location
            guard !selfTest else {
                return try output.show(
                    Progress.during("screening", "weeks") { progress in
                        try testLookAhead(
                            request,
                            in: location,
                            of: "the coins of the screen",
                            scores: screenMembers,
                            report: Console.report,
                            progress: progress.update(_:of:)
                        )
                    },
                    reading: screen.files
                )
            }
            try output.show(
                Progress.during("screening", "weeks") { progress in
                    try testScreens([asked], request, in: location, progress: progress.update(_:of:))[0]
                },
                reading: screen.files
            )
        }
    }
}

import ArgumentParser
import CoinModel

/// The two clocks of a report: what is told of, and what was known.
struct ClockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use facts up to this date or instant (with Z); by default the newest market fact.",
            valueName: "time"
        )
    )
    var asOf: AsOf?

    @Option(help: ArgumentHelp("Read the store as it was known then: later loads are left out.", valueName: "time"))
    var known: AsOf?
}

import ArgumentParser
import CoinModel
import CoinOperations

struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration("evaluate")

    @OptionGroup var ranking: RankOptions

    @Option(
        help: .value("column", "A column of numbers to judge; may be repeated (default: score)."),
        completion: .column
    )
    var signal: [String] = []

    @Option("weeks", "How many weeks returns run, as 4,12; 1 to 51 each.", horizonList)
    var horizons = EvaluationRequest.defaultHorizons

    @Option("amount", "Judge only coins of this capitalisation then, or more.", amount)
    var capFrom: Double?

    @Option("amount", "Judge only coins of this capitalisation then, or less.", amount)
    var capTo: Double?

    @Option("amount", "Judge only coins of this median daily volume then, or more.", amount)
    var volumeFrom: Double?

    @Option("date", "Judge no week that begins before this day.", day)
    var since: Day?

    @Option("date", "Judge no week that ends after this day.", day)
    var until: Day?

    @OptionGroup var trading: TradingOptions

    @Flag(help: "Judge the score under other weights, windows and priors too; each is a trial.")
    var sensitivity = false

    @Flag(
        help: """
            Instead: score each week from a store that ends with it, rebuilt from the inputs, and compare; exits with 3 \
            where a score looks ahead.
            """
    )
    var selfTest = false

    @Option(
        help: .value(
            "file",
            "Write what the figures are worked out from to this file too: a row a week and coin with signals and returns."
        ),
        completion: .file()
    )
    var panel: String?

    @Option("file", "Write the rank IC by size and tag to this file too.", .file())
    var groups: String?

    @Option("file", "Write the figures to this file alone, to be judged with others, and note no trial.", .file())
    var cell: String?

    @Option(
        parsing: .upToNextOption,
        help: .value("file", "Instead: judge what these files of --cell have, together."),
        completion: .file()
    )
    var fromCells: [String] = []

    @Flag(help: "Show the figures though fewer than 30 periods can call nothing.")
    var force = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        let isOfReturns =
            !signal.isEmpty || horizons != EvaluationRequest.defaultHorizons
            || trading.costs != EvaluationRequest.defaultCosts
        if sensitivity, !signal.isEmpty {
            throw ValidationError("--sensitivity judges what the preset ranks by: leave out --signal.")
        }
        if panel ?? groups != nil, selfTest {
            throw ValidationError("--panel and --groups are written by an evaluation: leave out --self-test.")
        }
        if cell != nil, selfTest || panel ?? groups != nil || trading.trials != nil {
            throw ValidationError("--cell notes no trial: leave out --trials, --panel, --groups and --self-test.")
        }
        let isBounded = [capFrom, capTo, volumeFrom].contains { $0 != nil }
        let judges = isOfReturns || isBounded || sensitivity || trading.trials != nil || force
        let isOfCells = !fromCells.isEmpty
        let evaluates = isOfReturns || isBounded || sensitivity || force || selfTest || panel ?? groups ?? cell != nil
        if isOfCells, evaluates || since ?? until != nil {
            throw ValidationError("--from-cells evaluates nothing: in addition to --store it takes --trials.")
        }
        if selfTest, judges {
            throw ValidationError(
                "--self-test evaluates no ranking: in addition to a ranking's options it takes --since and --until."
            )
        }
    }

    mutating func run() throws {
        var request = EvaluationRequest(try ranking.request())
        if !signal.isEmpty { request.signals = signal }
        (request.horizons, request.since, request.until) = (horizons, since, until)
        (request.costs, request.trials, request.isForced) = (trading.costs, trading.trials, force)
        request.isVaried = sensitivity
        (request.bounds.capFrom, request.bounds.capTo, request.bounds.volumeFrom) = (capFrom, capTo, volumeFrom)
        let (location, inputs) = (ranking.location, ranking.files)
        guard !selfTest else {
            return try output.show(
                Progress.during("scoring", "weeks") { progress in
                    try testLookAhead(request, in: location, report: Console.report, progress: progress.update(_:of:))
                },
                reading: inputs
            )
        }
        guard fromCells.isEmpty else {
            let files = inputs + fromCells
            return try output.show(evaluate(cells: fromCells, trials: trading.trials, in: location), reading: files)
        }
        if let cell {
            return try Progress.during("evaluating", "weeks") { progress in
                try evaluateCell(
                    request,
                    to: cell,
                    reading: inputs,
                    in: location,
                    report: Console.report,
                    progress: progress.update(_:of:)
                )
            }
        }
        let writers = [panel, groups].map { $0.map { OutputWriter(output: $0, reading: inputs) } }
        try OutputWriter.check(all: writers.compactMap(\.self) + [output.writer(reading: inputs)], reading: inputs)
        let found = try Progress.during("evaluating", "weeks") { progress in
            try evaluate(request, in: location, progress: progress.update(_:of:))
        }
        for (writer, table) in zip(writers, [found.panel, found.groups]) {
            if let writer { try writer.deliver(table, print: Console.print, report: Console.report) }
        }
        try output.show(found.table, reading: inputs)
    }
}

/// What trades cost, and how many trials count.
struct TradingOptions: ParsableArguments {
    @Option(
        "percents",
        "What a trade costs, of the least, the middle and the most traded third of coins, as 1,0.5,0.2; one for all.",
        tradingCosts
    )
    var costs = EvaluationRequest.defaultCosts

    @Option("n", "Count only the first trials that were noted, to make a report again.", whole(0...1_000_000))
    var trials: Int?
}

/// Reads horizons, as `4,12`.
func horizonList(_ text: String) throws -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = try parts.map { try whole(EvaluationRequest.possibleHorizons)(String($0)) }
    guard Set(numbers).count == numbers.count else { throw ValidationError("names a horizon twice") }
    return numbers
}

/// Reads percents, one or three, as shares.
private func tradingCosts(_ text: String) throws -> (low: Double, middle: Double, high: Double) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 3 else {
        throw ValidationError("takes one percent or three, as 1,0.5,0.2")
    }
    let shares = try parts.map { try decimal(0...50)(String($0)) / 100 }
    return (shares[0], shares[parts.count / 2], shares[parts.count - 1])
}

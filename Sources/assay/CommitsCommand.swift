public import ArgumentParser
import CoinModel
public import CoinOperations

extension CommitsRequest.Clock: ExpressibleByArgument {}

struct Commits: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commits",
        abstract: "Counts one repository's commits by week.",
        discussion: """
            Reads a local clone, bare or not, through the worker `assay-git`; no store is needed. Only the default branch \
            (HEAD) counts, every commit once, held against its id.

            Examples:
              assay commits ~/src/monero
              assay commits monero.git --by committer --weeks 0 --format csv
            """
    )

    @Argument(help: "The repository: a git directory, or a folder with one.")
    var repository: String

    @Option(
        help: ArgumentHelp(
            "The time that puts a commit into a week: its landing on the branch, or its committer or author time.",
            valueName: "clock"
        )
    )
    var by = CommitsRequest.Clock.landing

    @Option(
        help: ArgumentHelp("How many weeks, the newest ones; 0 for all.", valueName: "n"),
        transform: CheckedNumber.whole(0...1_000_000)
    )
    var weeks = 52

    @Option(help: ArgumentHelp("Which columns.", valueName: "names"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "When the clone was made; landing times a day later are not believed. By default now.",
            valueName: "time"
        )
    )
    var observedAt: AsOf?

    @Option(
        help: ArgumentHelp("Processor seconds that the worker may take.", valueName: "seconds"),
        transform: CheckedNumber.whole(1...1_000_000)
    )
    var cpu = 60

    @Option(
        help: ArgumentHelp("Seconds after which the worker is ended.", valueName: "seconds"),
        transform: CheckedNumber.whole(1...1_000_000)
    )
    var deadline = 120

    @Option(
        help: ArgumentHelp("Memory that the worker may take, mapped files not counted.", valueName: "MiB"),
        transform: CheckedNumber.whole(1...1_000_000)
    )
    var memory = 512

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        var request = CommitsRequest(
            path: repository,
            clock: by,
            weeks: weeks,
            observedAt: observedAt?.limit ?? .systemNow
        )
        request.columns = columns ?? ""
        request.limits.cpu = cpu
        request.limits.deadline = deadline
        request.limits.memory = memory
        try output.show(commitsWeekly(request, tell: Console.tell), reading: [request.gitDirectory])
    }
}

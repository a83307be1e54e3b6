public import ArgumentParser
import CoinModel
public import CoinOperations

extension CommitsRequest.Clock: ExpressibleByArgument {}

struct Commits: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Counts commits of one repository by week.",
        """
        Reads a local clone, bare or not, through the worker `assay-git`; no store is needed. Only the default branch \
        (HEAD) counts, every commit once, held against its id.
        """,
        examples: ["assay commits ~/src/monero", "assay commits monero.git --by committer --weeks 0 --format csv"]
    )

    @Argument(help: "The repository: a git directory, or a folder with one.")
    var repository: String

    @Option(
        help: .value(
            "clock",
            "The time that puts a commit into a week: its landing on the branch, or its committer or author time."
        )
    )
    var by = CommitsRequest.Clock.landing

    @Option("n", "How many weeks, the newest ones; 0 for all.", whole(0...1_000_000))
    var weeks = 52

    @Option(help: .value("names", "Which columns."))
    var columns: String?

    @Option("time", "When the clone was made; landing times a day later are not believed. By default now.", moment)
    var observedAt: AsOf?

    @Option("seconds", "Processor seconds that the worker may take.", whole(1...1_000_000))
    var cpu = 60

    @Option("seconds", "Seconds after which the worker is ended.", whole(1...1_000_000))
    var deadline = 120

    @Option("MiB", "Memory that the worker may take, mapped files not counted.", whole(1...1_000_000))
    var memory = 512

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let moment = observedAt?.limit ?? .systemNow
        var request = CommitsRequest(path: repository, clock: by, weeks: weeks, observedAt: moment)
        request.columns = columns
        (request.limits.cpu, request.limits.deadline, request.limits.memory) = (cpu, deadline, memory)
        try output.show(
            commitsWeekly(request, tell: Console.tell),
            reading: ReservedFiles(inputs: [request.gitDirectory])
        )
    }
}

public import ArgumentParser
import CoinModel
public import CoinOperations
import Synchronization

extension CommitsRequest.Clock: ExpressibleByArgument {}

struct Commits: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commits",
        abstract: "Counts one repository's commits by week.",
        discussion: """
            Reads a local clone, bare or not, through the worker `assay-git`; no store is needed. Only the default branch \
            (HEAD) counts, every commit once. With `--columns week_start,commits,merges` no commit is read where the clone \
            has a commit-graph, which is much faster.

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
        try output.show(
            try Commits.reader.withLock { reader in
                let table = try commitsWeekly(request, &reader, tell: Console.tell)
                reader.dismiss()
                return table
            },
            reading: [request.gitDirectory]
        )
        // The worker, which went meanwhile, is waited for, or it would be left to whoever takes in orphans.
        Commits.reader.withLock { $0 = CommitsReader() }
    }

    /// Reads the repository.
    private static let reader = Mutex(CommitsReader())

    /// Begins to read the repository if these are arguments of this command, while they are still looked through, which
    /// takes as long: it is probably the first one that is no option.
    static func begin(_ arguments: ArraySlice<String>) {
        guard arguments.first == configuration.commandName,
            let path = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
        else { return }
        reader.withLock { $0.begin(path) }
    }
}

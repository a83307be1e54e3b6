public import ArgumentParser
import CoinModel
public import CoinOperations
import Foundation

struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        "load",
        subcommands: [All.self, Coins.self, Market.self, Commits.self, Trends.self],
        defaultSubcommand: All.self
    )

    struct All: LoadCommand {
        static let configuration = CommandConfiguration("load all")
        static let kind: LoadKind? = nil
        @OptionGroup var options: LoadOptions
    }

    struct Coins: LoadCommand {
        static let configuration = CommandConfiguration("load coins")
        static let kind: LoadKind? = .coins
        @OptionGroup var options: LoadOptions

        @Option("file", "The table of coins and their ecosystems.", .file())
        var ecosystems: String?
    }

    struct Market: LoadCommand {
        static let configuration = CommandConfiguration("load market")
        static let kind: LoadKind? = .market
        @OptionGroup var options: LoadOptions
    }

    struct Commits: LoadCommand {
        static let configuration = CommandConfiguration("load commits")
        static let kind: LoadKind? = .commits
        @OptionGroup var options: LoadOptions
    }

    struct Trends: LoadCommand {
        static let configuration = CommandConfiguration("load trends")
        static let kind: LoadKind? = .trends
        @Option(help: "What was searched, where it was not the web.")
        var property: SearchProperty?
        @OptionGroup var options: LoadOptions
    }
}

struct LoadOptions: ParsableArguments {
    @Argument(help: .value("path", "Files and folders."), completion: .file())
    var paths: [String]

    @Option("id", "Read as this format instead of recognising it.", .loadedFormats)
    var source: String?

    @Option("time", "Observation time of files that state none: a date or an instant with Z.", moment)
    var observedAt: AsOf?

    @Option("id", "The coin that the inputs are about, whatever they call it.", .coins)
    var coin: String?

    @Option("owner/name", "The repository of files that name none.", repository)
    var repo: RepositoryName?

    @Option("code", "The quote currency of files that name none; usd without it.", .currencies)
    var quote: String?

    @Option("percent", "Exit with 4 where more of the rows that were read are rejected.", decimal(0...100))
    var maxRejects = LoadReport.rejectLimit

    @OptionGroup var notation: NotationOptions

    @Option(help: .value("column=heading", "What columns of a table of your own are called, such as price_usd=Kurs."))
    var map: [String] = []

    @Flag(help: "Replace the stored history of a repository by one that has no commit in common with it.")
    var accept = false

    @Flag(help: "Read every file, and skip one only if its bytes were loaded before.")
    var verify = false

    @OptionGroup var store: StoreOptions

    /// What the columns are called; nil where the caller does not say.
    ///
    /// - Throws: `ValidationError` for what is none.
    func columns() throws -> ColumnMap? { try columnMapOption(map) }

    func validate() throws { _ = try columns() }
}

/// What `--map` says columns are called; nil where it says nothing.
///
/// - Throws: `ValidationError` for what is none.
func columnMapOption(_ texts: [String]) throws -> ColumnMap? {
    do { return try columnMap(texts) } catch { throw ValidationError("--map \(error).") }
}

protocol LoadCommand: ParsableCommand {
    /// What is loaded; nil for files of any kind.
    static var kind: LoadKind? { get }
    var options: LoadOptions { get }
    /// The table of coins and their ecosystems; only coins have one.
    var ecosystems: String? { get }
    /// What was searched where it was not the web.
    var property: SearchProperty? { get }
}

extension LoadCommand {
    var ecosystems: String? { nil }
    var property: SearchProperty? { nil }

    mutating func run() throws {
        var request = LoadRequest(kind: Self.kind, paths: options.paths, now: .systemNow)
        request.source = options.source
        request.hints.observedAt = options.observedAt
        request.hints.coin = options.coin
        request.hints.repository = options.repo
        request.hints.property = property
        request.hints.quote = options.quote?.lowercased()
        request.hints.notation = options.notation.notation
        request.hints.columns = try options.columns()
        request.verifies = options.verify
        request.acceptsUnrelated = options.accept
        request.ecosystems = try ecosystems.map { try EcosystemsFile(path: $0) }
        let report = try Progress.during("loading", "files") { progress in
            try load(request, into: options.store.location, report: Console.report) { done, all, rows, share in
                progress.update { ($0.done, $0.all, $0.rows, $0.share) = (done, all, rows, share) }
            }
        }
        Console.report(report.summary(of: Self.kind))
        let excess = report.excess(over: options.maxRejects)
        if let excess { Console.report(excess.diagnostic) }
        try (report.status == .success ? excess?.status ?? .success : report.status).endUnlessSuccess()
    }
}

/// What a worker may use for one repository.
struct ReadingOptions: ParsableArguments {
    @Option("seconds", "Processor seconds that the worker may take.", whole(1...1_000_000))
    var cpu = 60

    @Option("seconds", "Seconds after which the worker is ended.", whole(1...1_000_000))
    var deadline = 120

    @Option("MiB", "Memory that the worker may take, mapped files not counted.", whole(1...1_000_000))
    var memory = 512

    var limits: ReadingLimits {
        var limits = ReadingLimits()
        limits.cpu = cpu
        limits.deadline = deadline
        limits.memory = memory
        return limits
    }
}

extension CommitsRequest.Clock: ExpressibleByArgument {}

struct Commits: ParsableCommand {
    static let configuration = CommandConfiguration("commits")

    @Argument(help: "The repository: a git directory, or a folder with one.", completion: .directory)
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

    @OptionGroup var limits: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let moment = observedAt?.limit ?? .systemNow
        var request = CommitsRequest(path: repository, clock: by, weeks: weeks, observedAt: moment)
        request.columns = columns
        request.limits = limits.limits
        try output.show(
            commitsWeekly(request, report: Console.report),
            reading: ReservedFiles(inputs: [request.gitDirectory])
        )
    }
}

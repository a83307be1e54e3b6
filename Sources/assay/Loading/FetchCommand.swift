import ArgumentParser
import CoinModel
import CoinOperations
import Foundation

/// How hosts are reached, and for how long; proxies come from the environment, where programs look for them.
struct NetworkOptions: ParsableArguments {
    @Option(
        "seconds",
        "The most seconds for all that is fetched.",
        discussion: "Then what is under way is ended, what came is stored and loaded, and what is lacking is named.",
        whole(1...1_000_000)
    )
    var deadline: Int?

    @Option(
        help: .value(
            "file",
            "A file of certificates to believe, in PEM.",
            discussion: "Else $SSL_CERT_FILE, else the system's. Proxies come from $https_proxy and $no_proxy."
        ),
        completion: .file()
    )
    var caFile: String?

    /// When the fetching ends that begins now.
    func end() -> ContinuousClock.Instant? { deadline.map { .now + .seconds($0) } }

    func route() throws -> FetchRoute {
        try FetchRoute(environment: ProcessInfo.processInfo.environment, certificates: caFile)
    }
}

/// What all requests to live sources take.
struct FetchOptions: ParsableArguments {
    @Option("folder", "The folder of raw answers; by default the store's name with .answers.", .directory)
    var archive: String?

    @Option("n", "The most requests to each source.", whole(0...1_000_000))
    var budget = FetchRequest.usualBudget

    @Option(
        "seconds",
        "The most seconds of waiting for each source in sum; by default 900, for images 300.",
        discussion: "Beyond, it gets no more requests. The pace that a source asks for is observed too.",
        whole(0...1_000_000)
    )
    var patience: Int?

    @Option(
        "hours",
        "Reuse downloaded answers for so many hours; by default 12, one of GitHub 24, an image 720.",
        whole(0...1_000_000)
    )
    var maxAge: Int?

    @Flag(help: "Print the addresses that would be asked first, with what would be posted there, and ask none.")
    var dryRun = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var store: StoreOptions

    func request(
        _ question: FetchRequest.Question,
        of sources: [String] = [],
        access: SourceAccess = SourceAccess()
    ) -> FetchRequest {
        let archive = archive ?? store.location.answers
        var request = FetchRequest(
            question,
            of: sources,
            archive: archive,
            access: access,
            in: FetchRun(at: .systemNow)
        )
        request.budget = budget
        request.patience = patience ?? request.patience
        request.maximalAge = maxAge ?? request.maximalAge
        return request
    }

    func run(_ request: FetchRequest) throws {
        var request = request
        request.route = try network.route()
        request.deadline = network.deadline
        guard !dryRun else {
            let questions = try questionsToFetch(request, from: store.location)
            questions.forEach(Console.print(line:))
            guard questions.isEmpty else { return }
            let detail = "all answers are cached: nothing would be asked; `--max-age 0` asks again"
            return Console.report(Diagnostic(.note, "nothing-to-ask", detail))
        }
        let report = try Progress.during("asking", "questions") { progress in
            try fetchAnswers(request, with: store.location, report: Console.report, progress: progress.update(_:of:))
        }
        try report.status.endUnlessSuccess()
    }
}

struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        "fetch",
        subcommands: [
            Git.self, GitHub.self, Market.self, History.self, Coins.self, Global.self, Fundamentals.self, Onchain.self,
            Attention.self, Articles.self, Images.self,
        ]
    )

    struct Git: ParsableCommand {
        static let configuration = CommandConfiguration("fetch git")

        @Argument(
            help: .value(
                "owner/name",
                "The repositories, each with =ADDRESS if it lies elsewhere; none for all of the coin list."
            )
        )
        var repositories: [String] = []

        @Option("folder", "The folder of mirrors; by default the store's name with .mirrors.", .directory)
        var mirrors: String?

        @Option("MiB", "The most MiB of disk for all mirrors.", whole(1...1_000_000_000))
        var budgetDisk = 50 << 10

        @Option("MiB", "The most MiB of disk for one mirror.", whole(1...1_000_000_000))
        var budgetEach = 2 << 10

        @Option("n", "How many are fetched at once.", whole(1...64))
        var jobs = 4

        @Option("seconds", "The most seconds for one mirror.", whole(1...1_000_000))
        var deadlineEach = 1800

        @Option("MiB", "Memory that each program at work may take.", whole(1...1_000_000))
        var memory = 1024

        @Option(help: .value("address", "What owner/name lies below: an https address or a folder."))
        var base = MirrorsRequest.publicBase

        @Flag(help: "Load the mirrors that were fetched into the store.")
        var load = false

        @Flag(help: "With --load, replace a stored history by one that has no commit in common with it.")
        var accept = false

        @Flag(help: "Print what would be cloned or updated, and do nothing.")
        var dryRun = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            var request = MirrorsRequest(
                repositories: repositories,
                folder: mirrors ?? store.location.mirrors,
                base: base,
                searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
                now: .systemNow
            )
            (request.budget, request.budgetEach, request.memory) = (budgetDisk << 20, budgetEach << 20, memory << 20)
            (request.jobs, request.deadlineEach, request.end) = (jobs, deadlineEach, network.end())
            request.isLoaded = load
            request.acceptsUnrelated = accept
            request.route = try network.route()
            guard !dryRun else {
                return try mirrorsToFetch(request, from: store.location).forEach(Console.print(line:))
            }
            let report = try Progress.during("fetching", "repositories") { progress in
                try fetchMirrors(
                    request,
                    from: store.location,
                    report: Console.report,
                    progress: progress.update(_:of:)
                )
            }
            report.diagnostics.forEach(Console.report)
            try report.status.endUnlessSuccess()
        }
    }

    struct GitHub: ParsableCommand {
        static let configuration = CommandConfiguration("fetch github")

        @Argument(
            help: .value("owner/name", "The repositories, owner/* for all of an owner; none for all of the coin list.")
        )
        var repositories: [String] = []

        @Flag(help: "Take forks too where all repositories of an owner are asked about.")
        var forks = false

        @Option(
            help: .value(
                "question",
                "What to ask, repeatable: \(RepositoryQuestions.allKinds.joined(separator: ", "))."
            ),
            completion: .list(RepositoryQuestions.allKinds)
        )
        var ask = RepositoryQuestions.usualKinds

        @Option(
            "n",
            "How many weeks of a history, stars and releases, at most \(RepositoryQuestions.mostWeeks).",
            whole(1...RepositoryQuestions.mostWeeks)
        )
        var weeks = 52

        @Option("file", "A file with the token that only you may read.", .file())
        var tokenFile: String?

        @Flag(help: "Load what came into the store, which is done without it too.")
        var load = false

        @Option(help: .value("address", "The API, for GitHub Enterprise Server."))
        var api = SourceAccess.publicAPI

        @OptionGroup var options: FetchOptions

        mutating func run() throws {
            let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"]
            var questions = RepositoryQuestions(repositories, kinds: ask)
            questions.weeks = weeks
            questions.takesForks = forks
            let access = try SourceAccess(gitHub: api, token: token, file: tokenFile)
            var request = options.request(.repositories(questions), access: access)
            request.isLoaded = true
            try options.run(request)
        }
    }
}

import ArgumentParser
import CoinOperations
import Foundation

/// How hosts are reached, and for how long; proxies come from the environment, where programs look for them.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most seconds for all that is fetched.",
            discussion: "Then what is under way is ended, what came is kept and loaded, and what is lacking is named.",
            valueName: "seconds"
        ),
        transform: CheckedNumber.whole(1...1_000_000)
    )
    var deadline: Int?

    @Option(
        help: ArgumentHelp(
            "A file of certificates to believe, in PEM.",
            discussion: "Else $SSL_CERT_FILE, else the system's. Proxies come from $https_proxy and $no_proxy.",
            valueName: "file"
        )
    )
    var caFile: String?

    /// When the fetching ends that begins now.
    func end() -> ContinuousClock.Instant? { deadline.map { .now + .seconds($0) } }

    func route() throws -> FetchRoute {
        try FetchRoute(environment: ProcessInfo.processInfo.environment, certificates: caFile)
    }
}

struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Asks sources for figures and histories, and keeps them.",
        discussion: """
            Examples:
              assay fetch github --store mine.sqlite
              assay fetch git monero-project/monero --mirrors mirrors
            """,
        subcommands: [Git.self, GitHub.self]
    )

    struct GitHub: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "github",
            abstract: "Asks GitHub's API for weekly commit counts.",
            discussion: """
                Every answer is kept raw in the archive, from which `assay load commits` reads it again without a network; \
                one that is not older than --max-age is not asked for again, so a run that was ended goes on. A count that \
                is not ready is told and never taken for zero. `history` counts merges and authors beyond the hundredth, by \
                GraphQL, which answers only with a token; it is a series apart from the others. The token comes from GITHUB_TOKEN or --token-file.

                Examples:
                  assay fetch github --store mine.sqlite --budget 4000
                  assay fetch github monero-project/monero --ask commit_activity --ask contributors
                  assay fetch github monero-project/monero --ask history --weeks 104
                """
        )

        @Argument(help: ArgumentHelp("The repositories; none for all of the coin list.", valueName: "owner/name"))
        var repositories: [String] = []

        @Option(
            help: ArgumentHelp(
                "What to ask, repeatable: \(FetchRequest.allQuestions.joined(separator: ", ")).",
                valueName: "question"
            )
        )
        var ask = FetchRequest.usualQuestions

        @Option(
            help: ArgumentHelp("How many weeks of a history, at most \(FetchRequest.mostWeeks).", valueName: "n"),
            transform: CheckedNumber.whole(1...FetchRequest.mostWeeks)
        )
        var weeks = 52

        @Option(help: ArgumentHelp("The most requests.", valueName: "n"), transform: CheckedNumber.whole(0...1_000_000))
        var budget = 1000

        @Option(
            help: ArgumentHelp("The most seconds of waiting in sum.", valueName: "seconds"),
            transform: CheckedNumber.whole(0...1_000_000)
        )
        var patience = 900

        @Option(
            help: ArgumentHelp("How many hours an answer is held.", valueName: "hours"),
            transform: CheckedNumber.whole(0...1_000_000)
        )
        var maxAge = 24

        @Option(
            help: ArgumentHelp(
                "The folder of raw answers; by default the store's name with .answers.",
                valueName: "folder"
            )
        )
        var archive: String?

        @Option(help: ArgumentHelp("A file with the token that only you may read.", valueName: "file"))
        var tokenFile: String?

        @Option(help: ArgumentHelp("The API, for GitHub Enterprise Server.", valueName: "address"))
        var api = FetchRequest.publicAPI

        @Flag(help: "Print the addresses that would be asked, with what would be posted there, and ask none.")
        var dryRun = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            var request = FetchRequest(
                repositories: repositories,
                questions: ask,
                archive: archive ?? store.path + ".answers",
                api: api,
                credential: try FetchCredential(
                    variable: ProcessInfo.processInfo.environment["GITHUB_TOKEN"],
                    file: tokenFile
                ),
                now: .systemNow
            )
            request.budget = budget
            request.patience = patience
            request.end = network.end()
            request.maximalAge = maxAge
            request.weeks = weeks
            request.route = try network.route()
            if dryRun {
                for question in try questionsToFetch(request, from: store.location) {
                    Console.print(line: question)
                }
                return
            }
            let report = try fetchGitHub(
                request,
                into: store.location,
                tell: Console.tell,
                progress: Progress.show("asking")
            )
            report.diagnostics.forEach(Console.tell)
            if report.status != .success { throw Ended(status: report.status) }
        }
    }
}

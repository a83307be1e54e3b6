import ArgumentParser
import CoinOperations
import Foundation

extension Fetch {
    struct Git: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Clones repositories as mirrors, or brings the mirrors up to date.",
            discussion: """
                A mirror is a bare clone of the default branch, without tags, and without trees and files where the origin \
                allows it: all that `assay load commits` needs, and the least. The git program fetches it under limits, over \
                https or from a folder, with no settings, hooks or passwords of yours. One that fails stops no other and stays \
                what it was; a run that was ended is finished by another. With --load the mirrors that were fetched are counted \
                into the store too, as `assay load commits` does, each up to the last week that is over.

                Examples:
                  assay fetch git --store mine.sqlite --load
                  assay fetch git monero-project/monero zcash/zcash=/srv/git/zcash.git --mirrors mirrors
                """
        )

        @Argument(
            help: .value(
                "owner/name",
                "The repositories, each with =ADDRESS if it lies elsewhere; none for all of the coin list."
            )
        )
        var repositories: [String] = []

        @Option(help: .value("folder", "The folder of mirrors; by default the store's name with .mirrors."))
        var mirrors: String?

        @Option(help: .value("MiB", "The most MiB of disk for all mirrors."), transform: whole(1...1_000_000_000))
        var budgetDisk = 50 << 10

        @Option(help: .value("MiB", "The most MiB of disk for one mirror."), transform: whole(1...1_000_000_000))
        var budgetEach = 2 << 10

        @Option(help: .value("n", "How many are fetched at once."), transform: whole(1...64))
        var jobs = 4

        @Option(help: .value("seconds", "The most seconds for one mirror."), transform: whole(1...1_000_000))
        var deadlineEach = 1800

        @Option(help: .value("MiB", "Memory that each program at work may take."), transform: whole(1...1_000_000))
        var memory = 1024

        @Option(help: .value("address", "What owner/name lies below: an https address or a folder."))
        var base = MirrorsRequest.publicBase

        @Flag(help: "Load the mirrors that were fetched into the store.")
        var load = false

        @Flag(help: "Print what would be cloned or updated, and do nothing.")
        var dryRun = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            store.common.apply()
            var request = MirrorsRequest(
                repositories: repositories,
                folder: mirrors ?? store.path + ".mirrors",
                base: base,
                searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
                now: .systemNow
            )
            (request.budget, request.budgetEach, request.memory) = (budgetDisk << 20, budgetEach << 20, memory << 20)
            (request.jobs, request.deadlineEach, request.end) = (jobs, deadlineEach, network.end())
            (request.isLoaded, request.route) = (load, try network.route())
            guard !dryRun else {
                return try mirrorsToFetch(request, from: store.location).forEach(Console.print(line:))
            }
            let show = Progress.show("fetching")
            let report = try fetchMirrors(request, from: store.location, tell: Console.tell, progress: show)
            report.diagnostics.forEach(Console.tell)
            try report.status.endUnlessSuccess()
        }
    }
}

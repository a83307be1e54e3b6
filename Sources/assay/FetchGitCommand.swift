import ArgumentParser
import CoinOperations
import Foundation

extension Fetch {
    struct Git: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "git",
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
            help: ArgumentHelp(
                "The repositories, each with =ADDRESS if it lies elsewhere; none for all of the coin list.",
                valueName: "owner/name"
            )
        )
        var repositories: [String] = []

        @Option(
            help: ArgumentHelp("The folder of mirrors; by default the store's name with .mirrors.", valueName: "folder")
        )
        var mirrors: String?

        @Option(
            help: ArgumentHelp("The most MiB of disk for all mirrors.", valueName: "MiB"),
            transform: CheckedNumber.whole(1...1_000_000_000)
        )
        var budgetDisk = 50 << 10

        @Option(
            help: ArgumentHelp("The most MiB of disk for one mirror.", valueName: "MiB"),
            transform: CheckedNumber.whole(1...1_000_000_000)
        )
        var budgetEach = 2 << 10

        @Option(
            help: ArgumentHelp("How many are fetched at once.", valueName: "n"),
            transform: CheckedNumber.whole(1...64)
        )
        var jobs = 4

        @Option(
            help: ArgumentHelp("The most seconds for one mirror.", valueName: "seconds"),
            transform: CheckedNumber.whole(1...1_000_000)
        )
        var deadlineEach = 1800

        @Option(
            help: ArgumentHelp("Memory that each program at work may take.", valueName: "MiB"),
            transform: CheckedNumber.whole(1...1_000_000)
        )
        var memory = 1024

        @Option(help: ArgumentHelp("What owner/name lies below: an https address or a folder.", valueName: "address"))
        var base = MirrorsRequest.publicBase

        @Flag(help: "Load the mirrors that were fetched into the store.")
        var load = false

        @Flag(help: "Print what would be cloned or updated, and do nothing.")
        var dryRun = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            var request = MirrorsRequest(
                repositories: repositories,
                folder: mirrors ?? store.path + ".mirrors",
                base: base,
                searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
                now: .systemNow
            )
            request.budget = budgetDisk << 20
            request.budgetEach = budgetEach << 20
            request.jobs = jobs
            request.deadlineEach = deadlineEach
            request.end = network.end()
            request.memory = memory << 20
            request.isLoaded = load
            request.route = try network.route()
            if dryRun {
                for line in try mirrorsToFetch(request, from: store.location) {
                    Console.print(line: line)
                }
                return
            }
            let report = try fetchMirrors(
                request,
                from: store.location,
                tell: Console.tell,
                progress: Progress.show("fetching")
            )
            report.diagnostics.forEach(Console.tell)
            if report.status != .success { throw Ended(status: report.status) }
        }
    }
}

import ArgumentParser
import CoinOperations
import Foundation

struct Partition: ParsableCommand {
    static let configuration = CommandConfiguration("partition", subcommands: [Commits.self])

    struct Commits: ParsableCommand {
        static let configuration = CommandConfiguration("partition commits")

        @Option("folder", "Where addresses are mirrored while they are counted; else the temporary folder.", .directory)
        var mirrors: String?

        @Option("MiB", "The most MiB of disk for one mirror.", whole(1...1_000_000_000))
        var budgetEach = 2 << 10

        @Option("seconds", "The most seconds for fetching one mirror.", whole(1...1_000_000))
        var deadlineEach = 1800

        @OptionGroup var limits: ReadingOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let environment = ProcessInfo.processInfo.environment
            let route = try FetchRoute(environment: environment)
            var request = PartitionRequest(searchPath: environment["PATH"] ?? "", route: route, now: .systemNow)
            request.limits = limits.limits
            request.mirrors = mirrors
            request.budgetEach = budgetEach << 20
            request.deadlineEach = deadlineEach
            try partitionCommits(request, print: Console.print)
        }
    }
}

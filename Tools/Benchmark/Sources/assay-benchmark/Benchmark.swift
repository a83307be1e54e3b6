internal import ArgumentParser
internal import Foundation

/// Times the hot paths of the house on a seeded market, each by itself.
///
/// Numbers of two machines, or of two days, do not compare: run both versions side by side, and take ratios.
@main
struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assay-benchmark",
        abstract: "Times parsing, encoding, merging, cross-sections and scoring on a seeded market.",
        discussion: """
            Examples:
              assay-benchmark
              assay-benchmark parse encode --rounds 11
            """
    )

    @Argument(help: "Beginnings of names of jobs; all where none is given.")
    var jobs: [String] = []

    @Option(help: "The coins of the market.")
    var coins = 1000

    @Option(help: "Its snapshots, six hours apart.")
    var snapshots = 560

    @Option(help: "How often each job runs.")
    var rounds = 5

    func validate() throws {
        guard (1...100_000).contains(coins), (112...20_000).contains(snapshots), (1...1000).contains(rounds) else {
            throw ValidationError("takes 1 to 100000 coins, 112 to 20000 snapshots and 1 to 1000 rounds")
        }
    }

    func run() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("assay-benchmark-\(getpid())").path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(atPath: place)
            } catch {
                FileHandle.standardError.write(Data("\(place) was not removed: \(error)\n".utf8))
            }
        }
        let all = try BenchmarkCases(SyntheticMarket(coins: coins, snapshots: snapshots), in: place).all
        let chosen = all.filter { job in jobs.isEmpty || jobs.contains { job.name.hasPrefix($0) } }
        guard !chosen.isEmpty else {
            throw ValidationError("no job has such a name; there are: \(all.map(\.name).joined(separator: ", "))")
        }
        show(BenchmarkCase.columns)
        for job in chosen { show(try job.timed(rounds: rounds)) }
    }

    /// Prints a row: texts from the left, numbers to the right.
    private func show(_ row: [String]) {
        let cells = zip(row, [18, 22, 10, 10, 7, 7]).enumerated().map { column, cell in
            let blanks = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return column < 2 ? cell.0 + blanks : blanks + cell.0
        }
        print(cells.joined(separator: "  "))
    }
}

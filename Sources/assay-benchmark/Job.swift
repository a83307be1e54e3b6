internal import Foundation

/// One thing that is timed.
struct Job {
    /// Its name, and the room that it is about.
    let name: String
    /// What is counted.
    let unit: String
    /// How many of them one run takes.
    let count: Int
    /// The bytes that one run reads, where they matter.
    var bytes: Int?
    /// Puts things where the run finds them; not timed.
    var prepare: () throws -> Void = {}
    /// The run.
    let run: () throws -> Void
}

/// How long a job took.
struct Timing {
    let job: Job
    /// The seconds of each round, ascending.
    let seconds: [Double]

    init(_ job: Job, rounds: Int) throws {
        self.job = job
        let clock = ContinuousClock()
        seconds = try (0..<rounds).map { _ in
            try job.prepare()
            let taken = try clock.measure { try job.run() }
            return Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
        }
        .sorted()
    }

    /// The columns of the report: what, how many, the median, its cost a unit, its speed, and how far rounds lie apart.
    var row: [String] {
        let median = seconds[seconds.count / 2]
        let spread = (seconds[seconds.count - 1] / seconds[0] - 1) * 100
        return [
            job.name, "\(job.count) \(job.unit)", String(format: "%.2f", median * 1e3),
            String(format: "%.1f", median * 1e9 / Double(job.count)),
            job.bytes.map { String(format: "%.0f", Double($0) / median / 1e6) } ?? "",
            String(format: "%.0f %%", spread),
        ]
    }

    static let header = ["job", "work", "median ms", "ns a unit", "MB/s", "spread"]
}

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

    /// Runs a job so many times.
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

    /// The middle round.
    var median: Double { seconds[seconds.count / 2] }

    /// The columns of the report: what, how many, the median, its cost a unit, its speed, and how far rounds lie apart.
    var row: [String] {
        [
            job.name, "\(job.count) \(job.unit)", fixed(median * 1e3, 2), fixed(median * 1e9 / Double(job.count), 1),
            job.bytes.map { fixed(Double($0) / median / 1e6, 0) } ?? "",
            "\(fixed((seconds[seconds.count - 1] / seconds[0] - 1) * 100, 0)) %",
        ]
    }

    static let header = ["job", "work", "median ms", "ns a unit", "MB/s", "spread"]
}

/// A number with so many decimals.
private func fixed(_ value: Double, _ decimals: Int) -> String {
    let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let whole = Int((value * power).rounded())
    guard decimals > 0 else { return "\(whole)" }
    let rest = String(whole % Int(power))
    return "\(whole / Int(power)).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
}

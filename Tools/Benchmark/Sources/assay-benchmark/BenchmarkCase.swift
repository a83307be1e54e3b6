internal import Foundation

/// One thing that is timed.
struct BenchmarkCase {
    /// Its name, and the room that it is about.
    let name: String
    /// What is counted, and how many of them one run takes.
    let unit: String
    let count: Int
    /// The bytes that one run reads, where they matter.
    var bytes: Int?
    /// Puts things where the run finds them; not timed.
    var prepare: () throws -> Void = {}
    let run: () throws -> Void

    static let columns = ["job", "work", "median ms", "ns a unit", "MB/s", "spread"]

    /// Runs it so often, and reports what, how many, the median, its cost a unit, its speed, and how far rounds lie apart.
    func timed(rounds: Int) throws -> [String] {
        let seconds = try (0..<rounds).map { _ in
            try prepare()
            return try ContinuousClock().measure { try run() } / .seconds(1)
        }
        .sorted()
        let median = seconds[seconds.count / 2]
        let spread = (seconds[seconds.count - 1] / seconds[0] - 1) * 100
        return [
            name, "\(count) \(unit)", String(format: "%.2f", median * 1e3),
            String(format: "%.1f", median * 1e9 / Double(count)),
            bytes.map { String(format: "%.0f", Double($0) / median / 1e6) } ?? "", String(format: "%.0f %%", spread),
        ]
    }
}

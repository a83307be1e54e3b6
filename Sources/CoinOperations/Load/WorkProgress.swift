internal import CoinModel

/// Takes how far a load is: inputs done and all of them, rows that were read, and the share of the bytes in the inputs
/// that are done, where that is known.
public typealias LoadProgress = (_ done: Int, _ all: Int, _ rows: Int, _ share: Double?) -> Void

/// How far long work is.
public struct WorkProgress: Sendable {
    /// What is being done, such as `loading`.
    public var verb: String
    /// What is counted, such as `files`; empty where nothing is.
    public var unit: String
    /// How many of them are done.
    public var done = 0
    /// How many there are; 0 while that is not known.
    public var all = 0
    /// How many rows were taken; 0 for work that takes none.
    public var rows = 0
    /// How much of the work is done, 0 to 1, where that is known better than by `done` of `all`.
    public var share: Double?

    /// Work that begins.
    public init(_ verb: String, _ unit: String = "") { (self.verb, self.unit) = (verb, unit) }

    /// What is shown after some time: what is done, how much a second, and about how long the rest takes, as if all went on
    /// at the mean pace so far.
    public func line(after elapsed: Duration) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        var parts: [String] = []
        if all > 1 { parts.append("\(done) of \(all) \(unit)") }
        if rows > 0 { parts.append(counted(rows, "row")) }
        let counted = rows > 0 ? rows : all > 1 ? done : 0
        if counted > 0, seconds >= 1 {
            let rate = Double(counted) / seconds
            parts.append(rate < 10 ? "\((rate * 10).rounded() / 10) a second" : "\(Int(rate)) a second")
        }
        let share = share ?? (all > 0 ? Double(done) / Double(all) : 0)
        if share > 0, share < 1, seconds >= 1 {
            parts.append("about \(WorkProgress.span(seconds / share - seconds)) left")
        } else if seconds >= 1 {
            parts.append(WorkProgress.span(seconds))
        }
        return ([verb] + [parts.joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func span(_ seconds: Double) -> String {
        let units = [(86_400.0, "days"), (3600, "h"), (60, "min")]
        let (size, name) = units.first { seconds >= 2 * $0.0 } ?? (1, "s")
        return "\(Int(min(seconds / size, 1e6).rounded())) \(name)"
    }
}

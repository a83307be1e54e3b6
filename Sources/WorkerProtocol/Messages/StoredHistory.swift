/// The commits of a repository that are stored already, for a worker to leave out.
///
/// Ids are compared by their first eight bytes: of a million commits of one repository two agree in them with a probability
/// of 3 · 10⁻⁸.
public struct StoredHistory: Codable, Hashable, Sendable {
    /// The newest of them, 40 hexadecimal digits: all others can be reached from it.
    public var tip: String
    /// The `HistorySummary.mailmap` that their developers follow from.
    public var mailmap: UInt64
    /// The first eight bytes of each id as a number, ascending.
    public var ids: [UInt64]

    /// The most ids that a request takes; a longer history is read whole again.
    public static let limit = 4 << 20

    /// A history of these commits.
    public init(tip: String, mailmap: UInt64, ids: [UInt64]) {
        self.tip = tip
        self.mailmap = mailmap
        self.ids = ids
    }

    /// Whether a commit is among them; its id by the first eight bytes.
    ///
    /// - Complexity: O(log n).
    public func contains(_ id: UInt64) -> Bool {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id
    }
}

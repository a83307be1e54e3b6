/// How a command ends, as its exit code tells it.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case success = 0
    /// It failed, or every input was refused.
    case failed = 1
    /// Wrong usage, an ambiguous name among it.
    case usage = 2
    /// Data checks failed.
    case checksFailed = 3
    /// Some inputs or sources failed; the results are marked.
    case partial = 4
    /// Data are older than the limit.
    case stale = 5
    /// Another process holds the store.
    case busy = 6
    /// The store is damaged.
    case damaged = 7
    /// Nothing was selected: an unknown coin, no coin passes the filter, an empty folder.
    case nothingSelected = 8
}

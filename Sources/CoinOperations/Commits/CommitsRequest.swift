public import CoinModel
internal import Foundation

/// What a person asks of one repository's commits.
public struct CommitsRequest: Sendable {
    /// Which time of a commit puts it into a week.
    public enum Clock: String, Sendable, CaseIterable {
        /// When it came onto the default branch.
        case landing
        /// When it was committed, as plain git counts.
        case committer
        /// When it was authored.
        case author
    }

    /// The repository: a git directory, or a folder with one.
    public var path: String
    /// Which time puts a commit into a week.
    public var clock: Clock
    /// How many weeks, the newest ones; 0 for all.
    public var weeks: Int
    /// The columns as a person writes them; nil for all.
    public var columns: String?
    /// When the repository was taken from its origin.
    public var observedAt: Instant
    /// What the worker may use: processor seconds, seconds by the clock, and MiB of memory without mapped files.
    public var limits = (cpu: 60, deadline: 120, memory: 512)

    /// A request for all columns.
    public init(path: String, clock: Clock = .landing, weeks: Int = 52, observedAt: Instant) {
        (self.path, self.clock, self.weeks, self.observedAt) = (path, clock, weeks, observedAt)
    }

    /// What is read: a working tree may take its own table, the git directory in it, or a bare one, may not.
    public var gitDirectory: String {
        let inside = path + "/.git"
        return FileManager.default.fileExists(atPath: inside) ? inside : path
    }
}

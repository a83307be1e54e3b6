/// What `assay` asks of its git worker: one mirror brought up to date with its origin.
public struct MirrorRequest: Codable, Hashable, Sendable {
    /// The git program's file.
    public var program: String
    /// The git directory, which is there already; it names its origin.
    public var path: String
    /// The folder of an origin on this machine; empty for one that is asked over https.
    public var source: String
    /// Whether the origin lies on this machine.
    public var isLocal: Bool { !source.isEmpty }
    /// How an origin elsewhere is reached.
    public var route = NetworkRoute()
    /// What the worker may use, the longest file that it may write among it.
    public var limits: WorkerLimits

    /// A request by the direct route.
    public init(program: String, path: String, source: String, limits: WorkerLimits) {
        self.program = program
        self.path = path
        self.source = source
        self.limits = limits
    }
}

/// What became of a mirror.
public struct MirrorReport: Codable, Hashable, Sendable {
    /// How it ended.
    public enum State: String, Codable, Sendable, CaseIterable {
        case cloned, updated, unchanged
        /// Neither the origin nor the mirror has a commit.
        case empty
    }

    /// How it ended.
    public var state: State
    /// The branch that it follows, such as `main`; empty without commits.
    public var branch = ""
    /// The branch that it followed before; the same where that has not changed, empty without one.
    public var formerBranch = ""
    /// Whether what was the newest commit is no longer part of the branch.
    public var isRewritten = false
    /// Where the origin redirected to; empty without a redirect.
    public var moved = ""

    /// A report of nothing else.
    public init(_ state: State) {
        self.state = state
    }
}

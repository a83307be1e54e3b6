/// What `assay` asks of its fetch worker: some addresses of one origin, one after the other.
public struct FetchOrder: Hashable, Sendable {
    /// One address to ask: to get what is there, or to post a text that asks.
    public struct Target: Hashable, Sendable {
        /// The address.
        public var address: String
        /// The ETag of the answer that is held already, as it came; empty without one.
        public var tag: String
        /// The end of the text to post, behind the order's `preface`; empty for nothing to post.
        ///
        /// What is posted changes nothing there, so it may be posted again.
        public var body: String

        /// An address to ask.
        public init(address: String, tag: String = "", body: String = "") {
            self.address = address
            self.tag = tag
            self.body = body
        }
    }

    /// What to ask, in order.
    public var targets: [Target]
    /// The beginning of every text to post, which need travel but once.
    public var preface: String
    /// What is sent as bearer token, to the origin of each address only; empty for none.
    public var token: Secret
    /// The most requests, redirects and repetitions among them.
    public var budget: Int
    /// The most seconds of waiting in sum.
    public var patience: Int
    /// What the jitter of waits is drawn from.
    public var seed: UInt64
    /// What the worker may use.
    public var limits: WorkerLimits

    /// An order.
    public init(
        targets: [Target],
        preface: String = "",
        token: Secret,
        budget: Int,
        patience: Int,
        seed: UInt64,
        limits: WorkerLimits = WorkerLimits()
    ) {
        self.targets = targets
        self.preface = preface
        self.token = token
        self.budget = budget
        self.patience = patience
        self.seed = seed
        self.limits = limits
    }
}

/// A text that no description, log or error shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the one place that sends it.
    public let revealed: String

    /// A secret.
    public init(_ text: String) {
        revealed = text
    }

    /// Whether there is none.
    public var isEmpty: Bool { revealed.isEmpty }
    /// Says that something is hidden, not what.
    public var description: String { isEmpty ? "none" : "(secret)" }
    /// The same.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension FetchOrder {
    func encode(into bytes: inout WireWriter) {
        bytes.put(Array(token.revealed.utf8))
        bytes.put(Array(preface.utf8))
        for number in [budget, patience, limits.processorSeconds, limits.wallSeconds, limits.memory, targets.count] {
            bytes.put(Int64(number))
        }
        bytes.put(seed)
        for target in targets {
            bytes.put(Array(target.address.utf8))
            bytes.put(Array(target.tag.utf8))
            bytes.put(Array(target.body.utf8))
        }
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        token = Secret(try bytes.string())
        preface = try bytes.string()
        budget = try bytes.count()
        patience = try bytes.count()
        limits = WorkerLimits()
        limits.processorSeconds = try bytes.count()
        limits.wallSeconds = try bytes.count()
        limits.memory = try bytes.count()
        let count = try bytes.count()
        seed = try bytes.number()
        targets = []
        for _ in 0..<count {
            let target = Target(address: try bytes.string(), tag: try bytes.string(), body: try bytes.string())
            targets.append(target)
        }
    }
}

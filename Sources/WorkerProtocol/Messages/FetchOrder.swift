/// What `assay` asks of its fetch worker: some addresses of one origin, one after the other.
public struct FetchOrder: Hashable, Sendable {
    /// One address to ask: to get what is there, or to post a text that asks.
    public struct Target: Hashable, Sendable {
        /// The address.
        public var address: String
        /// The ETag of the answer that is held already, as it came; empty without one.
        public var tag: String
        /// The beginning of the text to post; one that many targets share travels once.
        public var preface: String
        /// The end of the text to post; empty for nothing to post.
        ///
        /// What is posted changes nothing there, so it may be posted again.
        public var body: String
        /// How often it is asked at most, from 1; few times where `assay` asks for less instead.
        public var attempts: Int

        /// How often an address is asked at most where nothing else is better.
        public static let usualAttempts = 10

        /// An address to ask.
        public init(
            address: String,
            tag: String = "",
            preface: String = "",
            body: String = "",
            attempts: Int = usualAttempts
        ) {
            self.address = address
            self.tag = tag
            self.preface = preface
            self.body = body
            self.attempts = attempts
        }
    }

    /// What to ask, in order.
    public var targets: [Target]
    /// What is sent as bearer token, to the origin of each address only; empty for none.
    public var token: Secret
    /// The most requests, redirects and repetitions among them.
    public var budget: Int
    /// The most seconds of waiting in sum.
    public var patience: Int
    /// The most milliseconds from its arrival to its end; then nothing more is asked, and what is under way is ended.
    public var milliseconds: Int
    /// How the hosts are reached.
    public var route: NetworkRoute
    /// What the jitter of waits is drawn from.
    public var seed: UInt64
    /// What the worker may use.
    public var limits: WorkerLimits

    /// An order.
    public init(
        targets: [Target],
        token: Secret,
        budget: Int,
        patience: Int,
        milliseconds: Int = .max,
        seed: UInt64,
        route: NetworkRoute = NetworkRoute(),
        limits: WorkerLimits = WorkerLimits()
    ) {
        self.targets = targets
        self.token = token
        self.budget = budget
        self.patience = patience
        self.milliseconds = milliseconds
        self.seed = seed
        self.route = route
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
        for number in [budget, patience, milliseconds, limits.processorSeconds, limits.wallSeconds, limits.memory] {
            bytes.put(Int64(number))
        }
        bytes.put(seed)
        route.encode(into: &bytes)
        bytes.put(targets: targets)
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        token = Secret(try bytes.string())
        budget = try bytes.count()
        patience = try bytes.count()
        milliseconds = try bytes.count()
        limits = WorkerLimits()
        limits.processorSeconds = try bytes.count()
        limits.wallSeconds = try bytes.count()
        limits.memory = try bytes.count()
        seed = try bytes.number()
        route = try NetworkRoute(decoding: &bytes)
        targets = try bytes.targets()
    }
}

extension WireWriter {
    /// Puts targets; a preface where it differs from the one before.
    mutating func put(targets: [FetchOrder.Target]) {
        put(Int64(targets.count))
        var preface = ""
        for target in targets {
            put(Array(target.address.utf8))
            put(Array(target.tag.utf8))
            put(UInt8(target.preface == preface ? 0 : 1))
            if target.preface != preface { put(Array(target.preface.utf8)) }
            preface = target.preface
            put(Array(target.body.utf8))
            put(Int64(target.attempts))
        }
    }
}

extension WireReader {
    /// The targets that `WireWriter` put.
    mutating func targets() throws(WorkerFault) -> [FetchOrder.Target] {
        var targets: [FetchOrder.Target] = []
        var preface = ""
        for _ in 0..<(try count()) {
            var target = FetchOrder.Target(address: try string(), tag: try string())
            switch try byte() {
            case 0: break
            case 1: preface = try string()
            default: throw WireReader.broken
            }
            target.preface = preface
            target.body = try string()
            target.attempts = try count()
            targets.append(target)
        }
        return targets
    }
}

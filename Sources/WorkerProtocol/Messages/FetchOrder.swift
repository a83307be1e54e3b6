/// What `assay` asks of its fetch worker: some addresses of one origin, one after the other.
public struct FetchOrder: Codable, Hashable, Sendable {
    /// One address to ask: to get what is there, or to post a text that asks.
    public struct Target: Codable, Hashable, Sendable {
        /// The address.
        public var address: String
        /// The ETag of the answer that is stored already, as it came; empty without one.
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
    /// What we are known by, sent to the origin of each address only; empty for none.
    public var token: Secret
    /// What stands before it in the header that it travels in.
    public var credential = "Authorization: Bearer "
    /// Header lines beside the usual ones, such as what form of answer is wanted.
    public var headers: [String] = []
    /// Whether hosts may be asked at public addresses and on the usual port only, for data says where they are.
    public var isPublicOnly = false
    /// The most requests within any minute; 0 for no limit.
    public var requestsAMinute = 0
    /// How many requests the host got within the minute before the order, which count for its pace.
    public var requestsBefore = 0
    /// Whether `assay` says of every whole answer what it means; else the status and the usual headers do.
    public var isJudged = false
    /// The most requests, redirects and repetitions among them.
    public var budget: Int
    /// The most seconds of waiting in sum.
    public var patience: Int
    /// The most milliseconds from its arrival to its end; then nothing more is asked, and what is under way is ended.
    public var milliseconds = Int.max
    /// How the hosts are reached.
    public var route = NetworkRoute()
    /// What the jitter of waits is drawn from.
    public var seed: UInt64
    /// What the worker may use.
    public var limits = WorkerLimits()

    /// An order without an end in time, by the direct route, under the usual limits.
    public init(targets: [Target], token: Secret, budget: Int, patience: Int, seed: UInt64) {
        self.targets = targets
        self.token = token
        self.budget = budget
        self.patience = patience
        self.seed = seed
    }
}

/// What an order cost.
public struct FetchCost: Codable, Hashable, Sendable {
    /// How many requests were made, redirects and repetitions among them.
    public var requests = 0
    /// The bytes of all whole answers as they travelled.
    public var bytes = 0

    /// No request yet.
    public init(requests: Int = 0, bytes: Int = 0) {
        self.requests = requests
        self.bytes = bytes
    }

    /// Adds what another order cost.
    public static func += (cost: inout FetchCost, other: FetchCost) {
        cost.requests += other.requests
        cost.bytes += other.bytes
    }
}

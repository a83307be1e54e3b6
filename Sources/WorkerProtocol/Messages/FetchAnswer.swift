/// What a source answered to one address of an order.
public struct FetchAnswer: Codable, Hashable, Sendable {
    /// The place of its address in the order.
    public var number: Int
    /// The status.
    public var status: Int
    /// The headers in the order in which they came, each `name: value` with the name in lower case.
    public var headers: [String]
    /// The body, decoded.
    public var body: [UInt8]
    /// Where a permanent redirect led, such as a renamed repository's; empty without one.
    public var moved: String
    /// The bytes of its head and body as they travelled, the body still encoded.
    public var size = 0

    /// An answer.
    public init(number: Int, status: Int, headers: [String] = [], body: [UInt8] = [], moved: String = "") {
        self.number = number
        self.status = status
        self.headers = headers
        self.body = body
        self.moved = moved
    }

    /// The first header of a name in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
}

/// What came of an address of an order.
public enum FetchMessage: Codable, Hashable, Sendable {
    /// An answer that settles it, or that is to be judged.
    case answer(FetchAnswer)
    /// Why it has none: its place in the order and the reason.
    case failure(Int, FetchFailure)
}

/// Why an address of an order has no answer that settles it.
public enum FetchFailure: String, Codable, Hashable, Sendable, CaseIterable {
    /// The source was still computing (202) whenever it was asked.
    case pending
    /// The source's limit is used up for longer than we wait.
    case rateLimited = "rate-limited"
    case budget = "budget-used-up"
    case patience = "wait-limit-reached"
    case deadline = "deadline-passed"
    /// The source failed (5xx) whenever it was asked.
    case failing = "source-failing"
    /// The proxy does not let us through, does not answer, or is not there.
    case proxy = "proxy-refused"
    /// The host, or the proxy, does not prove who it is.
    case certificate = "bad-certificate"
    /// No whole answer came.
    case network = "network"
    /// It answers that nothing has changed (304), though it was not asked whether anything had.
    case unaskedNotModified = "unexpected-not-modified"
    /// It answered with more bytes than are taken.
    case tooLarge = "too-large"
    /// It redirects to another host, in a circle, or too often, or what was posted.
    case redirect = "redirect-refused"
    case address = "bad-address"
    /// Its host is not on the public internet, or its port is not the usual one.
    case notPublic = "private-address"
    case token = "bad-credentials"
    /// The source failed earlier in the same run, so it was not asked.
    case failedBefore = "failed-before"
}

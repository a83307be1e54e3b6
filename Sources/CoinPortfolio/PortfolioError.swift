/// Why a file or a wish of the user's own cannot be taken.
public struct PortfolioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable identifier such as `bad-name` or `sells-more-than-held`.
    public let reason: String
    /// The line of the file (from 1) to blame, if there is one.
    public let line: Int?
    /// What was found, why that does not do, and the next step.
    public let detail: String

    init(_ reason: String, line: Int? = nil, _ detail: String) {
        (self.reason, self.line, self.detail) = (reason, line, detail)
    }

    /// `reason: detail`.
    public var description: String { "\(reason): \(detail)" }
}

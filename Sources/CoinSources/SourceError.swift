/// Why an input as a whole is refused.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable identifier such as `wrong-header`, `not-recognised`, `truncated-json`, `week-start`, `no-time`.
    public let reason: String
    /// The line (from 1) to blame, if there is one.
    public let line: Int?
    /// The field (from 1) in the line, if one is to blame.
    public let column: Int?
    /// What was found, what was expected and the next step, in one sentence.
    public let detail: String

    /// A refusal.
    public init(_ reason: String, line: Int? = nil, column: Int? = nil, detail: String) {
        (self.reason, self.line, self.column, self.detail) = (reason, line, column, detail)
    }

    /// `reason: detail`.
    public var description: String { "\(reason): \(detail)" }
}

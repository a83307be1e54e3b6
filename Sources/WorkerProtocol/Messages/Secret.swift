/// A text that no description, log or error shows.
public struct Secret: Codable, Hashable, Sendable {
    /// The text itself, for the one place that sends it.
    public let revealed: String

    /// A secret.
    public init(_ text: String) {
        revealed = text
    }

    /// Whether there is none.
    public var isEmpty: Bool { revealed.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that something is hidden, not what.
    public var description: String { isEmpty ? "none" : "(secret)" }
    /// The same.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

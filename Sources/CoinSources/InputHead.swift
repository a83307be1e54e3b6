/// The first bytes of an input, and what its shape tells readers.
public struct InputHead: Sendable {
    /// Up to 64 KiB of decoded content, without a byte order mark.
    public let bytes: [UInt8]

    /// How many bytes of an input are looked at to recognise it.
    public static let length = 1 << 16

    /// What the first bytes look like.
    public let shape: Shape

    /// The outer form of an input.
    public enum Shape: Sendable {
        /// Nothing but blanks.
        case empty
        /// Bytes that no text format has, such as NUL.
        case binary
        /// JSON (or an HTTP answer whose body is JSON): a sketch of the first value.
        case json(JSONSketch)
        /// Lines of text: a separated-values file or something like it.
        case text(TextSketch)
    }
}

/// What the head of a JSON document shows without parsing it whole.
public struct JSONSketch: Hashable, Sendable {
    /// Whether the document is an array at the top (else an object or scalar).
    public let isArray: Bool
    /// Paths of the keys seen in the head, array elements as `*`: `*/current_price`, `Data/Data/*/volumefrom`,
    /// `prices/*/*`. Only the first three elements of an array are sketched.
    public let paths: Set<String>
}

/// What the first lines of a text show.
public struct TextSketch: Hashable, Sendable {
    /// The first ten non-empty lines, without their line ends.
    public let lines: [String]
    /// The fields of the first line, split at its separator (`,`, `;` or tab), unquoted, trimmed, lower-case.
    public let header: [String]
    /// The separator of the first line.
    public let separator: Character
}

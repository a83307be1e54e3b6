/// The first bytes of an input, and what its shape tells readers.
public struct InputHead: Sendable {
    /// Up to 64 KiB of decoded content, without a byte order mark; of an HTTP answer, its body.
    public let bytes: [UInt8]

    /// How many bytes of an input are looked at to recognise it.
    public static let length = 1 << 16

    /// What the first bytes look like.
    public let shape: Shape

    /// Status and headers, when the input is a whole HTTP answer.
    let answer: HTTPAnswer?

    /// Where `bytes` begin in the input.
    let start: Int

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

    /// Looks at the first bytes of an input, at most `length` of them.
    public init(bytes: [UInt8]) {
        let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        answer = HTTPAnswer(bytes, from: mark)
        start = answer?.bodyStart ?? mark
        self.bytes = start == 0 ? bytes : Array(bytes[start...])
        let content = self.bytes
        guard let first = content.first(where: { !" \t\n\r".utf8.contains($0) }) else {
            shape = .empty
            return
        }
        if content.contains(where: InputHead.isForeign) {
            shape = .binary
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            shape = .json(JSONSketch(content))
        } else {
            shape = .text(TextSketch(content))
        }
    }

    /// Control characters that no text file has: all but blanks, line ends, the old end-of-file mark and escape.
    private static func isForeign(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0d).contains(byte) && byte != 0x1a && byte != 0x1b
    }

    /// The sketch, when the shape is JSON.
    var sketch: JSONSketch? {
        if case .json(let sketch) = shape { sketch } else { nil }
    }
}

/// What the head of a JSON document shows without parsing it whole.
public struct JSONSketch: Hashable, Sendable {
    /// Whether the document is an array at the top (else an object or scalar).
    public let isArray: Bool
    /// Paths of the keys seen in the head, array elements as `*`.
    ///
    /// Such as `*/current_price`, `Data/Data/*/volumefrom`, `prices/*/*`. Only the first three elements of an array
    /// are sketched.
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

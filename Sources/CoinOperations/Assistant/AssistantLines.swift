/// A line of standard input that a client wrote.
public enum AssistantLine: Hashable, Sendable {
    /// Its bytes without the end of the line.
    case bytes([UInt8])
    /// It has more bytes than are read.
    case tooLong
}

/// Cuts a stream of bytes into lines, and keeps no more of a line than may be read.
public struct AssistantLines: Sendable {
    /// The most bytes of a line.
    public static let limit = 8 << 20

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// A stream at its begin.
    public init() {}

    /// The lines that end in these bytes, with what came before them; blank lines are none.
    public mutating func take(_ bytes: ArraySlice<UInt8>) -> [AssistantLine] {
        var lines: [AssistantLine] = []
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            keep(bytes[..<end])
            lines += [finish()].compactMap(\.self)
            bytes = bytes[(end + 1)...]
        }
        keep(bytes)
        return lines
    }

    /// The line that the stream ends with; nil where it ended with the end of one.
    public mutating func finish() -> AssistantLine? {
        defer { (rest, isTooLong) = ([], false) }
        if isTooLong { return .tooLong }
        return rest.allSatisfy { [9, 13, 32].contains($0) } ? nil : .bytes(rest)
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        isTooLong = isTooLong || rest.count + bytes.count > AssistantLines.limit
        if isTooLong { rest = [] } else { rest += bytes }
    }
}

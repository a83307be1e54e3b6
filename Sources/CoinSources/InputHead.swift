public import CoinModel

/// The first bytes of an input and its shape.
public struct InputHead: Sendable {
    /// Up to 64 KiB of decoded content, without a byte order mark; of an HTTP answer, its body.
    public let bytes: [UInt8]

    /// How many bytes of an input are read to recognise it.
    public static let length = TextSketch.headLength

    /// What the first bytes look like.
    public private(set) var shape: Shape

    /// Status and headers, when the input is a whole HTTP answer.
    let answer: HTTPAnswer?

    /// Where `bytes` begin in the input.
    let start: Int

    /// Why the input holds nothing to load, as far as its head shows; nil when a reader may try.
    public private(set) var refusal: SourceError?

    /// The paths that the head of a document shows, as the parser lists them.
    private let outline: String?

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

    /// Examines the first bytes of an input, at most `length`; an equal sketch among others is reused.
    public init(bytes: [UInt8], among others: [InputHead] = []) {
        let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        answer = HTTPAnswer(bytes, from: mark)
        start = answer?.bodyStart ?? mark
        let content = start == 0 ? bytes : Array(bytes[start...])
        self.bytes = content
        let first = content.first { !" \t\n\r".utf8.contains($0) }
        let isForeign = InputHead.hasForeign(content)
        let isArray = first == UInt8(ascii: "[")
        guard !isForeign, isArray || first == UInt8(ascii: "{") else {
            outline = nil
            shape = first == nil ? .empty : isForeign ? .binary : .text(TextSketch(content))
            refusal = findRefusal()
            return
        }
        let outline = JSONSketch.outline(content)
        self.outline = outline
        let other = others.first { $0.outline == outline && $0.sketch?.isArray == isArray }
        shape = other?.shape ?? .json(JSONSketch(isArray: isArray, outline: outline))
        if let other, isLike(other) { refusal = other.refusal } else { refusal = findRefusal() }
    }

    /// The same head under the names of its columns.
    ///
    /// - Throws: `SourceError` where it is not a table, or no line of its first ones has all headings.
    public func named(by map: ColumnMap) throws(SourceError) -> InputHead {
        if let refusal { throw refusal }
        guard case .text(let sketch) = shape else {
            throw SourceError("not-recognised", detail: "is not a table of rows, whose columns --map could name")
        }
        guard let named = sketch.named(by: map) else {
            let all = sketch.lines.indices.map { sketch.fields(ofLine: $0) }
            let nearness = { (fields: [String]) in (-map.missing(in: fields).count, fields.count { !$0.isEmpty }) }
            let nearest = all.max { nearness($0) < nearness($1) } ?? []
            let missing = map.missing(in: nearest).map { "`\($0)`" }
            let columns = listed(nearest.filter { !$0.isEmpty }.map { "`\($0.prefix(40))`" }, most: 12)
            let detail = "none of its first lines has the heading \(listed(missing)) of --map; its columns are"
            throw SourceError("wrong-header", line: 1, detail: "\(detail) \(columns)")
        }
        var head = self
        head.shape = .text(named)
        return head
    }

    /// Whether every reader finds the same in this head as in another: both begin with like rows.
    public func isLike(_ other: InputHead) -> Bool {
        guard let sketch, sketch.isArray, !sketch.paths.isEmpty else { return false }
        return answer == nil && other.answer == nil && sketch == other.sketch
            && hasNewestWeekFirst == other.hasNewestWeekFirst
    }

    /// Whether it shows the same paths as another one in the same order, so that one sketch is that of both.
    public func isTwin(of other: InputHead) -> Bool {
        outline != nil && outline == other.outline && sketch?.isArray == other.sketch?.isArray
    }

    /// Whether there are control characters that no text file has: all but blanks, line ends, the old end-of-file mark and escape.
    ///
    /// One in its first bytes, or more than one in all and one in 256: fewer cost the rows that have them.
    private static func hasForeign(_ bytes: [UInt8]) -> Bool {
        // Without an early end, so that many bytes are compared at once. Most texts have no control character at all.
        guard bytes.reduce(0xff, min) < 0x20 else { return false }
        func count(_ bytes: ArraySlice<UInt8>) -> Int {
            bytes.reduce(0) { $0 + ($1 < 0x20 && $1 &- 0x09 >= 5 && $1 &- 0x1a >= 2 ? 1 : 0) }
        }
        return count(bytes.prefix(16)) > 0 || count(bytes[...]) > 1 + bytes.count / 256
    }

    /// Whether it is a table with a column of a name.
    func hasColumn(_ name: String) -> Bool {
        if case .text(let sketch) = shape { sketch.header.contains(name) } else { false }
    }

    /// Whether its rows of weeks begin with the newest one, as GitHub's history of stars has them, or are a single one: a year of
    /// commits, which shows the same paths, has 52 of them, the oldest first.
    var hasNewestWeekFirst: Bool {
        guard sketch?.shows("*/week") ?? false else { return false }
        var rest = bytes[...]
        var weeks: [Int] = []
        while weeks.count < 2, let name = rest.firstRange(of: Array("\"week\"".utf8)) {
            rest = rest[name.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
            guard let week = Int(String(decoding: rest.prefix { (48...57).contains($0) }, as: UTF8.self)) else { break }
            weeks.append(week)
        }
        return weeks.first.map { first in weeks.dropFirst().allSatisfy { $0 < first } } ?? false
    }

    var sketch: JSONSketch? { if case .json(let sketch) = shape { sketch } else { nil } }
}

/// The tokens of a document's head without its values: all that tells its format.
///
/// Brackets stand for themselves, `0` for a text, number or word; a member's name, as written, stands between a quote
/// and a line end, which no name holds. The fourth and further rows of a document that is rows are left out.
struct JSONOutline: Hashable {
    let tokens: [UInt8]

    /// How many elements of an array are looked at.
    static let elements = 3

    static let scalar = UInt8(ascii: "0")
    static let nameStart = UInt8(ascii: "\"")
    static let nameEnd = UInt8(ascii: "\n")

    /// Outlines the document at the start of some bytes, as far as they go.
    init(_ bytes: [UInt8]) {
        var scanner = JSONScanner(bytes, depth: JSONDocument.depth)
        var tokens: [UInt8] = []
        tokens.reserveCapacity(2048)
        var depth = 0
        var rows = 0
        // A head is cut anywhere, so a failure only ends the outline: reading the whole input will name it.
        while case .success(let token?) = Result(catching: { () throws(JSONScanner.Failure) in try scanner.next() }) {
            if case .close(let isArray) = token {
                tokens.append(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
                depth -= 1
                continue
            }
            if case .name(let range) = token {
                tokens.append(JSONOutline.nameStart)
                unsafe bytes.withUnsafeBufferPointer { unsafe tokens.append(contentsOf: $0[range]) }
                tokens.append(JSONOutline.nameEnd)
                continue
            }
            if depth == 1, tokens.first == UInt8(ascii: "[") {
                rows += 1
                if rows > JSONOutline.elements { break }
            }
            if case .open(let isArray) = token {
                tokens.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
                depth += 1
            } else {
                tokens.append(JSONOutline.scalar)
            }
        }
        self.tokens = tokens
    }
}

/// Reads JSON token by token, strictly by RFC 8259, and says where and how it fails.
///
/// Documents are parsed many bytes at a time, which names no place. This scanner is slow and does: it sketches the head of
/// an input, and it finds the spot to blame in a document that was refused.
struct JSONScanner {
    /// Why a document is refused, and the offset of the byte to blame.
    struct Failure: Error {
        var offset: Int
        /// What is wrong there; nil when the bytes end before the document does.
        var fault: String?
    }

    enum Token {
        case open(isArray: Bool)
        case close(isArray: Bool)
        /// A member's name, without its quotes, escapes as written.
        case name(Range<Int>)
        case text
        case number
        case word
    }

    private enum Expectation {
        case value, valueOrEnd, name, nameOrEnd, separatorOrEnd, nothing
    }

    private let bytes: [UInt8]
    private let depth: Int
    private(set) var offset: Int
    private var expectation = Expectation.value
    private var isArray: [Bool] = []

    init(_ bytes: [UInt8], from start: Int = 0, depth: Int) {
        self.bytes = bytes
        self.depth = depth
        offset = start
    }

    /// The next token; nil behind the end of a document that is followed by blanks only.
    mutating func next() throws(Failure) -> Token? {
        skipBlanks()
        guard expectation != .nothing else {
            guard offset == bytes.count else { throw failure("something follows the end of the document") }
            return nil
        }
        var byte = try current()
        if expectation == .separatorOrEnd {
            guard byte != UInt8(ascii: ","), let inArray = isArray.last else { return try skipSeparator() }
            guard byte == closing(inArray) else { throw failure("a comma or a closing bracket is missing") }
            return close()
        }
        if expectation == .valueOrEnd || expectation == .nameOrEnd, byte == closing(expectation == .valueOrEnd) {
            return close()
        }
        if expectation == .name || expectation == .nameOrEnd {
            guard byte == UInt8(ascii: "\"") else { throw failure("a member's name in quotes is missing") }
            let name = try text()
            skipBlanks()
            byte = try current()
            guard byte == UInt8(ascii: ":") else { throw failure("a colon is missing") }
            offset += 1
            expectation = .value
            return .name(name)
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(isArray: byte == UInt8(ascii: "["))
        case UInt8(ascii: "\""):
            _ = try text()
            return ended(.text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number()
            return ended(.number)
        case UInt8(ascii: "t"): return try word("true")
        case UInt8(ascii: "f"): return try word("false")
        case UInt8(ascii: "n"): return try word("null")
        default: throw failure("no value can begin so")
        }
    }

    private mutating func skipSeparator() throws(Failure) -> Token? {
        offset += 1
        expectation = isArray.last == true ? .value : .name
        return try next()
    }

    private mutating func open(isArray array: Bool) throws(Failure) -> Token {
        guard isArray.count < depth else { throw failure("it is nested more than \(depth) deep") }
        offset += 1
        isArray.append(array)
        expectation = array ? .valueOrEnd : .nameOrEnd
        return .open(isArray: array)
    }

    private mutating func close() -> Token {
        offset += 1
        return ended(.close(isArray: isArray.removeLast()))
    }

    private mutating func ended(_ token: Token) -> Token {
        expectation = isArray.isEmpty ? .nothing : .separatorOrEnd
        return token
    }

    private func closing(_ array: Bool) -> UInt8 {
        array ? UInt8(ascii: "]") : UInt8(ascii: "}")
    }

    private mutating func word(_ word: String) throws(Failure) -> Token {
        for byte in word.utf8 {
            guard try current() == byte else { throw failure("no value can begin so") }
            offset += 1
        }
        return ended(.word)
    }

    private mutating func text() throws(Failure) -> Range<Int> {
        let start = offset + 1
        offset = start
        while true {
            switch try current() {
            case UInt8(ascii: "\""):
                offset += 1
                return start..<offset - 1
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20: throw failure("a control character in a text must be escaped")
            default: offset += 1
            }
        }
    }

    private mutating func escape() throws(Failure) {
        offset += 1
        switch try current() {
        case UInt8(ascii: "u"):
            offset += 1
            let unit = try hexadecimal()
            guard 0xd800..<0xe000 ~= unit else { return }
            guard unit < 0xdc00 else { throw failure("half of a surrogate pair stands alone") }
            for byte in "\\u".utf8 {
                guard try current() == byte else { throw failure("half of a surrogate pair stands alone") }
                offset += 1
            }
            guard 0xdc00..<0xe000 ~= (try hexadecimal()) else {
                throw failure("half of a surrogate pair stands alone")
            }
        case let byte where "\"\\/bfnrt".utf8.contains(byte): offset += 1
        default: throw failure("there is no such escape")
        }
    }

    private mutating func hexadecimal() throws(Failure) -> Int {
        var value = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try current())).hexDigitValue else {
                throw failure("an escape needs four hexadecimal digits")
            }
            value = value * 16 + digit
            offset += 1
        }
        return value
    }

    private mutating func number() throws(Failure) {
        let start = offset
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        if try current() == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        let hasExponent = offset < bytes.count && bytes[offset] | 0x20 == UInt8(ascii: "e")
        if hasExponent {
            offset += 1
            if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try current()) { offset += 1 }
            try digits()
        }
        // A short number without an exponent is no larger than doubles can be.
        if hasExponent || offset - start > 300 {
            let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
            guard let value, value.isFinite else {
                throw Failure(offset: start, fault: "the number is too large for a double")
            }
        }
    }

    private mutating func digits() throws(Failure) {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= (try current()) else { throw failure("a digit is missing") }
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
    }

    private func current() throws(Failure) -> UInt8 {
        guard offset < bytes.count else { throw Failure(offset: offset, fault: nil) }
        return bytes[offset]
    }

    private mutating func skipBlanks() {
        while offset < bytes.count, JSONScanner.isBlank(bytes[offset]) { offset += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
        default: false
        }
    }

    private func failure(_ fault: String) -> Failure {
        Failure(offset: offset, fault: fault)
    }
}

/// This is the only place that finds a key in what a source sends back, in whatever spelling, and hides it.
///
/// Letters count in either case; a byte may be percent-coded, once or twice, or escaped as in JSON; and a long key may be
/// split by blanks, line ends and hyphens.
struct SecretEcho {
    private let key: [UInt8]
    private let mostSeparators: Int

    init(_ secret: Secret) {
        key = Array(secret.revealed.utf8).map(SecretEcho.lowered)
        // Of a short one, parts would be found in figures.
        mostSeparators = key.count < 16 ? 0 : 4
    }

    /// The text with asterisks for each echo.
    func hidden(in text: String) -> String { String(decoding: hidden(in: Array(text.utf8)), as: UTF8.self) }

    /// The bytes with as many asterisks for each echo.
    func hidden(in bytes: [UInt8]) -> [UInt8] {
        guard let first = key.first else { return bytes }
        var hidden = bytes
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let mayBegin = SecretEcho.lowered(byte) == first || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
            guard mayBegin, let end = end(ofEchoAt: place, in: bytes) else {
                place += 1
                continue
            }
            for index in place..<end { hidden[index] = UInt8(ascii: "*") }
            place = end
        }
        return hidden
    }

    private func end(ofEchoAt start: Int, in bytes: [UInt8]) -> Int? {
        var place = start
        for (index, wanted) in key.enumerated() {
            var separators = index == 0 ? mostSeparators : 0
            while true {
                guard place < bytes.count else { return nil }
                if let length = SecretEcho.length(of: wanted, at: place, in: bytes) {
                    place += length
                    break
                }
                guard separators < mostSeparators, let length = SecretEcho.separator(at: place, in: bytes) else {
                    return nil
                }
                separators += 1
                place += length
            }
        }
        return place
    }

    /// How many bytes spell a byte at a place; nil where another stands there.
    private static func length(of wanted: UInt8, at place: Int, in bytes: [UInt8]) -> Int? {
        if lowered(bytes[place]) == wanted { return 1 }
        for mark in ["%", "%25", "\\u00", "\\U00", "\\"].map({ Array($0.utf8) }) {
            let start = place + mark.count
            guard bytes[place...].starts(with: mark), start < bytes.count else { continue }
            if mark.count == 1, mark[0] == UInt8(ascii: "\\"), lowered(bytes[start]) == wanted { return 2 }
            let digits = String(decoding: bytes[start...].prefix(2), as: UTF8.self)
            if let byte = UInt8(digits, radix: 16), lowered(byte) == wanted { return mark.count + 2 }
        }
        return nil
    }

    private static func separator(at place: Int, in bytes: [UInt8]) -> Int? {
        if Array(" \t\r\n-".utf8).contains(bytes[place]) { return 1 }
        let escape = bytes[place...].prefix(2)
        return escape.elementsEqual("\\n".utf8) || escape.elementsEqual("\\r".utf8) ? 2 : nil
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}

extension FetchAnswer {
    /// The answer with a secret hidden wherever the source repeats it.
    func hiding(_ secret: Secret) -> FetchAnswer {
        guard !secret.isEmpty else { return self }
        let echo = SecretEcho(secret)
        var answer = self
        answer.moved = echo.hidden(in: moved)
        answer.headers = headers.map(echo.hidden)
        answer.body = echo.hidden(in: body)
        return answer
    }
}

/// This is the only place that makes an address fit to be shown: without user and password, query and fragment, which may
/// hold a key.
public func shownAddress(_ text: String) -> String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    var rest = text[start...]
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let port = host.split(separator: ":").last
    // A password may have a stroke or a question mark in it: then what seems to be a port is not a number.
    let isCut =
        !host.contains("@") && host.contains(":") && !host.hasSuffix("]") && port?.allSatisfy(\.isNumber) != true
    if let end = (isCut ? rest : host).lastIndex(of: "@") { rest = rest[rest.index(after: end)...] }
    return String(text[..<start] + rest.prefix { $0 != "?" && $0 != "#" })
}

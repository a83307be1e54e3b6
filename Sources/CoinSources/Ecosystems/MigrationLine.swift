/// Cuts a migration into lines, and lines into a keyword and arguments.
///
/// A line ends with LF, CRLF or CR. The keyword is its first six characters, whatever they are; arguments are split at
/// blanks; one that begins with `"` or `'` runs to the next such quote, and a backslash takes the character behind it
/// as it is. All of Unicode's white space is blank.
struct MigrationLines {
    /// What a line came to.
    enum Line: Equatable {
        /// A keyword, packed into a number, and arguments in `arguments`.
        case command(UInt64)
        /// Nothing: blank, a `#` comment, or under six characters.
        case nothing
        /// A quote opens and never closes, in a comment behind `--` too.
        case openQuote
        case invalidUTF8
    }

    /// The number of the current line, from 1.
    private(set) var number = 0
    /// The arguments of the current line, as places in `bytes`.
    private(set) var arguments: [Range<Int>] = []
    /// The text; behind its end stand arguments whose escapes were resolved.
    private(set) var bytes: [UInt8]

    private let end: Int
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
        position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    /// Moves to the next line; nil behind the last.
    mutating func next() -> Line? {
        guard position < end else { return nil }
        number += 1
        let (line, mask, next) = line(from: position)
        position = next
        if mask >= 0x80, String(validating: bytes[line], as: UTF8.self) == nil { return .invalidUTF8 }
        return read(line)
    }

    /// A line's place without its end, its bytes' bits joined, and where the next begins.
    private func line(from start: Int) -> (line: Range<Int>, mask: UInt8, next: Int) {
        let text = bytes.span
        var (place, mask) = (start, UInt8(0))
        while place < end, text[place] != 10, text[place] != 13 {
            mask |= text[place]
            place += 1
        }
        let isPair = place + 1 < end && text[place] == 13 && text[place + 1] == 10
        return (start..<place, mask, place + (isPair ? 2 : 1))
    }

    /// A keyword as `next` packs it.
    static func packed(_ keyword: String) -> UInt64 {
        keyword.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func read(_ line: Range<Int>) -> Line {
        bytes.removeLast(bytes.count - end)
        arguments.removeAll(keepingCapacity: true)
        var place = skipBlanks(from: line.lowerBound, to: line.upperBound)
        guard place < line.upperBound, bytes[place] != UInt8(ascii: "#") else { return .nothing }
        place = line.lowerBound
        var keyword: UInt64 = 0
        for _ in 0..<6 {
            guard place < line.upperBound else { return .nothing }
            repeat {
                keyword = keyword << 8 | UInt64(bytes[place])
                place += 1
            } while place < line.upperBound && bytes[place] & 0xc0 == 0x80
        }
        while true {
            place = skipBlanks(from: place, to: line.upperBound)
            guard place < line.upperBound else { return .command(keyword) }
            guard let next = readArgument(from: place, to: line.upperBound) else { return .openQuote }
            place = next
        }
    }

    /// Takes the argument that begins at a place.
    ///
    /// - Returns: the place behind it; nil when its quote does not close.
    private mutating func readArgument(from start: Int, to limit: Int) -> Int? {
        let first = bytes[start]
        let quote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? first : nil
        let begin = quote == nil ? start : start + 1
        var place = begin
        var resolved: Int?
        while true {
            guard place < limit else {
                guard quote == nil else { return nil }
                break
            }
            if let quote {
                if bytes[place] == quote { break }
            } else if blankLength(at: place, to: limit) > 0 {
                break
            }
            if bytes[place] == UInt8(ascii: "\\"), place + 1 < limit {
                if resolved == nil {
                    resolved = bytes.count
                    bytes += bytes[begin..<place]
                }
                place += 1
            }
            if resolved != nil { bytes.append(bytes[place]) }
            place += 1
        }
        arguments.append(resolved.map { $0..<bytes.count } ?? begin..<place)
        return quote == nil ? place : place + 1
    }

    private func skipBlanks(from start: Int, to limit: Int) -> Int {
        var place = start
        while place < limit, case let length = blankLength(at: place, to: limit), length > 0 { place += length }
        return place
    }

    /// How many bytes the blank character at a place has; 0 where there is none.
    private func blankLength(at place: Int, to limit: Int) -> Int {
        let byte = bytes[place]
        if byte < 0x80 { return byte == 0x20 || 0x09...0x0d ~= byte || 0x1c...0x1f ~= byte ? 1 : 0 }
        if byte == 0xc2, place + 1 < limit { return bytes[place + 1] == 0x85 || bytes[place + 1] == 0xa0 ? 2 : 0 }
        guard 0xe1...0xe3 ~= byte, place + 2 < limit else { return 0 }
        switch (byte, bytes[place + 1], bytes[place + 2]) {
        case (0xe1, 0x9a, 0x80), (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9), (0xe2, 0x80, 0xaf),
            (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80):
            return 3
        default: return 0
        }
    }
}

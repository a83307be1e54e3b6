/// Cuts a migration into lines, and lines into a keyword and arguments.
///
/// A line ends with LF, CRLF or CR. The keyword is its first six characters, whatever they are; arguments are split at
/// blanks; one that begins with `"` or `'` runs to the next such quote, and a backslash takes the character behind it
/// as it is. All of Unicode's white space is blank.
struct MigrationLines {
    enum Line {
        case command(String, arguments: [ByteKey])
        /// Blank, a `#` comment, or under six characters.
        case nothing
        /// A quote opens and never closes, in a comment behind `--` too.
        case openQuote
        case invalidUTF8
    }

    private(set) var number = 0
    private let bytes: [UInt8]
    /// Where the current line is read, and where it ends.
    private var place: Int
    private var end = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    /// Reads the next line; nil behind the last.
    mutating func next() -> Line? {
        guard place < bytes.count else { return nil }
        number += 1
        end = bytes[place...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
        let line = readLine()
        let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
        place = end + (isPair ? 2 : 1)
        return line
    }

    private mutating func readLine() -> Line {
        let line = bytes[place..<end]
        guard String(validating: line, as: UTF8.self) != nil else { return .invalidUTF8 }
        skipBlanks()
        guard place < end, bytes[place] != UInt8(ascii: "#") else { return .nothing }
        place = line.startIndex
        for _ in 0..<6 {
            guard place < end else { return .nothing }
            repeat { place += 1 } while place < end && bytes[place] & 0xc0 == 0x80
        }
        let keyword = String(decoding: bytes[line.startIndex..<place], as: UTF8.self)
        var arguments: [ByteKey] = []
        skipBlanks()
        while place < end {
            guard let argument = readArgument() else { return .openQuote }
            arguments.append(ByteKey(argument))
            skipBlanks()
        }
        return .command(keyword, arguments: arguments)
    }

    /// Reads the argument that begins here; nil when its quote does not close.
    private mutating func readArgument() -> [UInt8]? {
        let first = bytes[place]
        let quote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? first : nil
        if quote != nil { place += 1 }
        var argument: [UInt8] = []
        while place < end {
            if bytes[place] == quote {
                place += 1
                return argument
            }
            if quote == nil, blankLength() > 0 { return argument }
            if bytes[place] == UInt8(ascii: "\\"), place + 1 < end { place += 1 }
            argument.append(bytes[place])
            place += 1
        }
        return quote == nil ? argument : nil
    }

    private mutating func skipBlanks() {
        while place < end, case let length = blankLength(), length > 0 { place += length }
    }

    /// How many bytes the blank character here has; 0 where there is none.
    private func blankLength() -> Int {
        let byte = bytes[place]
        if byte < 0x80 { return byte == 0x20 || 0x09...0x0d ~= byte || 0x1c...0x1f ~= byte ? 1 : 0 }
        if byte == 0xc2, place + 1 < end { return bytes[place + 1] == 0x85 || bytes[place + 1] == 0xa0 ? 2 : 0 }
        guard 0xe1...0xe3 ~= byte, place + 2 < end else { return 0 }
        switch (byte, bytes[place + 1], bytes[place + 2]) {
        case (0xe1, 0x9a, 0x80), (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9), (0xe2, 0x80, 0xaf),
            (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80):
            return 3
        default: return 0
        }
    }
}

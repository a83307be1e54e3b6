internal import CoinModel
internal import RawInput

/// A line of a file, and its number from 1.
struct FactLine {
    let bytes: ArraySlice<UInt8>
    let number: Int

    /// Why nothing of the file is taken.
    func fault(_ what: String) -> SourceError {
        SourceError("bad-facts", line: number, detail: "\(what); the file was changed, partition it again")
    }
}

/// The lines of a file of facts, with the sums of those before the trailer.
struct FactLines {
    var sums = CommitFacts.Sums()
    private var bytes: [UInt8] = []
    /// Where the next line begins; what is before it is not in the sums yet.
    private var position = 0
    private var number = 0
    private var isTrailer = false

    /// The next line; nil at the end of the file.
    ///
    /// - Throws: `Reject` for a line that is too long or has no end, `InputError` when reading fails.
    mutating func next(_ file: inout InputFile) throws -> FactLine? {
        var seen = position
        while true {
            if let end = bytes[seen...].firstIndex(of: 0x0A) {
                let line = FactLine(bytes: bytes[position..<end], number: number + 1)
                guard line.bytes.count < CommitFacts.longestLine else { throw tooLong }
                number += 1
                if line.bytes.first == UInt8(ascii: "#") { pass(upTo: position) }
                position = end + 1
                return line
            }
            guard bytes.count - position < CommitFacts.longestLine else { throw tooLong }
            pass(upTo: position)
            bytes.removeFirst(position)
            seen = bytes.count
            position = 0
            guard let more = try file.next() else {
                guard bytes.isEmpty else {
                    throw SourceError("cut-facts", line: number + 1, detail: "ends within a line")
                }
                return nil
            }
            bytes += more
        }
    }

    /// Adds what was read to the sums, up to the trailer.
    private mutating func pass(upTo end: Int) {
        guard !isTrailer else { return }
        isTrailer = end < bytes.count && bytes[end] == UInt8(ascii: "#")
        sums.add(Array(bytes[..<end]))
    }

    private var tooLong: SourceError {
        SourceError("bad-facts", line: number + 1, detail: "has more than \(CommitFacts.longestLine) bytes in a line")
    }
}

/// The fields of a line behind its letter, in order.
struct FactFields {
    private let line: FactLine
    private var position: Int

    init(_ line: FactLine) {
        self.line = line
        position = line.bytes.startIndex + 1
    }

    private mutating func next() throws(SourceError) -> ArraySlice<UInt8> {
        guard position < line.bytes.endIndex, line.bytes[position] == 0x09 else { throw line.fault("lacks fields") }
        let start = position + 1
        position = line.bytes[start...].firstIndex(of: 0x09) ?? line.bytes.endIndex
        return line.bytes[start..<position]
    }

    /// That no field of this version is missing; those of later ones may follow.
    func end() throws(SourceError) {
        guard position == line.bytes.endIndex || line.bytes[position] == 0x09 else { throw line.fault("lacks fields") }
    }

    /// A text of at most so many bytes, as it was before it was written.
    mutating func text(most: Int = CommitFacts.longestKey) throws(SourceError) -> String {
        let field = try next()
        guard field.contains(UInt8(ascii: "\\")) || field.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else {
            guard field.count <= most else { throw line.fault("has a text that is too long") }
            return String(decoding: field, as: UTF8.self)
        }
        var text: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            guard byte >= 0x20, byte != 0x7F else { throw line.fault("has a control character") }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            switch rest.popFirst().map({ Unicode.Scalar($0) }) {
            case "t": text.append(0x09)
            case "n": text.append(0x0A)
            case "r": text.append(0x0D)
            case "\\": text.append(UInt8(ascii: "\\"))
            case "x":
                let digits = [rest.popFirst(), rest.popFirst()].compactMap { $0.flatMap(CommitFacts.digit) }
                guard digits.count == 2 else { throw line.fault("has a `\\x` without a byte") }
                text.append(UInt8(digits[0] << 4 | digits[1]))
            default: throw line.fault("has a `\\` that stands for nothing")
            }
        }
        guard text.count <= most else { throw line.fault("has a text that is too long") }
        guard let valid = String(validating: text, as: UTF8.self) else { throw line.fault("is not UTF-8") }
        return valid
    }

    /// The key of a block, which comes after that of the block before.
    mutating func key(after key: inout String?) throws(SourceError) -> String {
        let name = try text()
        guard !name.isEmpty, key.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true else {
            throw line.fault("has a key twice, or not in order")
        }
        key = name
        return name
    }

    /// A number of things, at most so many.
    mutating func count(_ most: Int) throws(SourceError) -> Int {
        guard let count = try number(), (0...Int64(most)).contains(count) else {
            throw line.fault("has a count that cannot be")
        }
        return Int(count)
    }

    /// A whole number; nil where it is missing.
    mutating func number() throws(SourceError) -> Int64? {
        let field = try next()
        guard !field.isEmpty else { return nil }
        let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
        var (number, isWrong) = (Int64(0), digits.isEmpty || digits.count > 19)
        for byte in digits where !isWrong {
            guard let digit = CommitFacts.digit(byte), digit < 10 else {
                isWrong = true
                break
            }
            let (tens, isFar) = number.multipliedReportingOverflow(by: 10)
            // Towards the sign, so that the smallest number reads too.
            let (sum, isFarther) = tens.subtractingReportingOverflow(Int64(digit))
            (number, isWrong) = (sum, isFar || isFarther)
        }
        let isPositive = digits.count == field.count
        guard !isWrong, !isPositive || number != .min else { throw line.fault("has a number that does not read") }
        return isPositive ? -number : number
    }

    /// Eight bytes in sixteen hexadecimal digits; nil where they are missing.
    mutating func hex() throws(SourceError) -> UInt64? {
        let field = try next()
        guard !field.isEmpty else { return nil }
        var number: UInt64 = 0
        for byte in field {
            guard field.count == 16, let digit = CommitFacts.digit(byte) else {
                throw line.fault("has no id of 16 digits")
            }
            number = number << 4 | digit
        }
        return number
    }

    /// Passes the next field if it is a mark; false if it is anything else.
    mutating func isNext(_ mark: Unicode.Scalar) throws(SourceError) -> Bool {
        let start = position
        if try next().elementsEqual([UInt8(ascii: mark)]) { return true }
        position = start
        return false
    }

    /// What a commit is, by its letters.
    mutating func flags() throws(SourceError) -> CommitFlags {
        let field = try next()
        guard !field.elementsEqual("-".utf8) else { return [] }
        var flags: CommitFlags = []
        for byte in field {
            guard let flag = CommitFacts.flags.first(where: { UInt8(ascii: $0.letter) == byte })?.flag else {
                throw line.fault("has an unknown letter")
            }
            flags.insert(flag)
        }
        return flags
    }
}

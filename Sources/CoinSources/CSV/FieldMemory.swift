/// What some neighbouring fields of rows held so far, byte for byte, each content with a number.
///
/// Files of snapshots name the same coins over and over. So before the fields of a row's coin are scanned, the content
/// that begins with the same bytes is looked up and compared where it lies: fields that were seen before are neither
/// scanned nor taken apart again.
struct FieldMemory: ~Copyable {
    /// The most contents that should be remembered.
    static let limit = 1 << 18

    /// The columns of the fields; empty when nothing is to be remembered.
    let columns: Range<Int>
    private let separator: UInt8
    /// One content: from the start of its first field to behind the last one's separator.
    private struct Content {
        let start: Int
        let length: Int32
        /// The line ends within its quotes.
        let lineEnds: Int32
    }

    private var contents: [Content] = []
    /// The bytes of all contents.
    private var bytes: [UInt8] = []
    /// The fields of each content, as offsets into its bytes.
    private var fields: [CSVScanner.Field] = []
    /// Numbers of contents by the hash of their heads, open addressing at most half full; −1 is free.
    private var slots = [Int32](repeating: -1, count: 64)

    /// A memory for the fields of these columns, which are not the last of a row.
    init(columns: Range<Int> = 0..<0, separator: UInt8 = 0) {
        self.columns = columns
        self.separator = separator
    }

    /// The number of contents, and so the number of the next new one.
    var count: Int { contents.count }

    /// Puts the fields of the content whose bytes start here into a row; its number, how many bytes and how many line
    /// ends it has.
    func recognise(
        _ input: Span<UInt8>,
        at start: Int,
        into row: inout MutableSpan<CSVScanner.Field>
    ) -> (number: Int, length: Int, lineEnds: Int)? {
        let mask = slots.count - 1
        var slot = head(of: input, at: start) & mask
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            let content = contents[number]
            let length = Int(content.length)
            if length <= input.count - start, input.holds(length, of: bytes.span, from: content.start, at: start) {
                for column in columns {
                    var field = fields[number * columns.count + column - columns.lowerBound]
                    field.start += start
                    field.end += start
                    row[column] = field
                }
                return (number, length, Int(content.lineEnds))
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Remembers a content that was not recognised; its number.
    mutating func remember(_ place: Range<Int>, in input: [UInt8], _ row: [CSVScanner.Field]) -> Int {
        let lineEnds = RowScan.lineEnds(input[place])
        contents.append(Content(start: bytes.count, length: Int32(place.count), lineEnds: Int32(lineEnds)))
        bytes += input[place]
        for var field in row[columns] {
            field.start -= place.lowerBound
            field.end -= place.lowerBound
            fields.append(field)
        }
        if count * 2 > slots.count {
            slots = [Int32](repeating: -1, count: slots.count * 4)
            for number in 0..<count { enter(number) }
        } else {
            enter(count - 1)
        }
        return count - 1
    }

    private mutating func enter(_ number: Int) {
        let mask = slots.count - 1
        var slot = head(of: bytes.span, at: contents[number].start) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(number)
    }

    /// A seeded hash of the bytes up to the first separator, 16 at most: the same for equal contents, whatever follows.
    private func head(of input: Span<UInt8>, at start: Int) -> Int {
        let (everyByte, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let separators = everyByte &* UInt64(separator)
        var hash = FieldMemory.seed
        for offset in stride(from: start, to: start + 16, by: 8) {
            let word = input.word(at: offset)
            let apart = word ^ separators
            let hits = (apart &- everyByte) & ~apart & highBits
            // Only bits below the separator's own count.
            let product = (hash ^ (hits == 0 ? word : word & ((hits & (0 &- hits)) &- 1)))
                .multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
            hash = product.high ^ product.low
            if hits != 0 { break }
        }
        return Int(truncatingIfNeeded: hash & 0x7fff_ffff_ffff_ffff)
    }

    private static let seed = UInt64.random(in: .min ... .max)
}

extension Span<UInt8> {
    /// Eight bytes as a number, the first one lowest; 0 for those behind the end.
    @inline(__always)
    func word(at start: Int) -> UInt64 {
        guard start + 8 > count else {
            return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        var word: UInt64 = 0
        for at in stride(from: count - 1, through: start, by: -1) { word = word << 8 | UInt64(self[at]) }
        return word
    }

    /// Whether the bytes at a place are some of another span, which both have that many.
    @inline(__always)
    func holds(_ length: Int, of other: Span<UInt8>, from first: Int, at start: Int) -> Bool {
        var next = 0
        while next + 8 <= length {
            guard word(at: start + next) == other.word(at: first + next) else { return false }
            next += 8
        }
        while next < length {
            guard self[start + next] == other[first + next] else { return false }
            next += 1
        }
        return true
    }
}

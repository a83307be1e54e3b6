internal import CPlainNumbers

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
    /// All contents, for each a record: a word with the content's length and the line ends within its quotes, a word for
    /// each of its fields, and its bytes from the start of the first field to behind the last one's separator.
    ///
    /// With many coins none of it is near the processor, so what belongs together lies together.
    private var records: [UInt8] = []
    /// For each length up to 64 so many bytes of all bits, and zeros behind them.
    private let firstBytes = FieldMemory.masks
    private static let masks: [SIMD8<UInt64>] = (0...64).map { length in
        var mask = SIMD8<UInt64>()
        for word in 0..<8 { mask[word] = ~(UInt64.max << UInt64(8 * min(max(length - 8 * word, 0), 8))) }
        return mask
    }
    /// The bytes before each record.
    private var starts: [Int] = []
    /// Contents by the hash of their heads, open addressing at most half full.
    private var slots = FieldMemory.free(64)

    private static func free(_ count: Int) -> [assay_text_slot] {
        Array(repeating: assay_text_slot(record: 0, number: -1), count: count)
    }

    /// A memory for the fields of these columns, which are not the last of a row.
    init(columns: Range<Int> = 0..<0, separator: UInt8 = 0) {
        self.columns = columns
        self.separator = separator
    }

    /// The number of contents, and so the number of the next new one.
    var count: Int { starts.count }

    /// The bytes of a record before its content's own.
    private var headLength: Int { 8 + 8 * columns.count }

    /// Asks for what is known of the content that starts at a place and is looked up soon: with many coins it is far from
    /// the processor, and takes longer to come than all else that a row takes.
    @inline(__always)
    func prefetch(_ input: Span<UInt8>, at start: Int) {
        let slot = slots[head(of: input, at: start) & (slots.count - 1)]
        guard slot.number >= 0 else { return }
        unsafe records.withUnsafeBufferPointer { records in
            unsafe assay_prefetch(records.baseAddress?.advanced(by: Int(slot.record) * 8))
        }
    }

    /// Puts the fields of the content whose bytes start here into a row; its number, how many bytes and how many line
    /// ends it has.
    func recognise(
        _ input: Span<UInt8>,
        at start: Int,
        into row: inout MutableSpan<CSVScanner.Field>
    ) -> (number: Int, length: Int, lineEnds: Int)? {
        let known = records.span
        let mask = slots.count - 1
        var slot = head(of: input, at: start) & mask
        while slots[slot].number >= 0 {
            var next = Int(slots[slot].record) * 8
            let (length, lineEnds) = FieldMemory.parts(known.word(at: next))
            if length <= input.count - start, isSame(length, input, at: start, asAt: next + headLength) {
                for column in columns {
                    next += 8
                    let (first, last) = FieldMemory.parts(known.word(at: next))
                    row[column] = CSVScanner.Field(
                        start: start + first,
                        end: start + (last >> 1),
                        isEscaped: last & 1 == 1
                    )
                }
                return (Int(slots[slot].number), length, lineEnds)
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Whether so many bytes are those of a record; of up to 64 all at once, for where texts end cannot be foreseen.
    @inline(__always)
    private func isSame(_ length: Int, _ input: Span<UInt8>, at start: Int, asAt place: Int) -> Bool {
        let known = records.span
        guard length <= 64, start + 64 <= input.count, place + 64 <= known.count else {
            return input.holds(length, of: known, from: place, at: start)
        }
        let differing = (input.block(at: start) ^ known.block(at: place)) & firstBytes[length]
        let fours = differing.lowHalf | differing.highHalf
        let twos = fours.lowHalf | fours.highHalf
        return twos[0] | twos[1] == 0
    }

    /// Remembers a content that was not recognised; its number.
    mutating func remember(_ place: Range<Int>, in input: [UInt8], _ row: [CSVScanner.Field]) -> Int {
        starts.append(records.count)
        append(place.count, RowScan.lineEnds(input[place]))
        for field in row[columns] {
            append(field.start - place.lowerBound, (field.end - place.lowerBound) << 1 | (field.isEscaped ? 1 : 0))
        }
        records += input[place]
        records += repeatElement(0, count: -records.count & 7)
        if count * 2 > slots.count {
            slots = FieldMemory.free(slots.count * 4)
            for number in 0..<count { enter(number) }
        } else {
            enter(count - 1)
        }
        return count - 1
    }

    private mutating func enter(_ number: Int) {
        let mask = slots.count - 1
        var slot = head(of: records.span, at: starts[number] + headLength) & mask
        while slots[slot].number >= 0 { slot = (slot + 1) & mask }
        slots[slot] = assay_text_slot(record: Int32(clamping: starts[number] / 8), number: Int32(number))
    }

    /// Appends a word of two numbers.
    private mutating func append(_ low: Int, _ high: Int) {
        let word = UInt64(truncatingIfNeeded: low) & 0xffff_ffff | UInt64(truncatingIfNeeded: high) << 32
        for shift in stride(from: UInt64(0), to: 64, by: 8) { records.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    /// The two numbers of a word.
    private static func parts(_ word: UInt64) -> (low: Int, high: Int) {
        (Int(word & 0xffff_ffff), Int(word >> 32))
    }

    /// A seeded hash of the bytes up to the first separator, 16 at most: the same for equal contents, whatever follows.
    private func head(of input: Span<UInt8>, at start: Int) -> Int {
        let hash = assay_text_hash(input.word(at: start), input.word(at: start + 8), separator, FieldMemory.seed)
        return Int(truncatingIfNeeded: hash & 0x7fff_ffff_ffff_ffff)
    }

    /// Lends what is known to code that reads many rows at once.
    func withKnownTexts<Result>(_ body: (assay_known_texts) -> Result) -> Result {
        unsafe records.withUnsafeBufferPointer { records in
            unsafe slots.withUnsafeBufferPointer { slots in
                unsafe body(
                    assay_known_texts(
                        records: records.baseAddress,
                        size: records.count,
                        head: headLength,
                        slots: slots.baseAddress,
                        mask: slots.count - 1,
                        seed: FieldMemory.seed
                    )
                )
            }
        }
    }

    private static let seed = UInt64.random(in: .min ... .max)
}

extension Span<UInt8> {
    /// Sixty-four bytes.
    @inline(__always)
    fileprivate func block(at start: Int) -> SIMD8<UInt64> {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD8<UInt64>.self)
    }

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

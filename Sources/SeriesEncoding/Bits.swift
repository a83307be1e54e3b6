/// Packs numbers of any width up to 64 bits, the lowest bit first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// Appends the lowest `width` bits of a number; the bits above are 0.
    mutating func append(_ value: UInt64, width: UInt64) {
        if width > 32 {
            append(value & 0xffff_ffff, width: 32)
            append(value >> 32, width: width - 32)
            return
        }
        pending |= value << pendingCount
        pendingCount += width
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Fills the last byte with zeros and gives all bytes.
    mutating func finish() -> [UInt8] {
        if pendingCount > 0 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            (pending, pendingCount) = (0, 0)
        }
        return bytes
    }
}

/// Reads what a `BitWriter` packed; behind the end it reads zeros, so callers check the length beforehand.
struct BitReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether a number was read that does not lie wholly inside the bytes.
    private(set) var isExhausted = false

    mutating func read(width: UInt64) -> UInt64 {
        if width > 32 {
            let low = read(width: 32)
            return low | read(width: width - 32) << 32
        }
        while pendingCount < width {
            if position < end {
                pending |= UInt64(bytes[position]) << pendingCount
                position += 1
            } else {
                isExhausted = true
            }
            pendingCount += 8
        }
        let value = pending & (1 << width - 1)
        pending >>= width
        pendingCount -= width
        return value
    }
}

/// The bits that a number takes: 0 for 0.
func bitWidth(_ value: UInt64) -> UInt64 {
    UInt64(64 - value.leadingZeroBitCount)
}

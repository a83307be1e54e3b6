/// Packs numbers of any width up to 64 bits behind the bytes that are there, the lowest bit first.
struct BitWriter {
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// Appends the lowest `width` bits of a number; the bits above are 0.
    mutating func append(_ value: UInt64, width: UInt64, to bytes: inout [UInt8]) {
        pending |= value << pendingCount
        let total = pendingCount + width
        guard total >= 64 else {
            pendingCount = total
            return
        }
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: pending >> shift))
        }
        // Swift's shift by 64 gives 0, which is what is left when nothing was pending.
        pending = value >> (64 - pendingCount)
        pendingCount = total - 64
    }

    /// Appends what is pending, the last byte filled with zeros.
    mutating func finish(_ bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: pendingCount, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: pending >> shift))
        }
        (pending, pendingCount) = (0, 0)
    }
}

/// Reads what a `BitWriter` packed.
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

    /// Whether a number was read that does not lie wholly inside the bytes; it reads as if zeros followed them.
    private(set) var isExhausted = false

    mutating func read(width: UInt64) -> UInt64 {
        if width <= pendingCount {
            let value = pending & BitReader.mask(width)
            pending >>= width
            pendingCount -= width
            return value
        }
        let low = pending
        let lowCount = pendingCount
        refill()
        let highCount = width - lowCount
        if highCount > pendingCount { isExhausted = true }
        let value = low | (pending & BitReader.mask(highCount)) << lowCount
        pending >>= highCount
        pendingCount = pendingCount >= highCount ? pendingCount - highCount : 0
        return value
    }

    /// Takes the next eight bytes, or as many as are left.
    private mutating func refill() {
        if position + 8 <= end {
            pending = unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            }
            pending = UInt64(littleEndian: pending)
            pendingCount = 64
            position += 8
            return
        }
        pending = 0
        pendingCount = 0
        while position < end {
            pending |= UInt64(bytes[position]) << pendingCount
            pendingCount += 8
            position += 1
        }
    }

    private static func mask(_ width: UInt64) -> UInt64 {
        width >= 64 ? .max : 1 << width - 1
    }
}

/// The bits that a number takes: 0 for 0.
func bitWidth(_ value: UInt64) -> UInt64 {
    UInt64(64 - value.leadingZeroBitCount)
}

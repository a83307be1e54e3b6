/// Numbers of up to 16 bytes that are digits and at most one point inside: what nearly all fields are.
///
/// Eight bytes are read at a time, the point is closed up, and eight digits become a number by three multiplications
/// that add neighbours in pairs. At most 15 digits are left, so one division by a power of ten rounds once.
enum ShortDecimal {
    /// The double nearest to the text at a place; nil when it has another form, which says nothing about it.
    @inline(__always)
    static func double(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Double? {
        let (start, length) = (place.lowerBound, place.count)
        if length <= 8 {
            guard length > 0 else { return nil }
            var word = bytes.word(at: start) << UInt64(64 - 8 * length)
            guard let behind = closePoint(&word, length), let digits = digits(word, 8 - length + (behind < 0 ? 0 : 1))
            else { return nil }
            return behind <= 0 ? Double(digits) : Double(digits) / powers[behind]
        }
        guard length <= 16 else { return nil }
        var high = bytes.word(at: start) << UInt64(64 - 8 * (length - 8))
        var low = bytes.word(at: start + length - 8)
        let (inHigh, inLow) = (point(high), point(low))
        // A point at either end, or two of them, are for the reader of the whole grammar.
        var (whole, behind, weight) = (length - 8, 0, 100_000_000 as UInt64)
        if inHigh != 0 {
            let place = inHigh.trailingZeroBitCount / 8 - (8 - whole)
            guard inLow == 0, place > 0 else { return nil }
            behind = length - 1 - place
            high = closed(high, inHigh)
            whole -= 1
        } else if inLow != 0 {
            behind = 7 - inLow.trailingZeroBitCount / 8
            guard behind > 0 else { return nil }
            low = closed(low, inLow)
            weight = 10_000_000
        }
        guard length < 16 || behind > 0, let first = digits(high, 8 - whole),
            let rest = digits(low, weight == 10_000_000 ? 1 : 0)
        else { return nil }
        let all = Double(first * weight + rest)
        return behind == 0 ? all : all / powers[behind]
    }

    private static let everyByte: UInt64 = 0x0101_0101_0101_0101

    /// The highest bit of the first byte that is a point, or 0.
    @inline(__always)
    private static func point(_ word: UInt64) -> UInt64 {
        let apart = word ^ everyByte &* 0x2e
        let hits = (apart &- everyByte) & ~apart & 0x8080_8080_8080_8080
        return hits & (0 &- hits)
    }

    /// The word without the point, the bytes before it moved up by one.
    @inline(__always)
    private static func closed(_ word: UInt64, _ point: UInt64) -> UInt64 {
        let below = (point >> 7) &- 1
        return (word & below) << 8 | word & ~(below << 8 | 0xff)
    }

    /// Closes the point of a text at the top of a word; how many digits stand behind it, −1 without a point, nil when it
    /// stands at an end.
    @inline(__always)
    private static func closePoint(_ word: inout UInt64, _ length: Int) -> Int? {
        let point = point(word)
        guard point != 0 else { return -1 }
        let behind = 7 - point.trailingZeroBitCount / 8
        guard behind > 0, behind < length - 1 else { return nil }
        word = closed(word, point)
        return behind
    }

    /// The number that the digits of a word make, the lowest byte first, where so many low bytes hold none.
    @inline(__always)
    private static func digits(_ word: UInt64, _ free: Int) -> UInt64? {
        let zeros = everyByte &* 0x30
        let text = word | zeros & ((1 << UInt64(8 * free)) &- 1)
        guard text & (everyByte &* 0xf0) == zeros, (text &+ everyByte &* 6) & (everyByte &* 0xf0) == zeros else {
            return nil
        }
        var number = text &- zeros
        number = number &* 10 &+ number >> 8
        let pairs = (number & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
        let others = (number >> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
        return (pairs &+ others) >> 32
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}

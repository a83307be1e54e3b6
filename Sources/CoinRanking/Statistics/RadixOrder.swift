/// Orders many values again and again in the same memory: by where each lies between the lowest and the highest of
/// them, in two passes over the digits of that, then by the whole value where these are alike.
///
/// O(n) for values that spread over their range; a run of alike digits adds its own sort. Few values are ordered by
/// insertion, which then is faster.
struct RadixOrder {
    /// The two digits of a value, or of few values the leading bits, before its place.
    private var keys: [UInt64]
    private var spare: [UInt64]
    private var counts: [Int]
    /// How many bits a digit has.
    private let bits: Int

    private static let few = 48

    /// Room for so many values.
    init(capacity: Int) {
        keys = Array(repeating: 0, count: capacity)
        spare = keys
        // Some 60 digits for each value at least, so that few are alike, and counters that stay near.
        bits = capacity > 4096 ? 11 : 8
        counts = Array(repeating: 0, count: 2 << bits)
    }

    /// The place of the value that so many lie before.
    subscript(position: Int) -> Int { Int(keys[position] & 0xFFFF_FFFF) }

    /// Orders the first `count` values, ascending, ties by place; none of them may be NaN.
    mutating func order(_ values: [Double], count: Int) {
        guard count > RadixOrder.few else { return insert(values, count) }
        var (low, high) = (Double.infinity, -Double.infinity)
        for place in 0..<count {
            let value = values[place]
            if value < low { low = value }
            if value > high { high = value }
        }
        let range = high - low
        let digits = RadixDigits(bits: bits, low: low, scale: range > 0 ? Double((1 << (2 * bits)) - 1) / range : 0)
        digits.spread(values, count, &keys, &counts)
        digits.scatter(keys, count, &spare, &counts, pass: 0)
        digits.scatter(spare, count, &keys, &counts, pass: 1)
        settleRuns(values, count)
    }

    /// Orders few values, each by insertion among those before it.
    private mutating func insert(_ values: [Double], _ count: Int) {
        for place in 0..<count {
            let key = RadixOrder.key(values[place], place)
            var position = place
            while position > 0, keys[position - 1] > key {
                keys[position] = keys[position - 1]
                position -= 1
            }
            keys[position] = key
        }
        settleRuns(values, count)
    }

    /// The leading bits of a value, which order as it does, before its place.
    private static func key(_ value: Double, _ place: Int) -> UInt64 {
        // Adding 0 makes one zero of the two.
        let bits = (value + 0).bitPattern
        let ordered = bits ^ (bits >> 63 == 0 ? 1 << 63 : .max)
        return ordered & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: place)
    }

    /// Orders runs of values whose leading bits or digits are alike.
    private mutating func settleRuns(_ values: [Double], _ count: Int) {
        var start = 0
        for index in stride(from: 1, through: count, by: 1)
        where index == count || keys[index] >> 32 != keys[start] >> 32 {
            if index - start > 1 { settle(values, start..<index) }
            start = index
        }
    }

    /// Orders some positions by the whole values of their places, most often two.
    private mutating func settle(_ values: [Double], _ positions: Range<Int>) {
        func isBefore(_ left: UInt64, _ right: UInt64) -> Bool {
            let (a, b) = (Int(left & 0xFFFF_FFFF), Int(right & 0xFFFF_FFFF))
            return values[a] == values[b] ? a < b : values[a] < values[b]
        }
        if positions.count > 2 {
            keys[positions].sort(by: isBefore)
        } else if isBefore(keys[positions.upperBound - 1], keys[positions.lowerBound]) {
            keys.swapAt(positions.lowerBound, positions.upperBound - 1)
        }
    }
}

/// The two digits of a value: where it lies between the lowest and the highest.
private struct RadixDigits {
    /// How many bits each has.
    let bits: Int
    let low: Double
    /// By which the distance from the lowest is multiplied; all digits are alike where it is 0 or infinite.
    let scale: Double

    /// Makes the keys, and counts their digits.
    func spread(_ values: [Double], _ count: Int, _ keys: inout [UInt64], _ counts: inout [Int]) {
        for index in counts.indices { counts[index] = 0 }
        var keys = keys.mutableSpan
        var counts = counts.mutableSpan
        let upper = 1 << bits
        let mask = upper - 1
        let isSpread = scale > 0 && scale.isFinite
        for place in 0..<count {
            let digits = isSpread ? Int((values[place] - low) * scale) : 0
            keys[place] = UInt64(truncatingIfNeeded: digits &<< 32 | place)
            counts[digits & mask] &+= 1
            counts[upper &+ digits &>> bits] &+= 1
        }
    }

    /// One pass, that of the least significant digit first; it keeps the order of equal digits.
    func scatter(_ keys: [UInt64], _ count: Int, _ sorted: inout [UInt64], _ counts: inout [Int], pass: Int) {
        var sorted = sorted.mutableSpan
        var counts = counts.mutableSpan
        let first = pass << bits
        let mask = (1 as UInt64) << UInt64(bits) - 1
        var next = 0
        for counter in first..<first + 1 << bits {
            let here = counts[counter]
            counts[counter] = next
            next += here
        }
        let shift = 32 + UInt64(pass * bits)
        for index in 0..<count {
            let key = keys[index]
            let counter = first &+ Int(truncatingIfNeeded: key &>> shift & mask)
            let place = counts[counter]
            sorted[place] = key
            counts[counter] = place &+ 1
        }
    }
}

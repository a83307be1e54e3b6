/// Orders many values again and again without taking memory anew: by the leading 32 bits of their order-preserving bit
/// patterns, then by the whole value where these are alike.
///
/// O(n); a run of alike bits adds its own sort. Few values are sorted by insertion, which then is faster.
struct RadixOrder {
    private var keys: [UInt64]
    private var spare: [UInt64]
    private var counts: [Int]
    /// The bits of a digit: short ones leave few counters to clear, long ones save a pass over very many values.
    private let bits: Int
    private let passes: Int

    private static let few = 100

    /// Room for so many values.
    init(capacity: Int) {
        keys = Array(repeating: 0, count: capacity)
        spare = keys
        bits = capacity > 4096 ? 11 : 8
        passes = (32 + bits - 1) / bits
        counts = Array(repeating: 0, count: passes << bits)
    }

    /// The place of the value that so many lie before.
    subscript(position: Int) -> Int { Int(keys[position] & 0xFFFF_FFFF) }

    /// Orders the first `count` values, ascending, ties by place; none of them may be NaN.
    mutating func order(_ values: [Double], count: Int) {
        guard count > 0 else { return }
        for place in 0..<count {
            // Adding 0 makes one zero of the two.
            let bits = (values[place] + 0).bitPattern
            let ordered = bits ^ (bits >> 63 == 0 ? 1 << 63 : .max)
            keys[place] = ordered & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: place)
        }
        if count > RadixOrder.few { distribute(count) } else { insert(count) }
        var start = 0
        for index in 1...count where index == count || keys[index] >> 32 != keys[start] >> 32 {
            if index - start > 1 { settle(values, start..<index) }
            start = index
        }
    }

    /// Orders few keys, each by insertion among those before it.
    private mutating func insert(_ count: Int) {
        var keys = keys.mutableSpan
        for place in 0..<count {
            let key = keys[place]
            var position = place
            while position > 0, keys[position - 1] > key {
                keys[position] = keys[position - 1]
                position -= 1
            }
            keys[position] = key
        }
    }

    /// Orders many keys, digit by digit.
    private mutating func distribute(_ count: Int) {
        RadixOrder.countDigits(keys, count, bits, &counts)
        for pass in 0..<passes { scatter(pass, count) }
    }

    private static func digit(_ key: UInt64, _ pass: Int, _ bits: Int) -> Int {
        Int(truncatingIfNeeded: key >> UInt64(32 + bits * pass)) & (1 << bits - 1)
    }

    /// How many of the first keys have each digit of each pass.
    private static func countDigits(_ keys: [UInt64], _ count: Int, _ bits: Int, _ counts: inout [Int]) {
        let passes = counts.count >> bits
        var counts = counts.mutableSpan
        for index in counts.indices { counts[index] = 0 }
        for place in 0..<count {
            for pass in 0..<passes { counts[pass << bits + digit(keys[place], pass, bits)] += 1 }
        }
    }

    /// One pass of the least significant digit first; it keeps the order of equal digits.
    private mutating func scatter(_ pass: Int, _ count: Int) {
        var next = 0
        for counter in pass << bits..<(pass + 1) << bits {
            let here = counts[counter]
            // All keys have this digit, so there is nothing to do.
            if here == count { return }
            counts[counter] = next
            next += here
        }
        RadixOrder.place(keys, count, by: pass, bits, &counts, into: &spare)
        swap(&keys, &spare)
    }

    /// Puts each of the first keys where its digit goes next.
    private static func place(
        _ keys: [UInt64],
        _ count: Int,
        by pass: Int,
        _ bits: Int,
        _ counts: inout [Int],
        into spare: inout [UInt64]
    ) {
        var counts = counts.mutableSpan
        var spare = spare.mutableSpan
        for index in 0..<count {
            let key = keys[index]
            let counter = pass << bits + digit(key, pass, bits)
            spare[counts[counter]] = key
            counts[counter] += 1
        }
    }

    /// Orders some positions by the whole values of their places.
    private mutating func settle(_ values: [Double], _ positions: Range<Int>) {
        keys[positions].sort { left, right in
            let (a, b) = (Int(left & 0xFFFF_FFFF), Int(right & 0xFFFF_FFFF))
            return values[a] == values[b] ? a < b : values[a] < values[b]
        }
    }
}

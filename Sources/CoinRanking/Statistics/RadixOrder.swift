/// Orders many values again and again without taking memory anew: by the leading 32 bits of their order-preserving bit
/// patterns in three passes, then by the whole value where these are alike.
///
/// O(n); a run of alike bits adds its own sort. Few values are ordered by insertion, which then is faster.
struct RadixOrder {
    private var keys: [UInt64]
    private var spare: [UInt64]
    private var counts = [Int](repeating: 0, count: RadixOrder.passes * RadixOrder.digits)

    private static let passes = 3
    private static let digits = 1 << 11
    private static let few = 100

    /// Room for so many values.
    init(capacity: Int) {
        keys = Array(repeating: 0, count: capacity)
        spare = keys
    }

    /// The place of the value that so many lie before.
    subscript(position: Int) -> Int { Int(keys[position] & 0xFFFF_FFFF) }

    /// Orders the first `count` values, ascending, ties by place; none of them may be NaN.
    mutating func order(_ values: [Double], count: Int) {
        guard count > RadixOrder.few else { return insert(values, count) }
        for index in counts.indices { counts[index] = 0 }
        for place in 0..<count {
            let key = RadixOrder.key(values[place], place)
            keys[place] = key
            for pass in 0..<RadixOrder.passes { counts[RadixOrder.counter(key, pass)] += 1 }
        }
        for pass in 0..<RadixOrder.passes { scatter(pass, count) }
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

    /// Orders runs of values whose leading bits are alike.
    private mutating func settleRuns(_ values: [Double], _ count: Int) {
        var start = 0
        for index in stride(from: 1, through: count, by: 1)
        where index == count || keys[index] >> 32 != keys[start] >> 32 {
            if index - start > 1 { settle(values, start..<index) }
            start = index
        }
    }

    private static func counter(_ key: UInt64, _ pass: Int) -> Int {
        pass * digits + Int(truncatingIfNeeded: key >> (32 + 11 * UInt64(pass))) & (digits - 1)
    }

    /// One pass of the least significant digit first; it keeps the order of equal digits.
    private mutating func scatter(_ pass: Int, _ count: Int) {
        var next = 0
        for counter in pass * RadixOrder.digits..<(pass + 1) * RadixOrder.digits {
            let here = counts[counter]
            // All keys have this digit, so there is nothing to do.
            if here == count { return }
            counts[counter] = next
            next += here
        }
        for index in 0..<count {
            let key = keys[index]
            let counter = RadixOrder.counter(key, pass)
            spare[counts[counter]] = key
            counts[counter] += 1
        }
        swap(&keys, &spare)
    }

    /// Orders some positions by the whole values of their places.
    private mutating func settle(_ values: [Double], _ positions: Range<Int>) {
        keys[positions].sort { left, right in
            let (a, b) = (Int(left & 0xFFFF_FFFF), Int(right & 0xFFFF_FFFF))
            return values[a] == values[b] ? a < b : values[a] < values[b]
        }
    }
}

/// Numbers byte strings 0, 1, 2 … in the order of their first appearance: a hash table without a `String` a look-up.
///
/// Open addressing at most half full; the hash is seeded for each process, so crafted keys gain nothing, and the
/// numbers do not depend on it.
struct ByteKeys {
    private var storage: [UInt8] = []
    private var ends: [Int] = [0]
    private var slots = [Int32](repeating: -1, count: 64)

    /// The number of distinct keys.
    var count: Int { ends.count - 1 }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: [UInt8]) -> Int {
        if count * 2 >= slots.count { grow() }
        var slot = Int(truncatingIfNeeded: ByteKeys.hash(key, 0, key.count)) & (slots.count - 1)
        while slots[slot] >= 0 {
            if holds(Int(slots[slot]), key) { return Int(slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(count)
        storage += key
        ends.append(storage.count)
        return count - 1
    }

    /// Forgets all keys.
    mutating func removeAll() {
        self = ByteKeys()
    }

    private func holds(_ index: Int, _ key: [UInt8]) -> Bool {
        let start = ends[index]
        guard ends[index + 1] - start == key.count else { return false }
        let (stored, wanted) = (storage.span, key.span)
        var next = 0
        while next < wanted.count, stored[start + next] == wanted[next] { next += 1 }
        return next == wanted.count
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        for index in 0..<count {
            let hash = ByteKeys.hash(storage, ends[index], ends[index + 1])
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }

    /// A seeded multiply-and-fold hash over eight bytes at a time.
    private static func hash(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt64 {
        let span = bytes.span
        var hash = seed ^ UInt64(end - start)
        var next = start
        while next < end {
            var word: UInt64 = 0
            for at in next..<min(next + 8, end) { word = word << 8 | UInt64(span[at]) }
            hash = folded(hash ^ word)
            next += 8
        }
        return hash
    }

    private static func folded(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return product.high ^ product.low
    }

    private static let seed = UInt64.random(in: .min ... .max)
}

/// Numbers byte strings 0, 1, 2 … in the order of their first appearance: a hash table without a `String` a look-up.
///
/// Open addressing at most half full; the hash is seeded for each process, so crafted keys gain nothing, and the
/// numbers do not depend on it.
struct ByteKeys {
    private var storage: [UInt8] = []
    private var ends: [Int] = [0]
    /// Key numbers with half of the key's hash, by which most others are told without a look at their bytes.
    private var slots = [Slot](repeating: Slot(), count: 64)

    private struct Slot {
        var number: Int32 = -1
        var hash: UInt32 = 0
    }

    /// The number of distinct keys.
    var count: Int { ends.count - 1 }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: [UInt8]) -> Int {
        index(of: key.span)
    }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: Span<UInt8>) -> Int {
        if count * 2 >= slots.count { slots = wider() }
        let hash = ByteKeys.hash(key)
        let place = place(of: key, hash)
        if slots[place].number >= 0 { return Int(slots[place].number) }
        slots[place] = Slot(number: Int32(count), hash: UInt32(truncatingIfNeeded: hash >> 32))
        unsafe key.withUnsafeBufferPointer { unsafe storage.append(contentsOf: $0) }
        ends.append(storage.count)
        return count - 1
    }

    /// The number of a key that is there; nil for another.
    func find(_ key: Span<UInt8>) -> Int? {
        let number = slots[place(of: key, ByteKeys.hash(key))].number
        return number >= 0 ? Int(number) : nil
    }

    /// The key of a number.
    subscript(index: Int) -> ArraySlice<UInt8> {
        storage[ends[index]..<ends[index + 1]]
    }

    /// Forgets all keys.
    mutating func removeAll() {
        self = ByteKeys()
    }

    /// Where a key stands, or would.
    private func place(of key: Span<UInt8>, _ hash: UInt64) -> Int {
        let half = UInt32(truncatingIfNeeded: hash >> 32)
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place].number >= 0 {
            if slots[place].hash == half, holds(Int(slots[place].number), key) { break }
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    private func holds(_ index: Int, _ key: Span<UInt8>) -> Bool {
        let start = ends[index]
        guard ends[index + 1] - start == key.count else { return false }
        let stored = storage.span
        var next = 0
        while next < key.count, stored[start + next] == key[next] { next += 1 }
        return next == key.count
    }

    /// The slots, twice as many.
    private func wider() -> [Slot] {
        var slots = [Slot](repeating: Slot(), count: self.slots.count * 2)
        let stored = storage.span
        for index in 0..<count {
            let hash = ByteKeys.hash(stored.extracting(ends[index]..<ends[index + 1]))
            var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[place].number >= 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Slot(number: Int32(index), hash: UInt32(truncatingIfNeeded: hash >> 32))
        }
        return slots
    }

    /// The standard library's hash of all the bytes.
    static func hash(_ key: Span<UInt8>) -> UInt64 {
        var hasher = Hasher()
        unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// The authors of commits as they stand there, `Name <address`, in the order in which they were met.
///
/// A history has a thousand commits an author: what an author means is worked out once for each, not for each commit.
struct AuthorTable {
    private var bytes: [UInt8] = []
    private var starts: [Int] = [0]
    private var hashes: [Int] = []
    private var slots: [UInt32] = Array(repeating: free, count: 1 << 10)

    private static let free = UInt32.max

    /// How many authors there are.
    var count: Int { hashes.count }

    /// An author's bytes.
    subscript(place: Int) -> ArraySlice<UInt8> { bytes[starts[place]..<starts[place + 1]] }

    /// The place of an author, who is added where not met before.
    mutating func place(of author: Span<UInt8>) -> UInt32 {
        var hasher = Hasher()
        unsafe author.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        var slot = hash & (slots.count - 1)
        while slots[slot] != AuthorTable.free {
            let place = Int(slots[slot])
            if hashes[place] == hash, isEqual(place, author) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        let place = UInt32(count)
        unsafe author.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        starts.append(bytes.count)
        hashes.append(hash)
        slots[slot] = place
        if count * 2 > slots.count { grow() }
        return place
    }

    private func isEqual(_ place: Int, _ author: Span<UInt8>) -> Bool {
        let start = starts[place]
        guard starts[place + 1] - start == author.count else { return false }
        for index in 0..<author.count where bytes[start + index] != author[index] { return false }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: AuthorTable.free, count: slots.count * 2)
        for (place, hash) in hashes.enumerated() {
            var slot = hash & (slots.count - 1)
            while slots[slot] != AuthorTable.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(place)
        }
    }
}

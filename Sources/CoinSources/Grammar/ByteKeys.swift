/// Bytes that name something, hashed as a whole.
///
/// Hashes are seeded for each process, so crafted names gain nothing.
struct ByteKey: Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// Numbers byte strings 0, 1, 2 … in the order of their first appearance.
///
/// A dictionary would want each key in memory of its own before it can be looked up, for every row of a file. This is a
/// table with open addressing, at most half full, by a hash with a secret of the process.
struct ByteKeys: Sendable {
    private static let secret = UInt64.random(in: .min ... .max) | 1

    /// The bytes of all keys, and where each ends.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hashes: [Int] = []
    /// The number of the key at each place, −1 where none is.
    private var places = [Int32](repeating: -1, count: 64)

    var count: Int { ends.count }

    subscript(index: Int) -> [UInt8] { Array(bytes[range(index)]) }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: [UInt8]) -> Int { index(of: key.span) }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: Span<UInt8>) -> Int {
        let hash = key.hash(secret: ByteKeys.secret)
        var place = hash & (places.count - 1)
        while places[place] >= 0 {
            let number = Int(places[place])
            if hashes[number] == hash, bytes.span.extracting(range(number)).holds(key) { return number }
            place = (place + 1) & (places.count - 1)
        }
        places[place] = Int32(count)
        unsafe key.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
        hashes.append(hash)
        if count * 2 > places.count { widen() }
        return count - 1
    }

    private mutating func widen() {
        places = [Int32](repeating: -1, count: places.count * 2)
        for (number, hash) in hashes.enumerated() {
            var place = hash & (places.count - 1)
            while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
            places[place] = Int32(number)
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes are those of another span.
    func holds(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var next = 0
        while next + 8 <= count {
            let (one, two) = (word(at: next), other.word(at: next))
            guard one == two else { return false }
            next += 8
        }
        while next < count, self[next] == other[next] { next += 1 }
        return next == count
    }

    /// A hash of all bytes, eight at a time, each folded in by a product with the secret.
    ///
    /// Each bit of the two halves of a product depends on many, so who does not know the secret cannot choose bytes that meet.
    /// Source: wyhash (Wang Yi, 2019).
    fileprivate func hash(secret: UInt64) -> Int {
        var hash = secret ^ UInt64(count)
        func fold(_ word: UInt64) {
            let product = (hash ^ word).multipliedFullWidth(by: secret)
            hash = product.high ^ product.low
        }
        var next = 0
        while next + 8 <= count {
            fold(word(at: next))
            next += 8
        }
        if next < count {
            var rest: UInt64 = 0
            for place in next..<count { rest = rest << 8 | UInt64(self[place]) }
            fold(rest)
        }
        fold(secret)
        return Int(truncatingIfNeeded: hash)
    }

    private func word(at place: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
}

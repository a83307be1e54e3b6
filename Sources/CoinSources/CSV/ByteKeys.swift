/// Bytes that name something, hashed as a whole.
///
/// Hashes are seeded for each process, so crafted names gain nothing.
struct ByteKey: Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// Numbers byte strings 0, 1, 2 … in the order of their first appearance.
struct ByteKeys {
    private var numbers: [ByteKey: Int] = [:]
    private var keys: [[UInt8]] = []

    var count: Int { keys.count }

    /// The number of a key, which is the old `count` when the key is new.
    mutating func index(of key: [UInt8]) -> Int {
        if let number = numbers[ByteKey(key)] { return number }
        numbers[ByteKey(key)] = keys.count
        keys.append(key)
        return keys.count - 1
    }

    subscript(index: Int) -> [UInt8] { keys[index] }
}

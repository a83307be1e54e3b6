internal import CoinModel
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The coins that inputs read one after the other named, each made and hashed once and known by its bytes from then on.
///
/// Pages name the same coins again and again. Hashes are seeded at random, so that no input can choose names that
/// collide; beyond a bound all are forgotten, so that memory does not grow with the inputs.
public final class CoinNames: Sendable {
    private let book = Mutex(Book())

    /// No names yet.
    public init() {}

    /// Gives a reader the names for as long as it reads.
    func withBook<Result>(_ body: (inout Book) throws -> Result) rethrows -> Result {
        try book.withLock { book in
            if book.isFull { book = Book() }
            return try body(&book)
        }
    }

    /// One coin, and its number among those that are remembered.
    struct Named {
        let subject: Subject
        let number: Int?
    }

    /// Where a coin stands by its hash, with the other half of it, that most others are told by.
    private struct Place {
        var hash: Int32 = 0
        var number: Int32 = -1

        init() {}

        init(_ hash: Int, _ number: Int) {
            self.hash = Int32(truncatingIfNeeded: hash >> 32)
            self.number = Int32(number)
        }
    }

    /// The coins by their names.
    struct Book {
        /// What the coins' numbers mean.
        let numbering = SubjectNumbering()
        private(set) var coins: [Subject] = []
        private var hashes: [Int] = []
        /// The names of the coins, one key behind the other.
        private var keys: [UInt8] = []
        private var ends = [0]
        /// The coins at the places that their hashes give: at most half are taken.
        private var places = [Place](repeating: Place(), count: 1024)
        private var key: [UInt8] = []
        private let secret = UInt64.random(in: 1...UInt64.max) | 1

        /// Whether so much is remembered that no more will be.
        var isFull: Bool { coins.count >= 1 << 16 || keys.count >= 1 << 22 }

        /// Begins the key of a coin: its id, its symbol and its name, an empty one being none.
        mutating func beginKey() {
            key.removeAll(keepingCapacity: true)
        }

        /// Adds to the key.
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            unsafe key.append(contentsOf: bytes)
        }

        /// Adds to the key.
        mutating func append(_ text: String) {
            key += text.utf8
        }

        /// Ends a name of the key, by a byte that no text holds.
        mutating func endName() {
            key.append(Book.end)
        }

        /// The coin of the key.
        mutating func named() -> Named {
            let hash = hash()
            var place = hash & (places.count - 1)
            while places[place].number >= 0 {
                let number = Int(places[place].number)
                if places[place].hash == Int32(truncatingIfNeeded: hash >> 32), isKey(of: number) {
                    return Named(subject: coins[number], number: number)
                }
                place = (place + 1) & (places.count - 1)
            }
            guard !isFull, key.count <= 1024 else { return Named(subject: .coin(keyedCoin), number: nil) }
            coins.append(.coin(keyedCoin))
            hashes.append(hash)
            keys += key
            ends.append(keys.count)
            places[place] = Place(hash, coins.count - 1)
            if coins.count * 2 > places.count { spread() }
            return Named(subject: coins[coins.count - 1], number: coins.count - 1)
        }

        /// A hash of the key, by folded products with a secret that is chosen for each book.
        private func hash() -> Int {
            unsafe key.withUnsafeBytes { bytes in
                var hash = secret ^ UInt64(truncatingIfNeeded: bytes.count)
                var place = 0
                while place < bytes.count {
                    var word: UInt64 = 0
                    if place + 8 <= bytes.count {
                        word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    } else {
                        for byte in place..<bytes.count { word = unsafe word << 8 | UInt64(bytes[byte]) }
                    }
                    let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15 ^ secret)
                    hash = product.high ^ product.low ^ secret
                    place += 8
                }
                return Int(truncatingIfNeeded: hash)
            }
        }

        /// Whether the key at hand is a coin's.
        private func isKey(of number: Int) -> Bool {
            let known = ends[number]..<ends[number + 1]
            guard known.count == key.count else { return false }
            return unsafe keys.withUnsafeBytes { keys in
                unsafe key.withUnsafeBytes { key in
                    let known = unsafe UnsafeRawBufferPointer(rebasing: keys[known])
                    guard let known = known.baseAddress, let base = key.baseAddress else { return true }
                    return unsafe memcmp(known, base, key.count) == 0
                }
            }
        }

        private var keyedCoin: CoinKey {
            let names = key.split(separator: Book.end, omittingEmptySubsequences: false)
                .map { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
            return CoinKey(id: names[0], symbol: names[1], name: names[2])
        }

        private static let end: UInt8 = 0xff

        private mutating func spread() {
            places = [Place](repeating: Place(), count: places.count * 2)
            for (number, hash) in hashes.enumerated() {
                var place = hash & (places.count - 1)
                while places[place].number >= 0 { place = (place + 1) & (places.count - 1) }
                places[place] = Place(hash, number)
            }
        }
    }
}

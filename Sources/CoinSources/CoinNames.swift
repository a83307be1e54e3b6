internal import CoinModel
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The coins that inputs read one after the other named, each made and hashed once and known by its bytes from then on.
///
/// Pages name the same coins again and again. Hashes are seeded by the process, so that no input can choose names
/// that collide; beyond a bound all are forgotten, so that memory does not grow with the inputs.
public final class CoinNames: Sendable {
    private let book = Mutex(Book())

    /// No names yet.
    public init() {}

    /// Gives a reader the names for as long as it reads.
    func withBook<Result>(_ body: (inout Book) throws -> Result) rethrows -> Result {
        try book.withLock { book in
            if book.coins.count > CoinNames.limit { book = Book() }
            return try body(&book)
        }
    }

    /// The most coins that are remembered from one input to the next.
    private static let limit = 1 << 16

    /// One coin and its number among all that are remembered.
    struct Named {
        let subject: Subject
        let number: Int
    }

    /// The coins by their names.
    struct Book {
        private(set) var coins: [Subject] = []
        private var hashes: [Int] = []
        /// The names of the coins, one key behind the other.
        private var keys: [UInt8] = []
        private var ends = [0]
        /// The numbers of the coins at the places that their hashes give, -1 where none is: at most half are taken.
        private var places = [Int](repeating: -1, count: 1024)
        private var key: [UInt8] = []

        /// The coin of these names, an empty one being none.
        mutating func named(
            id: ArraySlice<UInt8>,
            symbol: ArraySlice<UInt8>,
            name: ArraySlice<UInt8>
        ) -> Named {
            // No text holds the byte that ends each name.
            key.removeAll(keepingCapacity: true)
            key += id
            key.append(0xff)
            key += symbol
            key.append(0xff)
            key += name
            var hasher = Hasher()
            unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            let hash = hasher.finalize()
            var place = hash & (places.count - 1)
            while places[place] >= 0 {
                let number = places[place]
                if hashes[number] == hash, isKey(of: number) {
                    return Named(subject: coins[number], number: number)
                }
                place = (place + 1) & (places.count - 1)
            }
            let text = { (bytes: ArraySlice<UInt8>) in bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            coins.append(.coin(CoinKey(id: text(id), symbol: text(symbol), name: text(name))))
            hashes.append(hash)
            keys += key
            ends.append(keys.count)
            places[place] = coins.count - 1
            if coins.count * 2 > places.count { spread() }
            return Named(subject: coins[coins.count - 1], number: coins.count - 1)
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

        private mutating func spread() {
            places = [Int](repeating: -1, count: places.count * 2)
            for (number, hash) in hashes.enumerated() {
                var place = hash & (places.count - 1)
                while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
                places[place] = number
            }
        }
    }
}

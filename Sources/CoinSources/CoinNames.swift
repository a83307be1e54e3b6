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

    /// A coin that an input names.
    enum Named {
        /// One that is remembered, by its number.
        case number(Int)
        /// One for which there was no more room.
        case subject(Subject)
    }

    /// The bytes of a text where they lie.
    typealias Text = UnsafeBufferPointer<UInt8>

    /// Where a coin stands by its hash, and where its names begin.
    private struct Place {
        var hash: UInt32 = 0
        var number: Int32 = -1
        var start: Int32 = 0
    }

    /// The coins by their names.
    struct Book {
        /// What the coins' numbers mean.
        let numbering = SubjectNumbering()
        private var count = 0
        /// The names of the coins one behind the other, each with a byte behind it that no text holds.
        private var keys: [UInt8] = []
        /// The coins at the places that their hashes give: at most half are taken.
        private var places = [Place](repeating: Place(), count: 1024)
        private let secret = UInt64.random(in: 1...UInt64.max) | 1

        private static let end: UInt8 = 0xff

        /// Whether so much is remembered that no more will be.
        var isFull: Bool { count >= 1 << 16 || keys.count >= 1 << 22 }

        /// The coin of an id, a symbol and a name, an empty one being none.
        mutating func named(_ id: Text, _ symbol: Text, _ name: Text) -> Named {
            let hash = unsafe UInt32(truncatingIfNeeded: mixed(mixed(mixed(secret, id), symbol), name))
            var place = Int(hash) & (places.count - 1)
            while places[place].number >= 0 {
                let known = places[place]
                if known.hash == hash, unsafe isKey(at: Int(known.start), id, symbol, name) {
                    return .number(Int(known.number))
                }
                place = (place + 1) & (places.count - 1)
            }
            let coin = unsafe Subject.coin(
                CoinKey(id: Book.text(id), symbol: Book.text(symbol), name: Book.text(name))
            )
            guard !isFull, id.count + symbol.count + name.count <= 1024 else { return .subject(coin) }
            places[place] = Place(hash: hash, number: Int32(count), start: Int32(keys.count))
            unsafe append(id)
            unsafe append(symbol)
            unsafe append(name)
            numbering.add(coin)
            count += 1
            if count * 2 > places.count { spread() }
            return .number(count - 1)
        }

        private mutating func append(_ text: Text) {
            unsafe keys.append(contentsOf: text)
            keys.append(Book.end)
        }

        /// A hash with a text mixed in, by folded products with a secret that is chosen for each book.
        private func mixed(_ hash: UInt64, _ text: Text) -> UInt64 {
            let bytes = UnsafeRawBufferPointer(text)
            var hash = hash ^ UInt64(truncatingIfNeeded: bytes.count)
            func mix(_ word: UInt64) {
                let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15 ^ secret)
                hash = product.high ^ product.low ^ secret
            }
            var place = 0
            while place + 8 < bytes.count {
                unsafe mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            // The last bytes in words that may overlap those before.
            if bytes.count >= 8 {
                unsafe mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            } else if bytes.count >= 4 {
                let first = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
                let last = unsafe bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
                mix(UInt64(first) | UInt64(last) << 32)
            } else {
                mix(unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) })
            }
            return hash
        }

        /// Whether these are the names that begin at a place.
        private func isKey(at start: Int, _ id: Text, _ symbol: Text, _ name: Text) -> Bool {
            unsafe keys.withUnsafeBufferPointer { keys in
                guard start + id.count + symbol.count + name.count + 3 <= keys.count, var next = keys.baseAddress else {
                    return false
                }
                unsafe next += start
                func holds(_ text: Text) -> Bool {
                    guard unsafe next[text.count] == Book.end else { return false }
                    if let base = text.baseAddress, unsafe memcmp(next, base, text.count) != 0 { return false }
                    unsafe next += text.count + 1
                    return true
                }
                return unsafe holds(id) && holds(symbol) && holds(name)
            }
        }

        private static func text(_ bytes: Text) -> String? {
            unsafe bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }

        private mutating func spread() {
            let old = places
            places = [Place](repeating: Place(), count: old.count * 2)
            for known in old where known.number >= 0 {
                var place = Int(known.hash) & (places.count - 1)
                while places[place].number >= 0 { place = (place + 1) & (places.count - 1) }
                places[place] = known
            }
        }
    }
}

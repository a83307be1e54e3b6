internal import CPlainNumbers
internal import CoinModel
internal import Synchronization

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
        private let firstBytes = TextInPlace.masks

        private static let end: UInt8 = 0xff

        /// Whether so much is remembered that no more will be.
        var isFull: Bool { count >= 1 << 16 || keys.count >= 1 << 22 }

        /// A text that is looked up: mostly its first bytes are all of it.
        private struct Sought {
            let text: TextInPlace
            let head: SIMD4<UInt64>
        }

        /// Asks for what is known of a coin that is looked up soon: between pages it goes far from the processor.
        func prefetch(_ id: TextInPlace, _ symbol: TextInPlace, _ name: TextInPlace) {
            let hash = hash(sought(id), sought(symbol), sought(name))
            let start = Int(places[Int(hash) & (places.count - 1)].start)
            unsafe keys.withUnsafeBufferPointer { unsafe assay_prefetch($0.baseAddress?.advanced(by: start)) }
        }

        /// The coin of an id, a symbol and a name, an empty one being none.
        mutating func named(_ id: TextInPlace, _ symbol: TextInPlace, _ name: TextInPlace) -> Named {
            let (ids, symbols, names) = (sought(id), sought(symbol), sought(name))
            let hash = hash(ids, symbols, names)
            var place = Int(hash) & (places.count - 1)
            while places[place].number >= 0 {
                let known = places[place]
                if known.hash == hash, isKey(at: Int(known.start), ids, symbols, names) {
                    return .number(Int(known.number))
                }
                place = (place + 1) & (places.count - 1)
            }
            let coin = Subject.coin(CoinKey(id: id.string, symbol: symbol.string, name: name.string))
            guard !isFull, id.count + symbol.count + name.count <= 1024 else { return .subject(coin) }
            places[place] = Place(hash: hash, number: Int32(count), start: Int32(keys.count))
            for text in [id, symbol, name] {
                unsafe keys.append(contentsOf: text.bytes)
                keys.append(Book.end)
            }
            numbering.add(coin)
            count += 1
            if count * 2 > places.count { spread() }
            return .number(count - 1)
        }

        private func hash(_ id: Sought, _ symbol: Sought, _ name: Sought) -> UInt32 {
            let pair = folded(mixed(id) ^ secret, mixed(symbol) ^ 0x9e37_79b9_7f4a_7c15)
            return UInt32(truncatingIfNeeded: folded(pair ^ secret, mixed(name) ^ 0xd6e8_feb8_6659_fd93))
        }

        @inline(__always)
        private func sought(_ text: TextInPlace) -> Sought {
            Sought(text: text, head: text.head & firstBytes[min(text.count, TextInPlace.headLength)])
        }

        /// A hash by folded products with a secret that is chosen for each book; how long the text is decides nothing, as
        /// long as it is short.
        private func mixed(_ sought: Sought) -> UInt64 {
            let head = sought.head
            var hash = folded(head[0] ^ secret, head[1] ^ 0x9e37_79b9_7f4a_7c15)
            hash ^= folded(head[2] ^ 0xd6e8_feb8_6659_fd93, head[3] ^ ~secret)
            guard sought.text.count > TextInPlace.headLength else { return hash }
            return unsafe sought.text.bytes.dropFirst(TextInPlace.headLength).reduce(hash) {
                folded($0 ^ secret, UInt64($1) ^ 0x9e37_79b9_7f4a_7c15)
            }
        }

        private func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
            let product = left.multipliedFullWidth(by: right)
            return product.high ^ product.low
        }

        /// Whether these are the names that begin at a place.
        private func isKey(at start: Int, _ id: Sought, _ symbol: Sought, _ name: Sought) -> Bool {
            unsafe keys.withUnsafeBufferPointer { keys in
                var next = start
                func holds(_ sought: Sought) -> Bool {
                    let count = sought.text.count
                    guard next + count < keys.count, unsafe keys[next + count] == Book.end else { return false }
                    let key = unsafe TextInPlace(UnsafeBufferPointer(rebasing: keys[next...]), count: count)
                    next += count + 1
                    guard count <= TextInPlace.headLength else {
                        return unsafe key.bytes.elementsEqual(sought.text.bytes)
                    }
                    return key.head & firstBytes[count] == sought.head
                }
                return holds(id) && holds(symbol) && holds(name)
            }
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

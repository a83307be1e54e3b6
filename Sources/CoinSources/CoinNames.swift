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

    /// What names a coin: its id, symbol and name, or where each stands.
    struct Triple<Part> {
        let id: Part
        let symbol: Part
        let name: Part

        /// The same of what each part leads to.
        @inline(__always)
        func map<Other>(_ transform: (Part) -> Other) -> Triple<Other> {
            Triple<Other>(id: transform(id), symbol: transform(symbol), name: transform(name))
        }
    }

    /// The coins that some rows name, which are looked up soon.
    struct Sought: ~Copyable {
        /// The columns that tell them.
        let columns: Triple<Int>
        fileprivate let hashes: [UInt32]
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
        private struct Text {
            let text: TextInPlace
            let head: SIMD4<UInt64>
        }

        /// The rows after which a coin is looked up whose names are asked for.
        private static let lead = 4

        /// Makes ready to look up the coins that rows name.
        ///
        /// Between pages, what is known of a coin goes far from the processor: first its place is asked for, by its hash,
        /// and then what stands there.
        func seek(_ cells: JSONCells, _ columns: Triple<Int>) -> Sought {
            let hashes = (0..<cells.rowCount).map { row in
                let hash = hash(columns.map { sought(cells.text(row, $0)) })
                unsafe places.withUnsafeBufferPointer {
                    unsafe assay_prefetch($0.baseAddress?.advanced(by: Int(hash) & ($0.count - 1)))
                }
                return hash
            }
            return Sought(columns: columns, hashes: hashes)
        }

        /// The coin of a row of those that were sought.
        mutating func named(_ texts: Triple<TextInPlace>, _ coins: borrowing Sought, _ row: Int) -> Named {
            if row + Book.lead < coins.hashes.count {
                let start = Int(places[Int(coins.hashes[row + Book.lead]) & (places.count - 1)].start)
                unsafe keys.withUnsafeBufferPointer { unsafe assay_prefetch($0.baseAddress?.advanced(by: start)) }
            }
            return named(texts.map { sought($0) }, coins.hashes[row])
        }

        /// The coin of an id, a symbol and a name, an empty one being none.
        mutating func named(_ texts: Triple<TextInPlace>) -> Named {
            let coin = texts.map { sought($0) }
            return named(coin, hash(coin))
        }

        private mutating func named(_ coin: Triple<Text>, _ hash: UInt32) -> Named {
            var place = Int(hash) & (places.count - 1)
            while places[place].number >= 0 {
                let known = places[place]
                if known.hash == hash, isKey(at: Int(known.start), coin) { return .number(Int(known.number)) }
                place = (place + 1) & (places.count - 1)
            }
            return remember(coin.map(\.text), hash, at: place)
        }

        private mutating func remember(_ coin: Triple<TextInPlace>, _ hash: UInt32, at place: Int) -> Named {
            let subject = Subject.coin(
                CoinKey(id: coin.id.string, symbol: coin.symbol.string, name: coin.name.string)
            )
            guard !isFull, coin.id.count + coin.symbol.count + coin.name.count <= 1024 else { return .subject(subject) }
            places[place] = Place(hash: hash, number: Int32(count), start: Int32(keys.count))
            for text in [coin.id, coin.symbol, coin.name] {
                unsafe keys.append(contentsOf: text.bytes)
                keys.append(Book.end)
            }
            numbering.add(subject)
            count += 1
            if count * 2 > places.count { spread() }
            return .number(count - 1)
        }

        private func hash(_ coin: Triple<Text>) -> UInt32 {
            let pair = folded(mixed(coin.id) ^ secret, mixed(coin.symbol) ^ 0x9e37_79b9_7f4a_7c15)
            return UInt32(truncatingIfNeeded: folded(pair ^ secret, mixed(coin.name) ^ 0xd6e8_feb8_6659_fd93))
        }

        @inline(__always)
        private func sought(_ text: TextInPlace) -> Text {
            Text(text: text, head: text.head & firstBytes[min(text.count, TextInPlace.headLength)])
        }

        /// A hash by folded products with a secret that is chosen for each book; how long the text is decides nothing, as
        /// long as it is short.
        private func mixed(_ sought: Text) -> UInt64 {
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
        private func isKey(at start: Int, _ coin: Triple<Text>) -> Bool {
            unsafe keys.withUnsafeBufferPointer { keys in
                var next = start
                func holds(_ sought: Text) -> Bool {
                    let count = sought.text.count
                    guard next + count < keys.count, unsafe keys[next + count] == Book.end else { return false }
                    let key = unsafe TextInPlace(UnsafeBufferPointer(rebasing: keys[next...]), count: count)
                    next += count + 1
                    guard count <= TextInPlace.headLength else {
                        return unsafe key.bytes.elementsEqual(sought.text.bytes)
                    }
                    return key.head & firstBytes[count] == sought.head
                }
                return holds(coin.id) && holds(coin.symbol) && holds(coin.name)
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

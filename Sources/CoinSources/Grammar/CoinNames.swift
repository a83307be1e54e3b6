internal import CoinModel
internal import Synchronization

/// A cache of the coins that inputs read one after the other name: pages name the same coins again and again.
///
/// Beyond a bound it is emptied, so that memory does not grow with the inputs.
public final class CoinNames: Sendable {
    private let numbers = Mutex(CoinNumbers())

    /// No names yet.
    public init() {}

    /// Gives a reader the coins for as long as it reads.
    func withNumbers<Result>(_ body: (inout CoinNumbers) throws -> Result) rethrows -> Result {
        try numbers.withLock { numbers in
            if numbers.isFull { numbers = CoinNumbers() }
            return try body(&numbers)
        }
    }
}

struct CoinNumbers {
    let numbering = SubjectNumbering()
    private var keys = ByteKeys()
    /// The three texts one behind the other, each with a byte behind it that no text holds.
    private var key: [UInt8] = []
    private var size = 0

    /// Whether so many are cached that an input should begin with none.
    var isFull: Bool { keys.count >= 1 << 16 || size >= 1 << 22 }

    /// The number of the coin with some names in UTF-8, an empty one being none.
    mutating func number(
        id: UnsafeBufferPointer<UInt8>,
        symbol: UnsafeBufferPointer<UInt8>,
        name: UnsafeBufferPointer<UInt8>
    ) -> Int {
        key.removeAll(keepingCapacity: true)
        unsafe append(id)
        unsafe append(symbol)
        unsafe append(name)
        let known = keys.count
        let number = keys.index(of: key)
        guard number == known else { return number }
        size += key.count
        let text = { (bytes: UnsafeBufferPointer<UInt8>) in
            unsafe bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
        return numbering.add(.coin(unsafe CoinKey(id: text(id), symbol: text(symbol), name: text(name))))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe key.append(contentsOf: text)
        key.append(0xff)
    }
}

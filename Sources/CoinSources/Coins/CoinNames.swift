internal import CoinModel
internal import Synchronization

/// The coins that inputs read one after the other named, each made once and known by its names from then on.
///
/// Pages name the same coins again and again. Beyond a bound all are forgotten, so that memory does not grow with the
/// inputs.
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

/// Coins by what names them: an id, a symbol and a name.
struct CoinNumbers {
    /// What the coins' numbers mean.
    let numbering = SubjectNumbering()
    private var numbers: [Key: Int] = [:]
    private var key = Key(bytes: [])
    private var size = 0

    /// The three texts one behind the other, each with a byte behind it that no text holds.
    private struct Key: Hashable {
        var bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    /// Whether so many are known that an input should begin with none.
    var isFull: Bool { numbers.count >= 1 << 16 || size >= 1 << 22 }

    /// The number of the coin with some names in UTF-8, an empty one being none.
    mutating func number(
        id: UnsafeBufferPointer<UInt8>,
        symbol: UnsafeBufferPointer<UInt8>,
        name: UnsafeBufferPointer<UInt8>
    ) -> Int {
        key.bytes.removeAll(keepingCapacity: true)
        unsafe append(id)
        unsafe append(symbol)
        unsafe append(name)
        if let number = numbers[key] { return number }
        let text = { (bytes: UnsafeBufferPointer<UInt8>) in
            unsafe bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
        let coin = unsafe CoinKey(id: text(id), symbol: text(symbol), name: text(name))
        let number = numbering.add(.coin(coin))
        numbers[key] = number
        size += key.bytes.count
        return number
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe key.bytes.append(contentsOf: text)
        key.bytes.append(0xff)
    }
}

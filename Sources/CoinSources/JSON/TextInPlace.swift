/// A text where it lies, with what may be read behind it.
@safe struct TextInPlace {
    private let readable: UnsafeBufferPointer<UInt8>
    /// How many bytes the text has.
    let count: Int

    /// How many bytes the head of a text has.
    static let headLength = 32

    /// For each length up to a head's so many bytes of all bits, and zeros behind them.
    static let masks: [SIMD4<UInt64>] = (0...headLength).map { length in
        var mask = SIMD4<UInt64>()
        for word in 0..<4 { mask[word] = ~(UInt64.max << UInt64(8 * min(max(length - 8 * word, 0), 8))) }
        return mask
    }

    /// The text of the first `count` bytes of some; it is good as long as they are.
    init(_ readable: UnsafeBufferPointer<UInt8>, count: Int) {
        precondition(count <= readable.count)
        unsafe self.readable = unsafe readable
        self.count = count
    }

    /// The bytes of the text.
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: readable[..<count])
    }

    /// The text; nil when it is empty.
    var string: String? {
        unsafe count == 0 ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Its first bytes, and whatever follows them where it is shorter: so that no step depends on how long it is.
    @inline(__always)
    var head: SIMD4<UInt64> {
        let bytes = unsafe UnsafeRawBufferPointer(readable)
        guard bytes.count < TextInPlace.headLength else {
            return unsafe bytes.loadUnaligned(as: SIMD4<UInt64>.self)
        }
        var head = SIMD4<UInt64>()
        for place in bytes.indices { head[place / 8] |= unsafe UInt64(bytes[place]) << UInt64(8 * (place % 8)) }
        return head
    }
}

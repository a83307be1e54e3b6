/// Two 64-bit hashes with different seeds: enough to distinguish states of data, and no signature.
///
/// Mixing is one SplitMix64 step each (Steele, Lea, Flood 2014). Sums of hashes do not depend on their order.
@frozen
public struct Hash128: Hashable, Sendable {
    /// The first half.
    public var low: UInt64
    /// The second half.
    public var high: UInt64

    /// The neutral element of sums.
    @inlinable
    public init() { (low, high) = (0, 0) }

    /// A hash of texts: FNV-1a over the bytes, a length before each text, so that no two lists run into one.
    @inlinable
    public init(texts: [String]) {
        (low, high) = (0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142)
        for text in texts {
            self = mixed(UInt64(text.utf8.count))
            for byte in text.utf8 {
                low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
                high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        self = mixed(UInt64(texts.count))
    }

    /// This hash with a number behind it.
    @inlinable
    public func mixed(_ value: UInt64) -> Hash128 {
        var copy = self
        copy.low = Hash128.splitMix(low ^ value)
        copy.high = Hash128.splitMix(high ^ value &* 0xff51_afd7_ed55_8ccd)
        return copy
    }

    /// This hash with another behind it.
    @inlinable
    public func mixed(_ other: Hash128) -> Hash128 {
        var copy = mixed(other.low)
        copy.high = Hash128.splitMix(copy.high ^ other.high)
        return copy
    }

    /// Adds another, so that the order of many does not matter.
    @inlinable
    public mutating func add(_ other: Hash128) {
        low &+= other.low
        high &+= other.high
    }

    @inlinable
    static func splitMix(_ state: UInt64) -> UInt64 {
        var value = state &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

extension Hash128: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String { hexadecimal(high) + hexadecimal(low) }
}

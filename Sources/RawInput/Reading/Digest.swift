internal import CNettle

/// The digest by which an input is known in the store and in run records: SHA-256 (FIPS 180-4) of bytes, made as they come.
public struct Digest: Sendable {
    private var context = sha256_ctx()

    /// The digest of no bytes yet.
    public init() {
        unsafe nettle_sha256_init(&context)
    }

    /// Takes further bytes; cost is proportional to their count.
    public mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    }

    /// Takes the UTF-8 bytes of a text.
    public mutating func update(_ text: String) { update(Array(text.utf8)) }

    /// The 32 bytes of the digest of all bytes so far; more may follow.
    private var bytes: [UInt8] {
        var copy = context
        var result = [UInt8](repeating: 0, count: 32)
        unsafe nettle_sha256_digest(&copy, result.count, &result)
        return result
    }

    /// The first eight bytes of the digest of some bytes as one big-endian number.
    public static func leading64(_ bytes: [UInt8]) -> UInt64 {
        var digest = Digest()
        digest.update(bytes)
        return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The same of a text's UTF-8.
    public static func leading64(_ text: String) -> UInt64 { leading64(Array(text.utf8)) }

    /// The digest of all bytes so far as 64 lower-case hexadecimal digits.
    public func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The name of the function, as it stands in the store and in run records.
    public static let name = "sha256"
}

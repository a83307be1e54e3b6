internal import CNettle

/// A SHA-256 digest (FIPS 180-4) of bytes, made as they come.
public struct SHA256: Sendable {
    private var context = sha256_ctx()

    /// The digest of no bytes yet.
    public init() {
        unsafe nettle_sha256_init(&context)
    }

    /// Takes further bytes; cost is proportional to their count.
    public mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe nettle_sha256_update(&context, buffer.count, buffer.bindMemory(to: UInt8.self).baseAddress)
        }
    }

    /// The 32 bytes of the digest of all bytes so far; more may follow.
    public var bytes: [UInt8] {
        var copy = context
        var result = [UInt8](repeating: 0, count: 32)
        unsafe nettle_sha256_digest(&copy, result.count, &result)
        return result
    }
}

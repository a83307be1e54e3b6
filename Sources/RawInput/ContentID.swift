internal import CNettle

/// A SHA-1 digest of bytes: the id that git gives to its objects, and the check sum of its files.
public struct ContentID: Sendable {
    private var context = sha1_ctx()

    /// The digest of nothing yet.
    public init() {
        unsafe nettle_sha1_init(&context)
    }

    /// Takes further bytes.
    public mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe nettle_sha1_update(&context, buffer.count, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// The 20 bytes of the digest; a further one begins anew.
    public mutating func finish() -> InlineArray<20, UInt8> {
        var bytes = InlineArray<20, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        unsafe span.withUnsafeMutableBufferPointer { buffer in
            unsafe nettle_sha1_digest(&context, 20, buffer.baseAddress)
        }
        return bytes
    }
}

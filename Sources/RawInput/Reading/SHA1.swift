internal import CNettle

/// A SHA-1 digest (FIPS 180-4) of bytes, made as they come: the id that git gives to its objects.
///
/// It guards against damage, not against somebody who crafts two texts with one digest.
public struct SHA1: Sendable {
    private var context = sha1_ctx()

    /// The digest of no bytes yet.
    public init() {
        unsafe nettle_sha1_init(&context)
    }

    /// Takes further bytes; cost is proportional to their count.
    public mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe nettle_sha1_update(&context, buffer.count, buffer.bindMemory(to: UInt8.self).baseAddress)
        }
    }

    /// The 20 bytes of the digest as big-endian numbers of 8, 8 and 4 bytes; later bytes begin a new digest.
    public mutating func finish() -> (UInt64, UInt64, UInt32) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { bytes in
            unsafe nettle_sha1_digest(&context, 20, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt32(UInt64(bigEndian: words.2) >> 32))
    }
}

internal import CNettle
internal import CSHA

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
            guard let start = buffer.baseAddress else { return }
            var taken = 0
            let blocks = buffer.count / ContentID.blockSize
            if context.index == 0, unsafe assay_sha1_blocks(&context.state, start, blocks) {
                taken = blocks * ContentID.blockSize
                context.count += UInt64(blocks)
            }
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[taken...]).bindMemory(to: UInt8.self)
            unsafe nettle_sha1_update(&context, rest.count, rest.baseAddress)
        }
    }

    private static let blockSize = 64

    /// The 20 bytes of the digest as big-endian numbers of 8, 8 and 4 bytes; what comes after begins anew.
    public mutating func finish() -> (UInt64, UInt64, UInt32) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { bytes in
            unsafe nettle_sha1_digest(&context, 20, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt32(UInt64(bigEndian: words.2) >> 32))
    }
}

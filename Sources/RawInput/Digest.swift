internal import CNettle
internal import CSHA

/// A SHA-256 digest of bytes, made as they come.
public struct Digest: Sendable {
    private var context = sha256_ctx()

    /// The digest of nothing yet.
    public init() {
        unsafe nettle_sha256_init(&context)
    }

    /// Takes further bytes.
    public mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    /// The digest of bytes as text.
    static func of(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        digest.update(bytes)
        return digest.finish()
    }

    /// The digests of two texts; a processor makes them faster side by side than one behind the other.
    ///
    /// - Parameters:
    ///   - bytes: what the first digest is of.
    ///   - other: what the second one is of.
    /// - Returns: both.
    static func ofBoth(_ bytes: [UInt8], _ other: [UInt8]) -> (Digest, Digest) {
        var (first, second) = (Digest(), Digest())
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { other in
                let blocks = min(bytes.count, other.count) / Digest.blockSize
                var taken = 0
                if let start = bytes.baseAddress, let otherStart = other.baseAddress,
                    unsafe assay_sha256_blocks_of_two(
                        &first.context.state,
                        start,
                        &second.context.state,
                        otherStart,
                        blocks
                    )
                {
                    taken = blocks * Digest.blockSize
                    first.context.count = UInt64(blocks)
                    second.context.count = UInt64(blocks)
                }
                unsafe first.update(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
                unsafe second.update(UnsafeRawBufferPointer(rebasing: other[taken...]))
            }
        }
        return (first, second)
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        var taken = 0
        let blocks = bytes.count / Digest.blockSize
        if context.index == 0, unsafe assay_sha256_blocks(&context.state, start, blocks) {
            taken = blocks * Digest.blockSize
            context.count += UInt64(blocks)
        }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[taken...]).bindMemory(to: UInt8.self)
        unsafe nettle_sha256_update(&context, rest.count, rest.baseAddress)
    }

    private static let blockSize = 64

    /// Takes the UTF-8 bytes of a text.
    public mutating func update(_ text: String) {
        update(Array(text.utf8))
    }

    /// The digest of all bytes so far.
    private var bytes: [UInt8] {
        var copy = context
        var result = [UInt8](repeating: 0, count: 32)
        unsafe nettle_sha256_digest(&copy, 32, &result)
        return result
    }

    /// The first eight bytes of the digest of a text's UTF-8 as one big-endian number.
    public static func leading64(_ text: String) -> UInt64 {
        var digest = Digest()
        digest.update(text)
        return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The digest of all bytes so far as 64 lower-case hexadecimal digits.
    public func finish() -> String {
        let hexadecimal = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    /// The name of the function, as it stands in the store and in run records.
    public static let name = "sha256"

    /// The digest of a file's bytes as they lie on disk, compressed or not.
    ///
    /// - Throws: `InputError` as opening and reading do.
    public static func ofFile(_ path: String) throws(InputError) -> (digest: String, size: Int) {
        var file = try InputFile(path: path, verbatim: true)
        var digest = Digest()
        while let chunk = try file.next() { digest.update(chunk) }
        return (digest.finish(), file.size)
    }
}

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

    /// The digests of up to three texts; a processor makes them faster side by side than one behind the other.
    static func ofAll(_ texts: [[UInt8]]) -> [Digest] {
        var digests = texts.map { _ in Digest() }
        // The longest first, so that the one that ends next is the last.
        let long = texts.indices.filter { texts[$0].count >= blockSize }.sorted { texts[$0].count > texts[$1].count }
        unsafe withStarts(of: long.map { texts[$0] }[...], behind: []) { starts in
            for count in stride(from: long.count, to: 0, by: -1) {
                let taken = Int(digests[long[count - 1]].context.count)
                let blocks = texts[long[count - 1]].count / blockSize - taken
                unsafe take(blocks, behind: taken, of: Array(starts[..<count]), into: &digests, at: long[..<count])
            }
        }
        for (place, text) in texts.enumerated() {
            let taken = Int(digests[place].context.count) * blockSize
            unsafe text.withUnsafeBytes { unsafe digests[place].update(UnsafeRawBufferPointer(rebasing: $0[taken...])) }
        }
        return digests
    }

    /// Takes blocks of texts into the digests at some places, if the processor has instructions for it.
    private static func take(
        _ blocks: Int,
        behind taken: Int,
        of starts: [UnsafePointer<UInt8>],
        into digests: inout [Digest],
        at places: ArraySlice<Int>
    ) {
        unsafe digests.withUnsafeMutableBufferPointer { digests in
            guard let first = digests.baseAddress, let state = MemoryLayout<Digest>.offset(of: \.context.state) else {
                return
            }
            let states = unsafe places.map { unsafe UnsafeMutableRawPointer(first + $0) + state }
            let texts = unsafe starts.map { unsafe $0 + taken * blockSize }
            guard unsafe assay_sha256_blocks(states, texts, CInt(places.count), blocks) else { return }
            for place in places { unsafe digests[place].context.count += UInt64(blocks) }
        }
    }

    /// Shows where texts that are not empty begin.
    private static func withStarts(
        of texts: ArraySlice<[UInt8]>,
        behind others: [UnsafePointer<UInt8>],
        _ body: ([UnsafePointer<UInt8>]) -> Void
    ) {
        guard let text = texts.first else { return unsafe body(others) }
        unsafe text.withUnsafeBufferPointer { bytes in
            let starts = unsafe others + [bytes.baseAddress].compactMap { unsafe $0 }
            unsafe withStarts(of: texts.dropFirst(), behind: starts, body)
        }
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        var taken = 0
        let blocks = bytes.count / Digest.blockSize
        // Behind part of a block only nettle knows how to go on.
        if context.index == 0, blocks > 0 {
            let isTaken = unsafe withUnsafeMutablePointer(to: &context.state) { state in
                unsafe assay_sha256_blocks(
                    [UnsafeMutableRawPointer(state)],
                    [start.assumingMemoryBound(to: UInt8.self)],
                    1,
                    blocks
                )
            }
            taken = isTaken ? blocks * Digest.blockSize : 0
            context.count += isTaken ? UInt64(blocks) : 0
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
        let bytes = bytes
        return unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (place, byte) in bytes.enumerated() {
                unsafe text[2 * place] = Digest.digit(byte >> 4)
                unsafe text[2 * place + 1] = Digest.digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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

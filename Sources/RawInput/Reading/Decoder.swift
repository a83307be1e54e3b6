internal import CZlib
internal import CZstd

enum Compression: String {
    case none, gzip, zstd

    init(_ bytes: some Sequence<UInt8>) {
        let isZstd = bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd])
        self = bytes.starts(with: [0x1f, 0x8b]) ? .gzip : isZstd ? .zstd : .none
    }
}

/// A streaming gzip, zlib or zstd decoder; several members or frames in a row are one content.
@safe struct Decoder: ~Copyable {
    let compression: Compression
    private let stream: UnsafeMutablePointer<z_stream>
    private let zstd: OpaquePointer?
    /// Whether the bytes so far end a member or frame: content may only stop here.
    private(set) var isComplete: Bool
    private var needsReset = false

    init(_ compression: Compression) {
        self.compression = compression
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        if compression == .gzip { _ = unsafe assay_inflate_init(stream) }
        unsafe zstd = compression == .zstd ? ZSTD_createDStream() : nil
        isComplete = compression == .none
    }

    deinit {
        if compression == .gzip { _ = unsafe inflateEnd(stream) }
        unsafe stream.deallocate()
        _ = unsafe ZSTD_freeDStream(zstd)
    }

    /// Decodes from the front of `input`, takes what it used away from it, and returns at most `outputSize` bytes;
    /// nil when the bytes are no such stream.
    mutating func decode(_ input: inout [UInt8], outputSize: Int) -> [UInt8]? {
        if compression == .none {
            defer { input = [] }
            return input
        }
        var used = 0
        var failed = false
        let output = unsafe [UInt8](unsafeUninitializedCapacity: outputSize) { output, count in
            unsafe input.withUnsafeBytes { bytes in
                if compression == .gzip {
                    failed = unsafe !inflate(bytes, &used, output, &count)
                } else {
                    failed = unsafe !decompress(bytes, &used, output, &count)
                }
            }
        }
        input.removeFirst(used)
        return failed ? nil : output
    }

    private mutating func inflate(
        _ input: UnsafeRawBufferPointer,
        _ used: inout Int,
        _ output: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Bool {
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        while unsafe used < input.count && stream.pointee.avail_out > 0 {
            if needsReset {
                // Zeros may pad a member's end; anything else has to be a member again.
                if unsafe input[used] == 0 {
                    used += 1
                    continue
                }
                guard unsafe inflateReset(stream) == Z_OK else { return false }
                needsReset = false
                isComplete = false
            }
            let rest = unsafe UnsafeRawBufferPointer(rebasing: input[used...])
            let start = unsafe rest.bindMemory(to: UInt8.self).baseAddress
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
            unsafe stream.pointee.avail_in = UInt32(rest.count)
            let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            used = unsafe input.count - Int(stream.pointee.avail_in)
            switch status {
            case Z_OK: break
            case Z_STREAM_END:
                isComplete = true
                needsReset = true
            default: return false
            }
        }
        count = unsafe output.count - Int(stream.pointee.avail_out)
        return true
    }

    private mutating func decompress(
        _ input: UnsafeRawBufferPointer,
        _ used: inout Int,
        _ output: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Bool {
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(zstd, &target, &source)
        used = unsafe source.pos
        count = unsafe target.pos
        isComplete = status == 0
        return ZSTD_isError(status) == 0
    }
}

/// Bytes that came compressed as a whole, such as the body of an answer.
public enum Gzip {
    /// Why there is no content.
    public enum Fault: Error {
        /// It is not gzip, cut short, or not what its trailer says.
        case damaged
        /// It decodes to more bytes than it may.
        case tooLarge
    }

    private static let pieceSize = 1 << 18

    /// The content of one or more gzip members, each held against the checksum and length in its trailer.
    ///
    /// Beyond the limit no more than a piece is ever decoded.
    ///
    /// - Throws: `Fault` when there is none.
    public static func decoded(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        guard Compression(bytes) == .gzip else { throw .damaged }
        var decoder = Decoder(.gzip)
        var rest = bytes
        var content: [UInt8] = []
        while !rest.isEmpty {
            guard let piece = decoder.decode(&rest, outputSize: pieceSize) else { throw .damaged }
            guard piece.count <= limit - content.count else { throw .tooLarge }
            content += piece
        }
        guard decoder.isComplete else { throw .damaged }
        return content
    }
}

/// A zlib stream that is decoded whole, into no more memory than is granted.
public enum ZlibStream {
    /// Decodes at most so many bytes.
    ///
    /// Whole is what came out if it is all of it and its checksum is right; nil for what is no such stream, or is one with
    /// something behind it.
    public static func decode(_ bytes: [UInt8], most: Int) -> (content: [UInt8], isWhole: Bool)? {
        var decoder = Decoder(.gzip)
        var rest = bytes
        return decoder.decode(&rest, outputSize: max(1, most)).map { ($0, decoder.isComplete) }
    }
}

enum Zstandard {
    /// The bytes as one frame; nil where there is no memory for it.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let bound = ZSTD_compressBound(bytes.count)
        let frame = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            let size = unsafe bytes.withUnsafeBytes {
                unsafe ZSTD_compress(output.baseAddress, bound, $0.baseAddress, $0.count, 3)
            }
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        return frame.isEmpty ? nil : frame
    }
}

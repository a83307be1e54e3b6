internal import CZlib
internal import CZstd

/// Bytes that came compressed as a whole, such as the body of an answer.
public enum Gzip {
    /// Why there is no content.
    public enum Fault: Error {
        /// It is no gzip, cut short, or not what its trailer says.
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
    /// Decodes at most so many bytes of the stream that starts some bytes; what follows it is not looked at.
    ///
    /// Whole is what came out if it is all of it and its checksum is right; nil for what is no such stream.
    public static func decode(_ bytes: [UInt8], most: Int) -> (content: [UInt8], isWhole: Bool)? {
        var stream = unsafe z_stream()
        guard unsafe assay_inflate_init(&stream) == Z_OK else { return nil }
        defer { _ = unsafe inflateEnd(&stream) }
        var status = Z_OK
        let content = unsafe [UInt8](unsafeUninitializedCapacity: max(1, most)) { output, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(clamping: input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(clamping: output.count)
                status = unsafe inflate(&stream, Z_FINISH)
                count = unsafe output.count - Int(stream.avail_out)
            }
        }
        // Where the room is used up before the end there is more, or the stream is cut.
        guard status == Z_STREAM_END || (status == Z_BUF_ERROR && content.count == max(1, most)) else { return nil }
        return (content, status == Z_STREAM_END)
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

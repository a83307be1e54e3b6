internal import CZlib

/// A zlib stream that is decoded whole, into no more memory than is granted.
public enum ZlibStream {
    /// Decodes the stream that starts some bytes; what follows it is not looked at.
    ///
    /// - Parameters:
    ///   - bytes: the stream.
    ///   - most: how many bytes may come out.
    /// - Returns: what came out, and whether that is all of it and its check sum is right; nil for what is no such stream.
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

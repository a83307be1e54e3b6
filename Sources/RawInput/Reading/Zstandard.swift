internal import CZstd

/// Writing zstd.
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

internal import CDeflate
internal import WorkerProtocol

/// Decodes zlib streams whole, into memory whose size is settled before.
@safe
struct Inflater: ~Copyable {
    private let decompressor: OpaquePointer

    init() throws(WorkerFault) {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
            throw WorkerFault(.memoryLimit, "no memory is left for the decoder; raise --memory")
        }
        unsafe self.decompressor = decompressor
    }

    deinit {
        unsafe libdeflate_free_decompressor(decompressor)
    }

    /// How decoding ended.
    enum Outcome {
        /// So many bytes came out; the check sum is right.
        case whole(Int)
        /// There is more than the buffer takes.
        case larger
        /// It is no zlib stream, is cut, or its check sum is wrong.
        case damaged
    }

    /// Decodes the stream that starts a buffer; what follows it is not looked at.
    func decode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Outcome {
        var count = 0
        let status = unsafe libdeflate_zlib_decompress(
            decompressor,
            source.baseAddress,
            source.count,
            target.baseAddress,
            target.count,
            &count
        )
        return switch status {
        case LIBDEFLATE_SUCCESS: .whole(count)
        case LIBDEFLATE_INSUFFICIENT_SPACE: .larger
        default: .damaged
        }
    }
}

/// Memory that is used again for one object after the other.
@safe
struct Scratch: ~Copyable {
    /// How many bytes of it are in use.
    private(set) var count = 0
    private var memory: UnsafeMutableRawBufferPointer

    init() {
        unsafe memory = .allocate(byteCount: 1 << 14, alignment: 16)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Works on the bytes in use.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result {
        try unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Takes so many bytes into use and has them written; what was there is lost.
    mutating func fill<Result>(
        _ size: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result {
        if unsafe size > memory.count {
            unsafe memory.deallocate()
            unsafe memory = .allocate(byteCount: max(size, 1 << 16), alignment: 16)
        }
        count = size
        return try unsafe body(UnsafeMutableRawBufferPointer(rebasing: memory[..<size]))
    }

    /// Keeps only the first bytes in use.
    mutating func keep(_ size: Int) {
        count = min(count, size)
    }
}

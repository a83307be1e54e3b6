internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file of a repository in memory as it lies on disk; every read is held against its length.
///
/// If the file is cut while it is mapped, the system ends this process, which the one that asked then tells.
@safe
final class MappedFile: Sendable {
    /// The name within the repository.
    let name: String
    /// Its length in bytes.
    let count: Int
    /// The mapping: only read, and there as long as this object, so any thread may look at it.
    nonisolated(unsafe) private let base: UnsafeRawPointer

    /// Maps an open file, which may be closed thereafter.
    ///
    /// - Throws: `WorkerFault` when it is empty or the system refuses.
    init(descriptor: CInt, count: Int, name: String) throws(WorkerFault) {
        guard count > 0 else { throw WorkerFault(.damagedObject, "\(name) is empty; check it with `git fsck`") }
        guard let base = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), unsafe base != MAP_FAILED
        else { throw WorkerFault(.unreadable, "\(name) cannot be mapped (errno \(errno))") }
        self.name = name
        self.count = count
        unsafe self.base = UnsafeRawPointer(base)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: base), count)
    }

    /// What to throw where its content is not what was written.
    func damaged(_ what: String) -> WorkerFault {
        WorkerFault(.damagedObject, "\(name): \(what); check it with `git fsck` and clone it anew")
    }

    /// Works on some of its bytes.
    ///
    /// - Throws: `WorkerFault` when it does not have them, and what `body` throws.
    func withBytes<Result>(
        _ range: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw damaged("is cut short") }
        return unsafe try body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The byte at a place.
    @inline(__always)
    func byte(at offset: Int) throws(WorkerFault) -> UInt8 {
        try number(at: offset)
    }

    /// The big-endian number at a place.
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) throws(WorkerFault) -> Number {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { throw damaged("is cut short") }
        return unsafe Number(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// The id at a place.
    @inline(__always)
    func id(at offset: Int) throws(WorkerFault) -> ObjectID {
        ObjectID(high: try number(at: offset), middle: try number(at: offset + 8), low: try number(at: offset + 16))
    }
}

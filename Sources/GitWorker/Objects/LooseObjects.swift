internal import CGit2
internal import RawInput
internal import Synchronization
internal import WorkerProtocol

/// Reads objects that lie in files of their own, for libgit2: what it does itself with one cut short has no end, and with
/// one that claims too small a size it writes beyond its memory.
///
/// Source: git's documentation, gitformat-loose.
final class LooseObjects: Sendable {
    private let folder: RepositoryFolder
    /// Why the last one could not be read, which libgit2 has no words for.
    private let fault = Mutex<WorkerFault?>(nil)

    init(_ folder: RepositoryFolder) {
        self.folder = folder
    }

    /// Why the last object could not be read; nil where that was not the reason.
    func takeFault() -> WorkerFault? {
        fault.withLock { $0.take() }
    }

    /// What libgit2 asks, which owns it from then on.
    func makeBackend() -> UnsafeMutablePointer<git_odb_backend> {
        let place = UnsafeMutablePointer<assay_git_backend>.allocate(capacity: 1)
        unsafe place.initialize(
            to: assay_git_backend(backend: git_odb_backend(), answering: Unmanaged.passRetained(self).toOpaque())
        )
        let backend = unsafe UnsafeMutableRawPointer(place).assumingMemoryBound(to: git_odb_backend.self)
        unsafe git_odb_init_backend(backend, UInt32(GIT_ODB_BACKEND_VERSION))
        unsafe backend.pointee.read = readLoose
        unsafe backend.pointee.free = freeLoose
        return unsafe backend
    }

    /// An object, or libgit2's code for the reason why there is none.
    fileprivate func answer(_ id: ObjectID) -> (object: Content?, status: CInt) {
        do throws(WorkerFault) {
            let object = try read(id)
            return (object, object == nil ? GIT_ENOTFOUND.rawValue : 0)
        } catch {
            fault.withLock { $0 = error }
            return (nil, GIT_ERROR.rawValue)
        }
    }

    fileprivate typealias Content = (kind: git_object_t, bytes: ArraySlice<UInt8>)

    /// An object: `kind size`, a zero byte and the content as one zlib stream.
    private func read(_ id: ObjectID) throws(WorkerFault) -> Content? {
        let digits = id.description
        let name = "objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
        guard let raw = try folder.content(of: name, limit: GitObject.longest + 65_536) else { return nil }
        let damaged = WorkerFault(.damagedObject, "\(name) is damaged; check it with `git fsck`, or clone it again")
        guard let start = ZlibStream.decode(raw, most: 64)?.content, let end = start.firstIndex(of: 0) else {
            throw damaged
        }
        let words = String(decoding: start[..<end], as: UTF8.self).split(separator: " ")
        let kind = unsafe git_object_string2type(words.first.map(String.init))
        guard words.count == 2, git_object_typeisloose(kind) == 1,
            words[1].utf8.allSatisfy({ (48...57).contains($0) }), let size = Int(words[1])
        else { throw damaged }
        guard size <= GitObject.longest else { throw GitObject.tooLong(size) }
        // One byte more shows whether there is more than it claims.
        guard let whole = ZlibStream.decode(raw, most: end + 1 + size + 1), whole.isWhole,
            whole.content.count == end + 1 + size
        else { throw damaged }
        return (kind, whole.content[(end + 1)...])
    }
}

/// Who answers for a backend.
private func answering(_ backend: UnsafeMutablePointer<git_odb_backend>?) -> LooseObjects? {
    let place = unsafe UnsafeMutableRawPointer(backend)?.assumingMemoryBound(to: assay_git_backend.self)
    return unsafe place.map { unsafe Unmanaged<LooseObjects>.fromOpaque($0.pointee.answering).takeUnretainedValue() }
}

private func readLoose(
    _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?,
    _ type: UnsafeMutablePointer<git_object_t>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?,
    _ id: UnsafePointer<git_oid>?
) -> CInt {
    guard let objects = unsafe answering(backend), let id = unsafe id?.pointee else { return GIT_ERROR.rawValue }
    let answer = objects.answer(ObjectID(id))
    guard let object = answer.object else { return answer.status }
    // libgit2 puts a zero byte behind every object.
    guard let memory = unsafe git_odb_backend_data_alloc(backend, object.bytes.count + 1) else {
        return GIT_ERROR.rawValue
    }
    unsafe object.bytes.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
    }
    unsafe memory.storeBytes(of: 0, toByteOffset: object.bytes.count, as: UInt8.self)
    unsafe content?.pointee = memory
    unsafe size?.pointee = object.bytes.count
    unsafe type?.pointee = object.kind
    return 0
}

private func freeLoose(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
    let place = unsafe UnsafeMutableRawPointer(backend)?.assumingMemoryBound(to: assay_git_backend.self)
    guard let place = unsafe place else { return }
    unsafe Unmanaged<LooseObjects>.fromOpaque(place.pointee.answering).release()
    unsafe place.deallocate()
}

internal import CGit2
internal import RawInput
internal import Synchronization
internal import WorkerProtocol

/// Reads objects that lie in files of their own, for libgit2: what it does itself with one cut short has no end, and with
/// one that says too little of its size it writes beyond its memory.
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
        unsafe backend.pointee.read_header = readLooseHeader
        unsafe backend.pointee.exists = hasLoose
        unsafe backend.pointee.free = freeLoose
        return unsafe backend
    }

    private static func name(of id: ObjectID) -> String {
        let text = id.description
        return "objects/\(text.prefix(2))/\(text.dropFirst(2))"
    }

    /// Whether there is a file for an object.
    fileprivate func has(_ id: ObjectID) -> Bool {
        do throws(WorkerFault) {
            return try folder.has(LooseObjects.name(of: id))
        } catch {
            return false
        }
    }

    /// What libgit2 is answered: found, or the code for why not.
    fileprivate func answer(_ id: ObjectID) -> (kind: GitObject.Kind, content: ArraySlice<UInt8>, status: CInt) {
        do throws(WorkerFault) {
            guard let (kind, content) = try read(id) else { return (.blob, [], GIT_ENOTFOUND.rawValue) }
            return (kind, content, 0)
        } catch {
            fault.withLock { $0 = error }
            return (.blob, [], GIT_ERROR.rawValue)
        }
    }

    /// An object: `kind size`, a zero byte and the content as one zlib stream.
    private func read(_ id: ObjectID) throws(WorkerFault) -> (GitObject.Kind, ArraySlice<UInt8>)? {
        let name = LooseObjects.name(of: id)
        guard let raw = try folder.content(of: name, limit: ObjectDatabase.longest + 65_536) else { return nil }
        let damaged = WorkerFault(.damagedObject, "\(name) is damaged; check it with `git fsck`, or clone it anew")
        guard let start = ZlibStream.decode(raw, most: 64)?.content, let end = start.firstIndex(of: 0) else {
            throw damaged
        }
        let words = String(decoding: start[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 2, let kind = GitObject.Kind.allCases.first(where: { $0.name == words[0] }),
            words[1].utf8.allSatisfy({ (48...57).contains($0) }), let size = Int(words[1])
        else { throw damaged }
        guard size <= ObjectDatabase.longest else { throw ObjectDatabase.tooLong(size) }
        // One byte more shows whether there is more than it says.
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
    guard answer.status == 0 else { return answer.status }
    // libgit2 puts a zero byte behind every object.
    guard let memory = unsafe git_odb_backend_data_alloc(backend, answer.content.count + 1) else {
        return GIT_ERROR.rawValue
    }
    unsafe answer.content.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
    }
    unsafe memory.storeBytes(of: 0, toByteOffset: answer.content.count, as: UInt8.self)
    unsafe content?.pointee = memory
    unsafe size?.pointee = answer.content.count
    unsafe type?.pointee = answer.kind.type
    return 0
}

private func readLooseHeader(
    _ size: UnsafeMutablePointer<Int>?,
    _ type: UnsafeMutablePointer<git_object_t>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?,
    _ id: UnsafePointer<git_oid>?
) -> CInt {
    guard let objects = unsafe answering(backend), let id = unsafe id?.pointee else { return GIT_ERROR.rawValue }
    let answer = objects.answer(ObjectID(id))
    unsafe size?.pointee = answer.content.count
    unsafe type?.pointee = answer.kind.type
    return answer.status
}

private func hasLoose(_ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?) -> CInt {
    guard let objects = unsafe answering(backend), let id = unsafe id?.pointee else { return 0 }
    return objects.has(ObjectID(id)) ? 1 : 0
}

private func freeLoose(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
    let place = unsafe UnsafeMutableRawPointer(backend)?.assumingMemoryBound(to: assay_git_backend.self)
    guard let place = unsafe place else { return }
    unsafe Unmanaged<LooseObjects>.fromOpaque(place.pointee.answering).release()
    unsafe place.deallocate()
}

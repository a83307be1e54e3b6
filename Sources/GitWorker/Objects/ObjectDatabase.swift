internal import CGit2
internal import WorkerProtocol

/// The objects of a repository through libgit2; every thread has its own, for a lock is held while one is decoded.
///
/// It consists of the packs that were checked, one by one, and of our own reading of loose objects: nothing leads
/// libgit2 to any other file.
@safe
final class ObjectDatabase: Sendable {
    nonisolated(unsafe) let handle: OpaquePointer
    private let loose: LooseObjects

    /// Opens the packs, in the order of their sizes: the largest, which is last, is asked first; with an alias, another
    /// spelling of their path, a database does not share packs and their locks with the others.
    init(_ folder: RepositoryFolder, packs: [String], alias: String = "") throws(WorkerFault) {
        var handle: OpaquePointer?
        guard unsafe git_odb_new(&handle) == 0, let opened = unsafe handle else {
            throw GitLibrary.fault("its objects cannot be opened")
        }
        unsafe self.handle = opened
        loose = LooseObjects(folder)
        for (place, pack) in packs.enumerated() {
            let index = "\(folder.path)/\(alias)objects/pack/\(pack).idx"
            var backend: UnsafeMutablePointer<git_odb_backend>?
            guard unsafe git_odb_backend_one_pack(&backend, index) == 0,
                unsafe git_odb_add_backend(opened, backend, 2 + CInt(place)) == 0
            else { throw GitLibrary.fault("objects/pack/\(pack).pack") }
        }
        guard unsafe git_odb_add_backend(opened, loose.makeBackend(), 1) == 0 else {
            throw GitLibrary.fault("its loose objects cannot be opened")
        }
    }

    deinit {
        unsafe git_odb_free(handle)
    }

    /// An object that was not checked against its id; nil when there is none of this id.
    func unchecked(_ id: ObjectID, _ kind: git_object_t) throws(WorkerFault) -> GitObject? {
        var object: OpaquePointer?
        var name = id.oid
        let status = unsafe git_odb_read(&object, handle, &name)
        if status == GIT_ENOTFOUND.rawValue { return nil }
        guard status == 0, let read = unsafe object else {
            throw loose.takeFault() ?? GitLibrary.fault("\(kind.name) \(id)")
        }
        let found = unsafe GitObject(read, id)
        guard found.kind == kind else {
            let reason: WorkerFault.Reason = kind == GIT_OBJECT_COMMIT ? .malformedCommit : .damagedObject
            throw WorkerFault(reason, "\(id) is not a \(kind.name)")
        }
        guard found.size <= GitObject.longest else { throw GitObject.tooLong(found.size) }
        return found
    }

    /// An object that was checked against its id; nil when there is none of this id.
    func checked(_ id: ObjectID, _ kind: git_object_t) throws(WorkerFault) -> GitObject? {
        let object = try unchecked(id, kind)
        try object?.check()
        return object
    }

    /// A tag that was checked against its id; nil for an object of another kind, which is not read.
    func tag(_ id: ObjectID) throws(WorkerFault) -> GitObject? {
        var (size, kind) = (0, GIT_OBJECT_INVALID)
        var name = id.oid
        let status = unsafe git_odb_read_header(&size, &kind, handle, &name)
        guard status != GIT_ENOTFOUND.rawValue else { throw ObjectDatabase.missing(id) }
        guard status == 0 else { throw loose.takeFault() ?? GitLibrary.fault("\(id)") }
        return kind == GIT_OBJECT_TAG ? try checked(id, GIT_OBJECT_TAG) : nil
    }

    /// A commit that was checked against its id.
    func commit(_ id: ObjectID) throws(WorkerFault) -> GitObject {
        let object = try uncheckedCommit(id)
        try object.check()
        return object
    }

    /// A commit that was not checked against its id.
    func uncheckedCommit(_ id: ObjectID) throws(WorkerFault) -> GitObject {
        guard let object = try unchecked(id, GIT_OBJECT_COMMIT) else { throw ObjectDatabase.missing(id) }
        return object
    }

    static func missing(_ id: ObjectID) -> WorkerFault {
        WorkerFault(.missingObject, "\(id) is missing; check it with `git fsck`, or clone it again")
    }
}

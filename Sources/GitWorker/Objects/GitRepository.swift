internal import CGit2
internal import WorkerProtocol

/// A repository as libgit2 opens it: references and trees.
@safe
final class GitRepository {
    private let handle: OpaquePointer
    private let guarded: RepositoryGuard

    init(_ guarded: RepositoryGuard) throws(WorkerFault) {
        var handle: OpaquePointer?
        let status = unsafe git_repository_open_bare(&handle, guarded.folder.path)
        guard status == 0, let opened = unsafe handle else {
            throw GitLibrary.fault("it cannot be opened", .notARepository)
        }
        unsafe self.handle = opened
        self.guarded = guarded
    }

    deinit {
        unsafe git_repository_free(handle)
    }

    /// Takes trees from a database.
    func read(from database: ObjectDatabase) throws(WorkerFault) {
        guard unsafe git_repository_set_odb(handle, database.handle) == 0 else {
            throw GitLibrary.fault("its objects cannot be opened")
        }
    }

    /// The commit that HEAD means; nil where nothing was ever committed.
    ///
    /// Replacements (`refs/replace`) and grafts are ignored: they change what is shown, not what was committed.
    ///
    /// - Throws: `WorkerFault` when HEAD leads to nothing, or a reference on the way cannot be read.
    func tip() throws(WorkerFault) -> ObjectID? {
        var name = "HEAD"
        for _ in 0..<5 {
            try guarded.check(reference: name)
            var reference: OpaquePointer?
            let status = unsafe git_reference_lookup(&reference, handle, name)
            defer { unsafe git_reference_free(reference) }
            if status == GIT_ENOTFOUND.rawValue {
                if try guarded.isEmpty { return nil }
                throw WorkerFault(
                    .noBranch,
                    "HEAD names \(name), which is not there; set it with `git symbolic-ref HEAD refs/heads/…`"
                )
            }
            guard status == 0 else { throw GitLibrary.fault(name, .damagedReference) }
            if let id = unsafe git_reference_target(reference) { return unsafe ObjectID(id.pointee) }
            name = unsafe git_reference_symbolic_target(reference).map { unsafe String(cString: $0) } ?? ""
            // Asked before the name is looked up: one with `..` would be another file's.
            var isName: CInt = 0
            guard name.hasPrefix("refs/"), unsafe git_reference_name_is_valid(&isName, name) == 0, isName == 1 else {
                throw WorkerFault(.damagedReference, "HEAD names \(name), not a branch; check it with `git fsck`")
            }
        }
        throw WorkerFault(.damagedReference, "HEAD passes more than five references; it may go in a circle")
    }

    /// The id of a file at the top of a tree; nil where there is none of this name.
    func file(_ name: String, in tree: ObjectID) throws(WorkerFault) -> ObjectID? {
        var opened: OpaquePointer?
        var id = tree.oid
        guard unsafe git_tree_lookup(&opened, handle, &id) == 0 else { throw GitLibrary.fault("tree \(tree)") }
        defer { unsafe git_tree_free(opened) }
        guard let entry = unsafe git_tree_entry_byname(opened, name), let file = unsafe git_tree_entry_id(entry),
            unsafe git_tree_entry_type(entry) == GIT_OBJECT_BLOB
        else { return nil }
        return unsafe ObjectID(file.pointee)
    }
}

extension ObjectID {
    /// The id as libgit2 has it.
    init(_ id: git_oid) {
        let words = unsafe withUnsafeBytes(of: id) { unsafe $0.loadUnaligned(as: (UInt64, UInt64, UInt32).self) }
        self.init((UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt32(bigEndian: words.2)))
    }

    /// The id for libgit2.
    var oid: git_oid {
        var id = git_oid()
        unsafe withUnsafeBytes(of: (high.bigEndian, middle.bigEndian, low.bigEndian)) { bytes in
            unsafe withUnsafeMutableBytes(of: &id) { unsafe $0.copyMemory(from: bytes) }
        }
        return id
    }
}

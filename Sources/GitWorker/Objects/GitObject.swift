internal import CGit2
internal import RawInput
internal import WorkerProtocol

/// An object as libgit2 decoded it.
@safe
final class GitObject: Sendable {
    /// The id that it was asked for by.
    let id: ObjectID
    nonisolated(unsafe) private let handle: OpaquePointer

    /// The longest object that is read: no commit, tree or mailmap that a person made comes near.
    static let longest = 16 << 20

    /// Takes over what libgit2 decoded.
    init(_ handle: OpaquePointer, _ id: ObjectID) {
        unsafe self.handle = handle
        self.id = id
    }

    deinit {
        unsafe git_odb_object_free(handle)
    }

    /// Its length in bytes.
    var size: Int { unsafe git_odb_object_size(handle) }

    var kind: git_object_t { unsafe git_odb_object_type(handle) }

    func withText<Result>(_ body: (Span<UInt8>) throws(WorkerFault) -> Result) throws(WorkerFault) -> Result {
        let start = unsafe git_odb_object_data(handle)?.assumingMemoryBound(to: UInt8.self)
        return try unsafe body(UnsafeBufferPointer(start: start, count: size).span)
    }

    /// Checks its bytes against its id: neither a flipped bit nor an index that points elsewhere puts one object in the
    /// place of another.
    func check() throws(WorkerFault) {
        var digest = SHA1()
        let head = Array("\(kind.name) \(size)\0".utf8)
        unsafe digest.update(head.span.bytes)
        try withText { (text) throws(WorkerFault) in unsafe digest.update(text.bytes) }
        guard ObjectID(digest.finish()) == id else {
            throw WorkerFault(.damagedObject, "\(id) has other bytes than its id says; clone the repository again")
        }
    }

    static func tooLong(_ size: Int) -> WorkerFault {
        WorkerFault(.tooLarge, "an object says to be \(size) bytes long; more than \(longest) are not read")
    }
}

extension git_object_t {
    /// The name that starts a loose object and enters every id.
    var name: String { unsafe String(cString: git_object_type2string(self)) }
}

internal import Digests
internal import WorkerProtocol

/// Reads one object after the other; every thread has its own.
///
/// Each object's digest is held against the id that was asked for, so neither a flipped bit nor an index that points
/// elsewhere can put one commit in the place of another.
final class ObjectReader {
    private let store: ObjectStore
    private let inflater: Inflater
    private var content = Scratch()
    private var base = Scratch()
    private var delta = Scratch()
    private var lastPack = 0
    private var chain: [Pack.Head] = []

    /// The longest object that is read: no commit, tree or mailmap that a person made comes near.
    static let longest = 16 << 20
    /// The longest chain of deltas: git makes none beyond 4,095.
    private static let longestChain = 4096

    init(_ store: ObjectStore) throws(WorkerFault) {
        self.store = store
        inflater = try Inflater()
    }

    /// Works on a commit's text.
    ///
    /// - Throws: `WorkerFault` when it is missing, damaged, or no commit; and what `body` throws.
    func withCommit<Result>(
        _ id: ObjectID,
        _ body: (Span<UInt8>) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result {
        try withUncheckedCommit(id) { (text) throws(WorkerFault) in
            try ObjectReader.check(text, .commit, id)
            return try body(text)
        }
    }

    /// Works on a commit's text that was not held against its id: the caller sees to that.
    ///
    /// - Throws: `WorkerFault` when it is missing, cannot be decoded, or is no commit; and what `body` throws.
    func withUncheckedCommit<Result>(
        _ id: ObjectID,
        _ body: (Span<UInt8>) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result {
        guard let kind = try load(id) else {
            throw WorkerFault(.missingObject, "commit \(id) is missing; check it with `git fsck`, or clone it anew")
        }
        guard kind == .commit else { throw WorkerFault(.malformedCommit, "\(id) is a \(kind.name), not a commit") }
        return try unsafe content.withBytes { (bytes) throws(WorkerFault) in
            try unsafe body(bytes.bindMemory(to: UInt8.self).span)
        }
    }

    /// Holds an object's content against its id.
    ///
    /// - Throws: `WorkerFault` when it is that of another.
    static func check(_ content: Span<UInt8>, _ kind: ObjectKind, _ id: ObjectID) throws(WorkerFault) {
        var digest = SHA1()
        let head = Array("\(kind.name) \(content.count)\0".utf8)
        unsafe digest.update(head.span.bytes)
        unsafe digest.update(content.bytes)
        guard ObjectID(digest.finish()) == id else {
            throw WorkerFault(.damagedObject, "\(id) has other bytes than its id says; clone the repository anew")
        }
    }

    /// The bytes of an object; nil when there is none of this id.
    ///
    /// - Throws: `WorkerFault` when it is damaged or of another kind.
    func bytes(of id: ObjectID, _ wanted: ObjectKind) throws(WorkerFault) -> [UInt8]? {
        guard let kind = try load(id) else { return nil }
        guard kind == wanted else { throw WorkerFault(.damagedObject, "\(id) is a \(kind.name), not a \(wanted.name)") }
        let bytes = try unsafe content.withBytes { (bytes) throws(WorkerFault) in unsafe Array(bytes) }
        try ObjectReader.check(bytes.span, kind, id)
        return bytes
    }

    /// Puts an object into `content`.
    private func load(_ id: ObjectID) throws(WorkerFault) -> ObjectKind? {
        guard let place = try store.place(of: id, hint: lastPack) else { return try loadLoose(id) }
        lastPack = place.pack
        return try unpack(store.packs[place.pack], at: place.offset)
    }

    private func unpack(_ pack: Pack, at offset: Int) throws(WorkerFault) -> ObjectKind {
        chain.removeAll(keepingCapacity: true)
        var head = try pack.head(at: offset)
        while case .delta(let base) = head.entry {
            chain.append(head)
            guard chain.count < ObjectReader.longestChain else { throw pack.file.damaged("has deltas in a circle") }
            head = try pack.head(at: base)
        }
        guard case .whole(let kind) = head.entry else { throw pack.file.damaged("has no object at \(offset)") }
        try decode(head, of: pack, into: &content)
        while let change = chain.popLast() {
            try decode(change, of: pack, into: &delta)
            swap(&content, &base)
            try unsafe delta.withBytes { (changes) throws(WorkerFault) in
                try unsafe base.withBytes { (old) throws(WorkerFault) in
                    try unsafe Delta.apply(changes, to: old, into: &content, limit: ObjectReader.longest)
                }
            }
        }
        return kind
    }

    private func decode(_ head: Pack.Head, of pack: Pack, into target: inout Scratch) throws(WorkerFault) {
        guard head.size <= ObjectReader.longest else { throw ObjectReader.tooLarge(head.size) }
        let end = pack.file.count - ObjectID.size
        guard head.stream < end else { throw pack.file.damaged("is cut short") }
        try unsafe pack.file.withBytes(head.stream..<end) { (source) throws(WorkerFault) in
            try unsafe target.fill(head.size) { (buffer) throws(WorkerFault) in
                guard case .whole(head.size) = unsafe inflater.decode(source, into: buffer) else {
                    throw pack.file.damaged("holds an object whose bytes cannot be decoded")
                }
            }
        }
    }

    /// Puts an object that lies in a file of its own into `content`.
    private func loadLoose(_ id: ObjectID) throws(WorkerFault) -> ObjectKind? {
        let text = id.description
        let name = "objects/\(text.prefix(2))/\(text.dropFirst(2))"
        guard let raw = try store.folder.content(of: name, limit: ObjectReader.longest) else { return nil }
        let damaged = WorkerFault(.damagedObject, "\(name) is damaged; check it with `git fsck`, or clone it anew")
        // How long it is stands within: try small, then larger.
        for size in [1 << 14, 1 << 18, 1 << 22, ObjectReader.longest + 64] {
            let outcome = try unsafe base.fill(size) { (buffer) throws(WorkerFault) in
                unsafe raw.withUnsafeBytes { unsafe inflater.decode($0, into: buffer) }
            }
            switch outcome {
            case .larger: continue
            case .damaged: throw damaged
            case .whole(let count):
                base.keep(count)
                return try unsafe base.withBytes { (bytes) throws(WorkerFault) in
                    guard let end = unsafe bytes.firstIndex(of: 0), end < 32 else { throw damaged }
                    let words = unsafe String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
                    guard words.count == 2, let kind = ObjectKind.allCases.first(where: { $0.name == words[0] }),
                        Int(words[1]) == count - end - 1
                    else { throw damaged }
                    try unsafe content.fill(count - end - 1) { (buffer) throws(WorkerFault) in
                        unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
                    }
                    return kind
                }
            }
        }
        throw ObjectReader.tooLarge(ObjectReader.longest)
    }

    private static func tooLarge(_ size: Int) -> WorkerFault {
        WorkerFault(.tooLarge, "an object says to be \(size) bytes long; more than \(longest) are not read")
    }
}

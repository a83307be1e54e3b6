internal import WorkerProtocol

/// The `.mailmap` of a commit.
///
/// It is always taken from the newest commit, as git does in a bare repository: what a work tree holds beside it is not
/// part of the history.
enum MailmapFile {
    /// The rules at a commit, and what stands for them: the first eight bytes of the file's id, 0 without one; rules are
    /// nil where a partial clone lacks them.
    ///
    /// - Throws: `WorkerFault` when it is damaged, or missing though the clone should be whole.
    static func rules(
        at tip: ObjectID,
        _ reader: ObjectReader,
        isPartial: Bool
    ) throws(WorkerFault) -> (rules: Mailmap?, stamp: UInt64) {
        let tree = try reader.withCommit(tip) { (text) throws(WorkerFault) in
            try CommitText(text) { (_) throws(WorkerFault) in }.tree
        }
        // The tree without entries need not be stored anywhere.
        if tree == emptyTree { return (Mailmap(), 0) }
        guard let entries = try reader.bytes(of: tree, .tree) else { return (try missing(tree, isPartial), 0) }
        guard let file = try entry(entries) else { return (Mailmap(), 0) }
        guard let text = try reader.bytes(of: file, .blob) else { return (try missing(file, isPartial), 0) }
        return (Mailmap(text), file.high)
    }

    /// The id of the file in a tree: entries are `mode name`, a zero byte and 20 bytes of id.
    static func entry(_ tree: [UInt8]) throws(WorkerFault) -> ObjectID? {
        let name = Array(".mailmap".utf8)
        var next = 0
        while next < tree.count {
            guard let end = tree[next...].firstIndex(of: 0), tree.count - end > ObjectID.size else {
                throw WorkerFault(.damagedObject, "the newest commit's tree is cut short; check it with `git fsck`")
            }
            let isFile = tree[next] == UInt8(ascii: "1")
            let modeless = tree[next..<end].drop { $0 != UInt8(ascii: " ") }.dropFirst()
            if isFile, modeless.elementsEqual(name) {
                return ObjectID(bytes: tree.span, at: end + 1)
            }
            next = end + 1 + ObjectID.size
        }
        return nil
    }

    private static func missing(_ id: ObjectID, _ isPartial: Bool) throws(WorkerFault) -> Mailmap? {
        guard isPartial else {
            throw WorkerFault(.missingObject, "\(id) is missing; check it with `git fsck`, or clone it anew")
        }
        return nil
    }

    static let emptyTree = ObjectID(
        high: 0x4b82_5dc6_42cb_6eb9,
        middle: 0xa060_e54b_f8d6_9288,
        low: 0xfbee_4904
    )
}

internal import CGit2
internal import WorkerProtocol

/// The `.mailmap` of a commit.
///
/// It is always taken from the newest commit, as git does in a bare repository: what a work tree holds beside it is not
/// part of the history.
struct MailmapFile {
    /// The rules; nil where a partial clone lacks them.
    let rules: Mailmap?
    /// What stands for them: the first eight bytes of the file's id, 0 without one.
    let stamp: UInt64

    /// The longest file that is applied; those of the largest projects have a fiftieth of it.
    private static let longest = 4 << 20
    /// The most lines of one.
    private static let mostLines = 50_000

    /// The tree without entries, which need not be stored anywhere.
    static let emptyTree = ObjectID((0x4b82_5dc6_42cb_6eb9, 0xa060_e54b_f8d6_9288, 0xfbee_4904))

    init(at tip: ObjectID, in objects: RepositoryObjects) throws(WorkerFault) {
        guard let (text, stamp) = try MailmapFile.read(at: tip, in: objects) else {
            (rules, self.stamp) = (nil, 0)
            return
        }
        let lines = text.count { $0 == UInt8(ascii: "\n") }
        guard lines <= MailmapFile.mostLines else {
            let detail = "its .mailmap has \(lines) lines; more than \(MailmapFile.mostLines) are not read"
            throw WorkerFault(.tooLarge, detail)
        }
        (rules, self.stamp) = (Mailmap(text), stamp)
    }

    /// The bytes of the file and what stands for them, none where there is no such file; nil where a partial clone lacks
    /// them.
    private static func read(
        at tip: ObjectID,
        in objects: RepositoryObjects
    ) throws(WorkerFault) -> (text: [UInt8], stamp: UInt64)? {
        let tree = try objects.database.commit(tip).withText(CommitText.tree)
        if tree == emptyTree { return ([], 0) }
        guard try objects.database.checked(tree, GIT_OBJECT_TREE) != nil else {
            try checkMayLack(tree, objects)
            return nil
        }
        guard let file = try objects.repository.file(".mailmap", in: tree) else { return ([], 0) }
        guard let blob = try objects.database.checked(file, GIT_OBJECT_BLOB) else {
            try checkMayLack(file, objects)
            return nil
        }
        guard blob.size <= longest else {
            throw WorkerFault(.tooLarge, "its .mailmap has \(blob.size) bytes; more than \(longest) are not read")
        }
        let text = try blob.withText { (text) throws(WorkerFault) in text.indices.map { text[$0] } }
        return (text, file.high)
    }

    private static func checkMayLack(_ id: ObjectID, _ objects: RepositoryObjects) throws(WorkerFault) {
        guard objects.isPartial else { throw ObjectDatabase.missing(id) }
    }
}

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

    /// The tree without entries, which need not be stored anywhere.
    static let emptyTree = ObjectID(
        high: 0x4b82_5dc6_42cb_6eb9,
        middle: 0xa060_e54b_f8d6_9288,
        low: 0xfbee_4904
    )

    /// Reads the file of a commit.
    ///
    /// - Throws: `WorkerFault` when it is damaged, too long, or missing though the clone should be whole.
    init(at tip: ObjectID, in objects: RepositoryObjects) throws(WorkerFault) {
        ReadingWatch.shared.begin()
        defer { ReadingWatch.shared.end() }
        let tree = try objects.database.commit(tip).withText(CommitText.tree)
        if tree == MailmapFile.emptyTree {
            (rules, stamp) = (try Mailmap([]), 0)
            return
        }
        guard try objects.database.checked(tree, GIT_OBJECT_TREE) != nil else {
            (rules, stamp) = (try MailmapFile.missing(tree, objects.isPartial), 0)
            return
        }
        guard let file = try objects.repository.file(".mailmap", in: tree) else {
            (rules, stamp) = (try Mailmap([]), 0)
            return
        }
        guard let blob = try objects.database.checked(file, GIT_OBJECT_BLOB) else {
            (rules, stamp) = (try MailmapFile.missing(file, objects.isPartial), 0)
            return
        }
        guard blob.size <= MailmapFile.longest else {
            let said = "its .mailmap has \(blob.size) bytes; more than \(MailmapFile.longest) are not read"
            throw WorkerFault(.tooLarge, said)
        }
        let text = try blob.withText { (text) throws(WorkerFault) in text.indices.map { text[$0] } }
        (rules, stamp) = (try Mailmap(text), file.high)
    }

    private static func missing(_ id: ObjectID, _ isPartial: Bool) throws(WorkerFault) -> Mailmap? {
        guard isPartial else { throw ObjectDatabase.missing(id) }
        return nil
    }
}

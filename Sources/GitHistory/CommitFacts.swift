internal import WorkerProtocol

/// Texts of commits that were decoded but not looked at yet.
struct CommitTexts: Sendable {
    private(set) var rows: [UInt32] = []
    private(set) var ids: [ObjectID] = []
    private(set) var ends: [Int] = []
    private(set) var bytes: [UInt8] = []

    /// Takes a commit's text.
    mutating func append(_ text: Span<UInt8>, row: UInt32, id: ObjectID) {
        rows.append(row)
        ids.append(id)
        unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }
}

/// What commits say of themselves, held against their ids.
struct CommitFacts: Sendable {
    /// One commit.
    struct Fact: Sendable {
        var row: UInt32
        var committed: Int64
        var authored: Int64
        /// The place of its author among `authors`.
        var author: UInt32
        var parentCount: UInt32
        /// The first eight bytes of its tree's id.
        var tree: UInt64
    }

    /// The commits, in the order in which they were read.
    private(set) var facts: [Fact] = []
    /// The parents of all of them, one commit's after the other.
    private(set) var parents: [ObjectID] = []
    /// Their authors.
    private(set) var authors = AuthorTable()

    /// Looks at texts that were decoded elsewhere.
    ///
    /// - Throws: `WorkerFault` when one is not that of its id, or malformed.
    init(of texts: CommitTexts) throws(WorkerFault) {
        facts.reserveCapacity(texts.rows.count)
        var start = 0
        for (index, end) in texts.ends.enumerated() {
            let text = texts.bytes.span.extracting(start..<end)
            try ObjectReader.check(text, .commit, texts.ids[index])
            try take(text, row: texts.rows[index])
            start = end
        }
    }

    /// Reads the commits of rows that follow each other.
    ///
    /// - Throws: `WorkerFault` when one is missing, damaged or malformed.
    init(of ids: ArraySlice<ObjectID>, in store: ObjectStore) throws(WorkerFault) {
        let reader = try ObjectReader(store)
        facts.reserveCapacity(ids.count)
        for (row, id) in zip(ids.indices, ids) {
            try reader.withCommit(id) { (text) throws(WorkerFault) in try take(text, row: UInt32(row)) }
        }
    }

    /// Reads the commits of rows that follow each other, half of them on the other core.
    ///
    /// - Returns: the facts of the first half, and of the second.
    /// - Throws: `WorkerFault` when one is missing, damaged or malformed.
    static func halves(of ids: ArraySlice<ObjectID>, in store: ObjectStore) throws(WorkerFault) -> [CommitFacts] {
        let middle = ids.startIndex + ids.count / 2
        let second = try Companion { () throws(WorkerFault) in try CommitFacts(of: ids[middle...], in: store) }
        return [try CommitFacts(of: ids[..<middle], in: store), try second.value()]
    }

    private mutating func take(_ text: Span<UInt8>, row: UInt32) throws(WorkerFault) {
        let first = parents.count
        let commit = try CommitText(text) { (parent) throws(WorkerFault) in parents.append(parent) }
        facts.append(
            Fact(
                row: row,
                committed: commit.committed,
                authored: commit.authored,
                author: authors.place(of: text.extracting(commit.author)),
                parentCount: UInt32(parents.count - first),
                tree: commit.tree.high
            )
        )
    }
}

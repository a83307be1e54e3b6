internal import WorkerProtocol

/// What commits say of themselves, held against their ids; every thread gathers its own.
struct CommitFacts: Sendable {
    /// One commit.
    struct Fact: Sendable {
        /// Its place in the table of commits.
        var place: UInt32
        /// The place of its author among `authors`.
        var author: UInt32
        var committed: Int64
        var authored: Int64
        /// The first eight bytes of its tree's id.
        var tree: UInt64
    }

    /// The commits, in the order in which they were looked at.
    private(set) var facts: [Fact] = []
    /// Their authors.
    private(set) var authors = AuthorTable()

    /// Takes a commit that was read.
    ///
    /// - Throws: `WorkerFault` when its bytes are not those of its id, or malformed.
    mutating func take(_ read: Frontier.Unchecked) throws(WorkerFault) {
        try read.commit.check()
        try read.commit.withText { (text) throws(WorkerFault) in
            let head = try CommitText(text, parents: read.parentCount)
            facts.append(
                Fact(
                    place: read.place,
                    author: authors.place(of: head.author.map { text[$0] }),
                    committed: head.committed,
                    authored: head.authored,
                    tree: head.tree.high
                )
            )
        }
    }
}

internal import WorkerProtocol

/// The commits of a history, a row each: the newest is the first, the others stand in the order in which they were met.
///
/// About 100 bytes a commit while it is filled.
struct HistoryCommits {
    /// One commit; all zero until it is read.
    struct Row {
        /// Where its parents stand in `parents`.
        fileprivate var firstParent: UInt32 = 0
        fileprivate var parentCount: UInt32 = 0
        /// Its author's place among `authors`.
        fileprivate(set) var author: UInt32 = 0
        /// Seconds since 1970, as they stand in the commit.
        fileprivate(set) var committed: Int64 = 0
        /// Seconds since 1970, as they stand in the commit.
        fileprivate(set) var authored: Int64 = 0
        /// The first eight bytes of its tree's id.
        fileprivate(set) var tree: UInt64 = 0
        /// The digest of its author, author instant and subject; 0 for none.
        fileprivate(set) var work: UInt64 = 0
    }

    private(set) var rows = [Row()]
    /// The distinct authors as they stand in commits, `Name <address`.
    private(set) var authors: [[UInt8]] = []
    /// Whom trailers name as co-authors, `Name <address>`, by the row of the commit; few commits have any.
    private(set) var coauthors: [UInt32: [[UInt8]]] = [:]
    private var places = ObjectPlaces()
    private var authorPlaces: [[UInt8]: UInt32] = [:]
    /// The parents of all commits, one commit's after the other.
    private var parents: [UInt32] = []

    /// In the place of a parent's row: the parent is a known commit and no row.
    static let elsewhere = UInt32.max

    init(_ newest: ObjectID) { _ = places.place(of: newest) }

    /// The id of each row.
    var ids: [ObjectID] { places.ids }

    /// Notes the parents of a commit; those that were not met before become the last rows, unless they are elsewhere.
    mutating func meet(_ parents: [ObjectID], of row: UInt32, isElsewhere: (ObjectID) -> Bool) {
        rows[Int(row)].firstParent = UInt32(self.parents.count)
        rows[Int(row)].parentCount = UInt32(parents.count)
        for id in parents { self.parents.append(isElsewhere(id) ? HistoryCommits.elsewhere : self.row(of: id)) }
    }

    /// Fills the row of a commit, whose parents are met.
    mutating func fill(_ row: UInt32, _ commit: CommitText) {
        let author = place(of: commit.author)
        rows[Int(row)].author = author
        rows[Int(row)].committed = commit.committed
        rows[Int(row)].authored = commit.authored
        rows[Int(row)].tree = commit.tree.high
        rows[Int(row)].work = commit.work
        if !commit.coauthors.isEmpty { coauthors[row] = commit.coauthors }
    }

    /// The rows of a commit's parents, the first one first.
    func parents(of row: UInt32) -> ArraySlice<UInt32> {
        let row = rows[Int(row)]
        return parents[Int(row.firstParent)..<Int(row.firstParent + row.parentCount)]
    }

    /// The first-parent chain, the newest commit first, as far as it has rows.
    var firstParentChain: [UInt32] {
        var chain: [UInt32] = [0]
        while let parent = chain.last.flatMap({ parents(of: $0).first }), parent != HistoryCommits.elsewhere {
            chain.append(parent)
        }
        return chain
    }

    /// The rows breadth first: an order that follows from the history alone, in which authors are numbered from now on.
    ///
    /// No more commits are looked up then.
    mutating func arrange() -> [UInt32] {
        places.forgetSlots()
        var order: [UInt32] = [0]
        var isMet = [Bool](repeating: false, count: rows.count)
        isMet[0] = true
        var numbers = [UInt32?](repeating: nil, count: authors.count)
        var numbered: [[UInt8]] = []
        var next = 0
        while next < order.count {
            let row = Int(order[next])
            for parent in parents(of: order[next]) where parent != HistoryCommits.elsewhere && !isMet[Int(parent)] {
                isMet[Int(parent)] = true
                order.append(parent)
            }
            let author = Int(rows[row].author)
            let number = numbers[author] ?? UInt32(numbered.count)
            if numbers[author] == nil { numbered.append(authors[author]) }
            numbers[author] = number
            rows[row].author = number
            next += 1
        }
        authors = numbered
        return order
    }

    private mutating func row(of id: ObjectID) -> UInt32 {
        let row = places.place(of: id)
        if row == rows.count { rows.append(Row()) }
        return row
    }

    private mutating func place(of author: [UInt8]) -> UInt32 {
        if let place = authorPlaces[author] { return place }
        let place = UInt32(authors.count)
        authorPlaces[author] = place
        authors.append(author)
        return place
    }

    /// What to say where the table and what is made from it would need more memory than the limits leave; else nil.
    func memoryFault(_ limits: WorkerLimits) -> WorkerFault? {
        guard ids.count * HistoryCommits.bytesPerCommit > limits.memory else { return nil }
        return WorkerFault(
            .memoryLimit,
            "more than \(ids.count) commits do not fit into \(limits.memory >> 20) MiB; \(WorkerFault.otherInputs)"
        )
    }

    /// What a commit takes at the worst moment, while arrays grow.
    private static let bytesPerCommit = 256
}

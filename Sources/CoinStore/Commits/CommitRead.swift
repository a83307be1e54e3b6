public import CoinModel
internal import GRDB

extension StoreReader {
    /// What is known of each repository by each source that tells commits.
    ///
    /// - Throws: `StoreError`.
    public func commitHistories() throws -> [CommitHistory] {
        try commitTable.histories(upTo: lastLoad ?? .max)
    }

    /// The commits of a repository by one source; developers by numbers that hold for all repositories of the store.
    ///
    /// - Parameters:
    ///   - history: what is known of them as a whole.
    ///   - weeks: those of the landings that are wanted, nil for all; some others may come along.
    /// - Returns: the commits.
    /// - Throws: `StoreError` when a segment is damaged.
    public func commits(of history: CommitHistory, in weeks: ClosedRange<Week>? = nil) throws -> CommitColumns {
        try commitTable.commits(of: history.entity, from: history.source, in: weeks, upTo: lastLoad ?? .max)
    }

    /// Repositories in families, outside of which no commit is shared: those of one share a first commit, or are said to
    /// belong together.
    ///
    /// - Parameter pairs: repositories that belong together.
    /// - Returns: the families of two or more, each ascending.
    /// - Throws: `StoreError`.
    public func commitFamilies(joining pairs: [(Int32, Int32)] = []) throws -> [[Int32]] {
        var parent: [Int32: Int32] = [:]
        func head(_ entity: Int32) -> Int32 {
            var entity = entity
            while let next = parent[entity] { entity = next }
            return entity
        }
        var members: Set<Int32> = []
        func join(_ one: Int32, _ other: Int32) {
            members.formUnion([one, other])
            let (left, right) = (head(one), head(other))
            if left != right { parent[max(left, right)] = min(left, right) }
        }
        var holder: [Int64: Int32] = [:]
        for (entity, root) in try commitTable.roots(upTo: lastLoad ?? .max) {
            join(holder[root] ?? entity, entity)
            holder[root] = holder[root] ?? entity
        }
        for (one, other) in pairs { join(one, other) }
        let families = Dictionary(grouping: members, by: head).values.filter { $0.count > 1 }
        return families.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// The digests of developers by number.
    func developers(_ numbers: Set<Int32>) throws -> [Int32: DeveloperID] {
        try commitTable.developers(numbers)
    }

    private var commitTable: CommitTable { CommitTable(database: database, path: path) }
}

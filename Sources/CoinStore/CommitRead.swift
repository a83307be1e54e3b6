public import CoinModel
internal import GRDB

extension StoreReader {
    /// What is known of each cloned repository.
    ///
    /// - Throws: `StoreError`.
    public func commitHistories() throws -> [CommitHistory] {
        try commitTable.histories(upTo: lastLoad ?? .max)
    }

    /// The commits of a cloned repository; developers by numbers that hold for all repositories of the store.
    ///
    /// - Parameters:
    ///   - entity: the repository.
    ///   - weeks: those of the landings that are wanted, nil for all; some others may come along.
    /// - Returns: the commits.
    /// - Throws: `StoreError` when a segment is damaged.
    public func commits(of entity: Int32, in weeks: ClosedRange<Week>? = nil) throws -> CommitColumns {
        try commitTable.commits(of: entity, in: weeks, upTo: lastLoad ?? .max)
    }

    /// Cloned repositories in families: only those of one family can share commits, for they share a first one.
    ///
    /// - Returns: the families of two or more, each ascending.
    /// - Throws: `StoreError`.
    public func commitFamilies() throws -> [[Int32]] {
        var parent: [Int32: Int32] = [:]
        func head(_ entity: Int32) -> Int32 {
            var entity = entity
            while let next = parent[entity] { entity = next }
            return entity
        }
        var owner: [Int64: Int32] = [:]
        var members: Set<Int32> = []
        for (entity, root) in try commitTable.roots(upTo: lastLoad ?? .max) {
            members.insert(entity)
            let (left, right) = (head(owner[root] ?? entity), head(entity))
            owner[root] = left
            if left != right { parent[max(left, right)] = min(left, right) }
        }
        let families = Dictionary(grouping: members, by: head).values.filter { $0.count > 1 }
        return families.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    private var commitTable: CommitTable { CommitTable(database: database, path: path) }
}

public import CoinModel
internal import GRDB

extension StoreReader {
    /// What is known of each repository by each source of commits.
    public func commitHistories() throws -> [CommitHistory] { try commitTable.histories(upTo: lastLoad ?? .max) }

    /// The commits of a repository by one source, those that landed in `weeks` and perhaps others, nil for all;
    /// developers by numbers that hold for all repositories of the store.
    public func commits(of history: CommitHistory, in weeks: ClosedRange<Week>? = nil) throws -> [CommitRecord] {
        try commitTable.commits(of: history.entity, from: history.source, in: weeks, upTo: lastLoad ?? .max)
    }

    /// Families of two or more repositories, each ascending: those that share a first commit, or are paired.
    public func commitFamilies(joining pairs: [(Int32, Int32)] = []) throws -> [[Int32]] {
        var parent: [Int32: Int32] = [:]
        func head(_ entity: Int32) -> Int32 {
            var entity = entity
            while let next = parent[entity], next != entity {
                // Each walk halves the way, so that long chains of pairs stay linear.
                parent[entity] = parent[next]
                entity = next
            }
            return entity
        }
        func join(_ one: Int32, _ other: Int32) {
            let (left, right) = (head(one), head(other))
            parent[max(left, right)] = min(left, right)
            parent[min(left, right)] = min(left, right)
        }
        let roots = Dictionary(grouping: try commitTable.roots(upTo: lastLoad ?? .max), by: \.root).values
        for holders in roots.sorted(by: { $0[0].entity < $1[0].entity }) {
            for holder in holders { join(holders[0].entity, holder.entity) }
        }
        for (one, other) in pairs { join(one, other) }
        let families = Dictionary(grouping: parent.keys, by: head).values.filter { $0.count > 1 }
        return families.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    func developers(_ numbers: Set<Int32>) throws -> [Int32: DeveloperID] { try commitTable.developers(numbers) }

    private var commitTable: CommitTable { CommitTable(database: database, path: path) }
}

public import CoinModel
internal import GRDB

extension LoadSession {
    /// What is known of each cloned repository.
    ///
    /// - Throws: `StoreError`.
    public func commitHistories() throws -> [CommitHistory] {
        try CommitTable(database: database, path: tiles.path).histories(upTo: load)
    }

    /// The commits that are known of a cloned repository.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    public func commits(of entity: Int32) throws -> CommitColumns {
        try CommitTable(database: database, path: tiles.path).commits(of: entity, upTo: load)
    }

    /// Takes the commits of a repository, the last thing of its input.
    ///
    /// A commit that is known keeps its landing, also where all of them are told anew.
    ///
    /// - Parameter block: what was read of it.
    /// - Returns: all commits that it has now, developers by their number in the store; and the first week with commits
    ///   that it is known for.
    /// - Throws: `StoreError`, of reason `busy` when the repository is not known any more by the commits on top of which
    ///   the new ones come.
    public func add(_ block: CommitBlock) throws -> (commits: CommitColumns, since: Week?) {
        let table = CommitTable(database: database, path: tiles.path)
        let entity = try numbers.repository(block.repository)
        let known = try table.histories(upTo: load, of: entity).first
        guard !block.isContinued || known?.tip == block.previousTip else {
            throw StoreError(.busy, path: tiles.path, detail: "\(block.repository) was loaded meanwhile; run it again")
        }
        var block = block
        if known != nil, !block.isContinued {
            let before = try table.commits(of: entity, upTo: load)
            let landed = Dictionary(zip(before.ids, before.landed), uniquingKeysWith: { first, _ in first })
            for (place, id) in block.commits.ids.enumerated() {
                if let landed = landed[id] { block.commits.landed[place] = landed }
            }
        }
        let before = block.isContinued ? known : nil
        try table.write(
            block,
            of: entity,
            count: (before?.count ?? 0) + block.commits.count,
            newest: max(before?.newest ?? .min, block.commits.landed.max() ?? .min),
            load: load
        )
        rowsTaken += block.commits.count
        outcomes[inputID, default: InputOutcome()].accepted += block.commits.count
        return (try table.commits(of: entity, upTo: load), numbers.firstActivity(of: entity))
    }

    /// Notes who of a repository's developers land commits at a rate no person does.
    ///
    /// - Parameters:
    ///   - programs: the developers by number.
    ///   - repository: a repository whose commits this load brought.
    /// - Throws: `StoreError`.
    public func note(programs: Set<Int32>, of repository: RepositoryName) throws {
        let entity = try numbers.repository(repository)
        try CommitTable(database: database, path: tiles.path).note(programs: programs, of: entity, load: load)
    }
}

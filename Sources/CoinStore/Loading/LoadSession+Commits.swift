public import CoinModel
internal import GRDB

extension LoadSession {
    /// What is known of each repository by each source that tells commits.
    ///
    /// - Throws: `StoreError`.
    public func commitHistories() throws -> [CommitHistory] {
        try commitTable.histories(upTo: load)
    }

    /// The commits that are known of a repository by one source.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    public func commits(of history: CommitHistory) throws -> CommitColumns {
        try commitTable.commits(of: history.entity, from: history.source, upTo: load)
    }

    /// Takes the commits of a repository, the last thing of its input.
    ///
    /// A commit that is known keeps its landing, also where all of them are told anew. One that two logs of a load tell
    /// otherwise is a reject `conflict` of the later log, which holds.
    ///
    /// - Parameter block: what was read of it.
    /// - Returns: all commits that it has now, developers by their number in the store; and the first week with commits
    ///   that it is known for.
    /// - Throws: `StoreError`, of reason `busy` when the repository is not known any more by the commits on top of which
    ///   the new ones come.
    public func add(_ block: CommitBlock) throws -> (commits: CommitColumns, since: Week?) {
        try takePending()
        let place = try place(of: block.repository, block.source)
        let known = try commitTable.known(at: place, upTo: load)
        guard !block.isContinued || known?.tip == block.previousTip else {
            throw StoreError(.busy, path: tiles.path, detail: "\(block.repository) was loaded meanwhile; run it again")
        }
        let numbers = try block.developers.map(commitTable.number)
        var told = block.commits
        told.developers = told.developers.map { $0 < 0 ? -1 : numbers[Int($0)] }
        for id in block.isLog ? logs.take(told, at: place) : [] {
            let digits = String(id, radix: 16)
            let name = String(repeating: "0", count: 16 - digits.count) + digits
            let detail = "another log of this load tells commit \(name) of \(block.repository) otherwise"
            add(Reject(reason: "conflict", detail: detail))
        }
        func commits() throws -> CommitColumns {
            try commitTable.commits(of: place.entity, from: block.source, upTo: load)
        }
        let change =
            if let known {
                block.isContinued
                    ? CommitChange(new: told, onTopOf: known.count)
                    : CommitChange(told: told, known: try commits(), isPart: block.isLog)
            } else {
                CommitChange(first: told)
            }
        let before = change.isWhole ? nil : known?.newest
        try commitTable.write(
            block,
            at: place,
            change,
            newest: max(before ?? .min, told.landed.max() ?? .min),
            load: load
        )
        rowsTaken += told.count
        outcome.accepted += told.count
        return (try commits(), self.numbers.firstActivity(of: place.entity))
    }

    /// Notes who of a repository's developers land commits at a rate no person does.
    ///
    /// - Parameters:
    ///   - automatedAuthors: the developers by number.
    ///   - block: the repository's commits that this load brought.
    /// - Throws: `StoreError`.
    public func note(automatedAuthors: Set<Int32>, of block: CommitBlock) throws {
        try commitTable.note(
            automatedAuthors: automatedAuthors,
            at: place(of: block.repository, block.source),
            load: load
        )
    }

    private func place(of repository: RepositoryName, _ source: String) throws -> CommitTable.Place {
        CommitTable.Place(entity: try numbers.repository(repository), source: try numbers.source(source))
    }

    private var commitTable: CommitTable { CommitTable(database: database, path: tiles.path) }
}

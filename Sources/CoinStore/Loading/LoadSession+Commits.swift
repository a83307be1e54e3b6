public import CoinModel
internal import GRDB

extension LoadSession {
    /// What is known of each repository by each source of commits.
    public func commitHistories() throws -> [CommitHistory] { try commitTable.histories(upTo: load) }

    /// The commits that are known of a repository by one source.
    public func commits(of history: CommitHistory) throws -> [CommitRecord] {
        try commitTable.commits(of: history.entity, from: history.source, upTo: load)
    }

    /// Takes the commits of a repository, the last thing of its input.
    ///
    /// A commit that is known keeps its landing, also where all of them are read again. One that differs between two
    /// logs of a load is a reject `conflict` of the later log, which holds.
    ///
    /// - Returns: all commits that it has now, developers by their number in the store; and its first week with commits.
    /// - Throws: `StoreError`, of reason `busy` when the commits on top of which the new ones come are not the newest.
    public func add(_ block: CommitBlock) throws -> (commits: [CommitRecord], since: Week?) {
        try takePending()
        let place = try place(of: block.repository, block.source)
        let known = try commitTable.known(at: place, upTo: load)
        guard !block.isContinued || known?.tip == block.previousTip else {
            throw StoreError(.busy, at: tiles.path, "\(block.repository) was loaded meanwhile; run it again")
        }
        let numbers = try block.developers.map(commitTable.number)
        var read = block.commits
        for (place, commit) in block.commits.enumerated() {
            read[place].developer = commit.developer < 0 ? -1 : numbers[Int(commit.developer)]
        }
        for id in block.isLog ? logs.take(read, at: place) : [] {
            let detail = "another log of this load has commit \(hexadecimal(id)) of \(block.repository) otherwise"
            add(Reject("conflict", detail: detail))
        }
        let stored = try known.map { _ in try commitTable.commits(of: place.entity, from: block.source, upTo: load) }
        let change = CommitChange(read, known: stored, isContinued: block.isContinued, isPart: block.isLog)
        let before = change.isWhole ? nil : known?.newest
        let newest = max(before ?? .min, read.lazy.map(\.landed).max() ?? .min)
        // What is read before counts on, in parts: nothing of it can be taken back on its own.
        for earlier in try commitTable.loads(at: place, before: load) {
            links.restsOn(earlier)
            if change.isWhole || known?.tip != block.tip { links.replaces(earlier) }
        }
        try commitTable.write(block, at: place, change, newest: newest, load: load)
        rowsTaken += read.count
        input.outcome.accepted += read.count
        return (change.all, self.numbers.firstActivity(of: place.entity))
    }

    /// What commits of a clone that were counted elsewhere change of those that are stored.
    ///
    /// It is what reading the clone here would give.
    ///
    /// - Returns: the commits, nil where all are stored; and why something is not taken, if something is not.
    public func compared(
        _ block: CommitBlock,
        acceptsUnrelated: Bool
    ) throws -> (block: CommitBlock?, reject: Reject?) {
        guard let elsewhere = block.elsewhere else { return (block, nil) }
        let place = try place(of: block.repository, block.source)
        guard let known = try commitTable.known(at: place, upTo: load) else { return (block, nil) }
        var block = block
        block.covered = max(block.covered, known.covered)
        let unchanged = { (count: Int) in
            self.input.outcome.accepted += count
            self.input.outcome.unchanged += count
        }
        if known.tip == block.tip {
            guard block.covered > known.covered else {
                unchanged(block.commits.count)
                return (nil, nil)
            }
            let all = Set(block.commits.lazy.map(\.id))
            return (block.continuing(known.tip, mailmap: known.mailmap, without: all), nil)
        }
        let ids = Set(try commitTable.commits(of: place.entity, from: block.source, upTo: load).lazy.map(\.id))
        if elsewhere.isCut, let tip = UInt64(block.tip.prefix(16), radix: 16), ids.contains(tip) {
            unchanged(block.commits.count)
            return (nil, nil)
        }
        if !acceptsUnrelated, !ids.isEmpty, !block.commits.contains(where: { ids.contains($0.id) }) {
            let why = "has no commit in common with the stored history of \(block.repository)"
            let next = "the stored history stays; load it with --accept if this one is to replace it"
            return (nil, Reject("unrelated-history", detail: "\(why); \(next)"))
        }
        guard block.commits.contains(where: { $0.id == known.tipID }) else {
            block.isRewritten = true
            return (block, nil)
        }
        // Where developers follow from other rules, all of them are written again.
        guard block.mailmap == known.mailmap else { return (block, nil) }
        return (block.continuing(known.tip, mailmap: known.mailmap, without: ids), nil)
    }

    /// Notes who of a repository's developers, by number, land commits at a rate no person does, by this load.
    public func note(automatedAuthors: Set<Int32>, of block: CommitBlock) throws {
        let place = try place(of: block.repository, block.source)
        try commitTable.note(automatedAuthors: automatedAuthors, at: place, load: load)
    }

    private func place(of repository: RepositoryName, _ source: String) throws -> CommitTable.Place {
        CommitTable.Place(entity: try numbers.repository(repository), source: try numbers.source(source))
    }

    private var commitTable: CommitTable { CommitTable(database: database, path: tiles.path) }
}

extension CommitBlock {
    /// The commits that come on top of those that are stored.
    fileprivate func continuing(_ tip: String, mailmap: UInt64, without known: Set<UInt64>) -> CommitBlock {
        var block = self
        block.previousTip = tip
        block.mailmap = mailmap
        block.commits.removeAll { known.contains($0.id) }
        if tip == self.tip { block.releases = nil }
        return block
    }
}

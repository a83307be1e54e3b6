internal import WorkerProtocol

/// The commit-graph of a repository: one file, or a chain of files each of which builds on those below.
struct CommitGraph: Sendable {
    /// How many commits it has; they are numbered from 0, those of the lowest file first.
    let count: Int
    private let layers: [GraphLayer]
    private let starts: [Int]

    /// Opens the commit-graph of a repository.
    ///
    /// - Returns: nil when there is none that can be used.
    /// - Throws: `WorkerFault` when it is damaged.
    static func open(_ folder: RepositoryFolder) throws(WorkerFault) -> CommitGraph? {
        if let file = try folder.map("objects/info/commit-graph") {
            return try GraphLayer.open(file).map { CommitGraph([$0]) }
        }
        let names = "objects/info/commit-graphs"
        guard let text = try folder.content(of: "\(names)/commit-graph-chain", limit: 1 << 16) else { return nil }
        var layers: [GraphLayer] = []
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard let sum = ObjectID(Array(line).span, at: 0), line.count == 40,
                let file = try folder.map("\(names)/graph-\(sum).graph")
            else { throw WorkerFault(.damagedObject, "\(names): the chain names a file that is not there") }
            guard let layer = try GraphLayer.open(file) else { return nil }
            guard layer.sum == sum, layer.bases == layers.map(\.sum) else {
                throw file.damaged("does not build on the files below it")
            }
            layers.append(layer)
        }
        return layers.isEmpty ? nil : CommitGraph(layers)
    }

    private init(_ layers: [GraphLayer]) {
        self.layers = layers
        var starts: [Int] = []
        var count = 0
        for layer in layers {
            starts.append(count)
            count += layer.count
        }
        self.starts = starts
        self.count = count
    }

    /// Checks that the bytes of all its files are those that were written.
    ///
    /// - Throws: `WorkerFault` when they are not.
    func check() throws(WorkerFault) {
        for layer in layers { try layer.check() }
    }

    /// The number of a commit, or nil when it is not in the graph.
    func number(of id: ObjectID) throws(WorkerFault) -> UInt32? {
        for layer in layers.indices {
            if let place = try layers[layer].place(of: id) { return UInt32(starts[layer] + place) }
        }
        return nil
    }

    /// The id of a commit.
    func id(of number: UInt32) throws(WorkerFault) -> ObjectID {
        let layer = layer(of: number)
        return try layers[layer].id(at: Int(number) - starts[layer])
    }

    /// A commit's committer time and corrected date.
    func times(of number: UInt32) throws(WorkerFault) -> (committed: Int64, corrected: Int64) {
        let layer = layer(of: number)
        return try layers[layer].times(at: Int(number) - starts[layer])
    }

    /// A commit's times and parents.
    ///
    /// - Parameters:
    ///   - number: the commit.
    ///   - parents: takes the parents, the first one first.
    /// - Returns: its times.
    /// - Throws: `WorkerFault` when a parent is not in the graph.
    func commit(
        _ number: UInt32,
        parents: (UInt32) throws(WorkerFault) -> Void
    ) throws(WorkerFault) -> (committed: Int64, corrected: Int64) {
        let layer = layer(of: number)
        let commit = try layers[layer].commit(at: Int(number) - starts[layer])
        if let first = commit.first { try parents(checked(first)) }
        if let second = commit.second { try parents(checked(second)) }
        if let place = commit.more { try furtherParents(of: number, from: place, parents) }
        return (commit.committed, commit.corrected)
    }

    /// The parents of a commit with more than two, from the second on.
    ///
    /// - Parameters:
    ///   - number: the commit.
    ///   - place: where its list begins.
    ///   - parents: takes the parents.
    /// - Throws: `WorkerFault` when one is not in the graph.
    func furtherParents(
        of number: UInt32,
        from place: Int,
        _ parents: (UInt32) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        let layer = layers[layer(of: number)]
        var place = place
        while true {
            let (parent, isLast) = try layer.further(at: place)
            try parents(checked(parent))
            if isLast { return }
            place += 1
        }
    }

    /// A parent's number that is one of the graph.
    func checked(_ parent: UInt32) throws(WorkerFault) -> UInt32 {
        guard parent < count else {
            throw WorkerFault(.damagedObject, "the commit-graph names a commit beyond its last; write it anew")
        }
        return parent
    }

    /// All commits as columns.
    func columns() throws(WorkerFault) -> GraphColumns {
        var columns = GraphColumns()
        columns.committed.reserveCapacity(count)
        columns.corrected.reserveCapacity(count)
        columns.first.reserveCapacity(count)
        columns.second.reserveCapacity(count)
        for layer in layers { try layer.append(to: &columns) }
        return columns
    }

    private func layer(of number: UInt32) -> Int {
        var layer = layers.count - 1
        while starts[layer] > Int(number) { layer -= 1 }
        return layer
    }
}

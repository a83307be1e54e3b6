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

    /// A commit's committer time and parents, held against what its corrected date is defined to be.
    ///
    /// This is where a time beyond the 34 bits of the graph shows.
    ///
    /// - Parameters:
    ///   - number: the commit.
    ///   - take: takes the parents with their corrected dates, the first one first.
    /// - Returns: its time and how many parents it has; nil where the graph contradicts itself.
    /// - Throws: `WorkerFault` when a parent is not in the graph.
    func commit(
        _ number: UInt32,
        parents take: (_ parent: UInt32, _ corrected: Int64) -> Void
    ) throws(WorkerFault) -> (committed: Int64, parentCount: Int)? {
        let layer = layer(of: number)
        var rest = try layers[layer].parents(at: Int(number) - starts[layer])
        var parentCount = 0
        var newestParent: Int64 = 0
        while let parent = try next(&rest, of: number) {
            let date = try times(of: parent).corrected
            newestParent = max(newestParent, date)
            parentCount += 1
            take(parent, date)
        }
        let (committed, corrected) = try times(of: number)
        return corrected == max(committed, newestParent + 1) ? (committed, parentCount) : nil
    }

    /// Takes the next one of a commit's parents; nil after the last.
    ///
    /// - Parameters:
    ///   - rest: those that were not taken yet.
    ///   - number: the commit.
    /// - Returns: the parent's number.
    /// - Throws: `WorkerFault` when it is not in the graph.
    @inline(__always)
    func next(_ rest: inout GraphParents, of number: UInt32) throws(WorkerFault) -> UInt32? {
        let parent = rest.next
        guard parent != GraphParents.none else { return nil }
        guard parent < count else {
            throw WorkerFault(.damagedObject, "the commit-graph names a commit beyond its last; write it anew")
        }
        if let place = rest.listed {
            let (further, isLast) = try layers[layer(of: number)].further(at: place)
            rest = GraphParents(next: further, then: isLast ? GraphParents.none : rest.then &+ 1)
        } else {
            rest = GraphParents(next: rest.then, then: GraphParents.none)
        }
        return parent
    }

    /// The parents of all commits.
    func columns() throws(WorkerFault) -> GraphColumns {
        var parents: [GraphParents] = []
        parents.reserveCapacity(count)
        for layer in layers { try layer.appendParents(to: &parents) }
        return GraphColumns(parents: parents)
    }

    /// The committer time of a commit.
    func committed(_ number: UInt32) throws(WorkerFault) -> Int64 {
        let layer = layer(of: number)
        return try layers[layer].committed(at: Int(number) - starts[layer])
    }

    private func layer(of number: UInt32) -> Int {
        var layer = layers.count - 1
        while starts[layer] > Int(number) { layer -= 1 }
        return layer
    }
}

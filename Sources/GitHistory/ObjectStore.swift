internal import WorkerProtocol

/// The objects of a repository: where each lies.
final class ObjectStore: Sendable {
    /// The packs, by name.
    let packs: [Pack]
    /// The repository.
    let folder: RepositoryFolder
    /// Whether objects may be missing on purpose.
    let isPartial: Bool

    /// Where an object lies in a pack.
    struct Place {
        var pack: Int
        var offset: Int
    }

    private static let mostPacks = 2000

    /// Opens all packs of a repository.
    ///
    /// - Throws: `WorkerFault` when one is damaged, or has no index.
    init(_ folder: RepositoryFolder, isPartial: Bool) throws(WorkerFault) {
        let names = try folder.names(in: "objects/pack")
        let stems = names.filter { $0.hasSuffix(".idx") }.map { $0.dropLast(4) }
        guard stems.count <= ObjectStore.mostPacks else {
            throw WorkerFault(.tooLarge, "has more than \(ObjectStore.mostPacks) packs; run `git repack -ad`")
        }
        var packs: [Pack] = []
        for stem in stems {
            guard let index = try folder.map("objects/pack/\(stem).idx"),
                let pack = try folder.map("objects/pack/\(stem).pack")
            else {
                throw WorkerFault(.missingObject, "objects/pack/\(stem).pack is missing; clone the repository anew")
            }
            packs.append(try Pack(pack, index: PackIndex(index)))
        }
        self.packs = packs
        self.isPartial = isPartial || names.contains { $0.hasSuffix(".promisor") }
        self.folder = folder
    }

    /// Where an object lies.
    ///
    /// - Parameters:
    ///   - id: the object.
    ///   - hint: the pack to try first.
    /// - Returns: its place, or nil when no pack has it.
    /// - Throws: `WorkerFault` when an index is damaged.
    func place(of id: ObjectID, hint: Int) throws(WorkerFault) -> Place? {
        if hint < packs.count, let offset = try packs[hint].index.offset(of: id) {
            return Place(pack: hint, offset: offset)
        }
        for pack in packs.indices where pack != hint {
            if let offset = try packs[pack].index.offset(of: id) { return Place(pack: pack, offset: offset) }
        }
        return nil
    }
}

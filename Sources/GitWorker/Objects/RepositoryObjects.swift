internal import WorkerProtocol

/// The objects of one repository, for one thread or more.
struct RepositoryObjects {
    /// The database of the thread that opened it.
    let database: ObjectDatabase
    /// The repository, which takes trees from that database.
    let repository: GitRepository
    /// Whether objects may be missing on purpose.
    let isPartial: Bool
    private let folder: RepositoryFolder
    private let packs: [String]

    init(_ guarded: RepositoryGuard, _ repository: GitRepository, isPartial: Bool) throws(WorkerFault) {
        let (packs, areSomeMissing) = try guarded.packs()
        database = try ObjectDatabase(guarded.common, packs: packs)
        try repository.read(from: database)
        self.repository = repository
        self.isPartial = isPartial || areSomeMissing
        folder = guarded.common
        self.packs = packs
    }

    /// A database for another thread.
    func another() throws(WorkerFault) -> ObjectDatabase {
        try ObjectDatabase(folder, packs: packs, alias: "./")
    }
}

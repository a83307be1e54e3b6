internal import WorkerProtocol

/// Checks a repository before libgit2 opens it: that follows links, waits for pipes and reads beyond its buffers where a file is
/// not what it should be.
struct RepositoryGuard {
    /// What holds HEAD.
    let folder: RepositoryFolder
    /// What holds the objects and branches.
    let common: RepositoryFolder

    private static let mostPacks = 2000
    private static let mostReferenceBytes = 256 << 20

    /// Opens the folders of a repository; one that is cut off, borrows from elsewhere or is stored in an unsupported
    /// way is refused.
    init(_ place: RepositoryPlace) throws(WorkerFault) {
        folder = try RepositoryFolder(place.folder)
        common = place.common == place.folder ? folder : try RepositoryFolder(place.common)
        if let shallow = try common.check("shallow", limit: 64 << 20), shallow > 0 {
            throw WorkerFault(.shallow, "is a shallow clone without its older history; run `git fetch --unshallow`")
        }
        if let alternates = try common.check("objects/info/alternates", limit: 1 << 20), alternates > 0 {
            throw WorkerFault(
                .leadsOutside,
                "borrows objects from another repository (objects/info/alternates); run `git repack -ad` and remove it"
            )
        }
        if try common.has("reftable") {
            throw RepositorySettings.refused(.referenceFormat, "its references are stored as reftable")
        }
        for name in ["HEAD", "commondir", "gitdir"] { try folder.check(name, limit: 4096) }
        try common.check("packed-refs", limit: RepositoryGuard.mostReferenceBytes)
        if let config = try common.content(of: "config", limit: 1 << 20),
            lowered(config).firstRange(of: Array("[include".utf8)) != nil
        {
            throw WorkerFault(.leadsOutside, "its config includes another file; remove that with `git config --edit`")
        }
    }

    /// Its configuration; nil where it has none.
    var config: String? {
        get throws(WorkerFault) { try common.has("config") ? common.path + "/config" : nil }
    }

    /// The references that are in one file, a line each; empty where there is none.
    var packedReferences: [UInt8] {
        get throws(WorkerFault) {
            try common.content(of: "packed-refs", limit: RepositoryGuard.mostReferenceBytes) ?? []
        }
    }

    /// Whether there are grafts, or replacements with files of their own.
    var hasReplacements: Bool {
        get throws(WorkerFault) {
            if try common.check("info/grafts", limit: .max) ?? 0 > 0 { return true }
            return try common.has("refs/replace")
        }
    }

    /// Checks the files that a reference would be read from: a linked worktree has some of its own, such as those of
    /// `git bisect`.
    func check(reference name: String) throws(WorkerFault) {
        try folder.check(name, limit: 4096)
        if folder !== common { try common.check(name, limit: 4096) }
    }

    /// Whether there is neither a reference nor a pack: a repository just made.
    var isEmpty: Bool {
        get throws(WorkerFault) {
            guard try !common.has("packed-refs") else { return false }
            let names = try common.names(in: "refs/heads") + common.names(in: "objects/pack")
            return names.allSatisfy { $0.hasPrefix(".") }
        }
    }

    /// The names of all packs, checked, the smallest first, and whether objects may be missing on purpose.
    func packs() throws(WorkerFault) -> (names: [String], areSomeMissing: Bool) {
        let files = try common.names(in: "objects/pack")
        let names = files.filter { $0.hasSuffix(".idx") }.map { String($0.dropLast(4)) }
        guard names.count <= RepositoryGuard.mostPacks else {
            throw WorkerFault(.tooLarge, "has more than \(RepositoryGuard.mostPacks) packs; run `git repack -ad`")
        }
        var sizes: [(name: String, size: Int)] = []
        for name in names {
            guard let size = try common.check("objects/pack/\(name).pack", limit: .max) else {
                throw WorkerFault(.missingObject, "objects/pack/\(name).pack is missing; clone the repository again")
            }
            try PackCheck(common, "objects/pack/\(name).idx", packSize: size).run()
            sizes.append((name, size))
        }
        sizes.sort { ($0.size, $0.name) < ($1.size, $1.name) }
        return (sizes.map(\.name), files.contains { $0.hasSuffix(".promisor") })
    }
}

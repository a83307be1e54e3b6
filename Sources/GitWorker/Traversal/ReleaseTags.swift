internal import CGit2
internal import WorkerProtocol

/// The tags of a repository that name a release of its default branch.
///
/// Their name is one of a release by `ReleaseTag.namesRelease`, and their commit is one of the branch. Tags of tags are
/// followed; what was tagged after the repository was observed is left out.
struct ReleaseTags {
    /// What was found, by commit and time.
    private(set) var tags: [ReleaseTag] = []

    /// The most tags that are looked at; the largest projects have a tenth of it.
    private static let most = 50_000
    /// The most tags in a row, and folders in each other.
    private static let deepest = 5

    /// Finds the tags whose commits are on the branch, by the first eight bytes of ids.
    init(
        _ guarded: RepositoryGuard,
        _ packed: PackedReferences,
        _ database: ObjectDatabase,
        observedAt: Int64,
        isOnBranch: (UInt64) -> Bool
    ) throws(WorkerFault) {
        var places = packed.tags
        for (name, id) in try ReleaseTags.loose(guarded.common, in: "refs/tags", depth: 0) { places[name] = id }
        guard places.count <= ReleaseTags.most else {
            throw WorkerFault(.tooLarge, "has \(places.count) tags; more than \(ReleaseTags.most) are not read")
        }
        var found: Set<ReleaseTag> = []
        for (name, id) in places where ReleaseTag.namesRelease(name) {
            guard var tag = try ReleaseTags.peeled(id, database, isOnBranch) else { continue }
            if let time = tag.tagged, !Landing.isBelieved(time, observedAt: observedAt) {
                if time > observedAt { continue }
                tag.tagged = nil
            }
            found.insert(tag)
        }
        tags = found.sorted { ($0.commit, $0.tagged ?? .min) < ($1.commit, $1.tagged ?? .min) }
    }

    /// The tags that have files of their own, by name.
    private static func loose(
        _ folder: RepositoryFolder,
        in name: String,
        depth: Int
    ) throws(WorkerFault) -> [([UInt8], ObjectID)] {
        var places: [([UInt8], ObjectID)] = []
        for entry in try folder.names(in: name) where !entry.hasPrefix(".") {
            let path = "\(name)/\(entry)"
            if let text = try folder.content(of: path, limit: 4096) {
                let tag = Array(path.utf8.dropFirst("refs/tags/".utf8.count))
                if let id = ObjectID(text.span, at: 0) { places.append((tag, id)) }
            } else if depth < deepest {
                places += try loose(folder, in: path, depth: depth + 1)
            }
        }
        return places
    }

    /// The commit of the branch that a tag means, and when it was tagged; nil for another one, or none.
    private static func peeled(
        _ start: ObjectID,
        _ database: ObjectDatabase,
        _ isOnBranch: (UInt64) -> Bool
    ) throws(WorkerFault) -> ReleaseTag? {
        var (id, tagged): (ObjectID, Int64?) = (start, nil)
        for _ in 0...deepest {
            if isOnBranch(id.high) { return ReleaseTag(commit: id.high, tagged: tagged) }
            guard let object = try database.tag(id) else { return nil }
            let text = try object.withText { (text) throws(WorkerFault) in TagText(text) }
            guard let next = text.object else { return nil }
            (id, tagged) = (next, tagged ?? text.tagged)
        }
        return nil
    }
}

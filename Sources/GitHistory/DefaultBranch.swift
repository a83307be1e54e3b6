internal import WorkerProtocol

/// The commit that HEAD means.
///
/// Replacements (`refs/replace`) and grafts are not looked at: they change what is shown, not what was committed.
enum DefaultBranch {
    /// The id of the newest commit; nil where nothing was ever committed.
    ///
    /// - Throws: `WorkerFault` when HEAD leads to nothing, or a reference on the way cannot be read.
    static func tip(_ folder: RepositoryFolder) throws(WorkerFault) -> ObjectID? {
        var name = "HEAD"
        for _ in 0..<5 {
            guard let text = try folder.content(of: name, limit: 4096) else {
                if let id = try packed(name, folder) { return id }
                if try isEmpty(folder) { return nil }
                throw WorkerFault(
                    .noBranch,
                    "HEAD names \(name), which is not there; set it with `git symbolic-ref HEAD refs/heads/…`"
                )
            }
            guard let next = target(of: text) else {
                guard text.count >= 40, text.count == 40 || text[40] == UInt8(ascii: "\n"),
                    let id = ObjectID(text.span, at: 0)
                else { throw damaged(name) }
                return id
            }
            guard isSafe(next) else { throw damaged(name) }
            name = next
        }
        throw WorkerFault(.damagedReference, "HEAD passes more than five references; it may go in a circle")
    }

    /// The reference that a symbolic one names.
    private static func target(of text: [UInt8]) -> String? {
        let mark = Array("ref:".utf8)
        guard text.starts(with: mark) else { return nil }
        return String(decoding: text.dropFirst(mark.count), as: UTF8.self).split { $0.isWhitespace }.first.map(
            String.init
        )
    }

    /// Whether a name stays beneath the repository.
    private static func isSafe(_ name: String) -> Bool {
        name.hasPrefix("refs/")
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !["", ".", ".."].contains($0)
            }
            && name.utf8.allSatisfy { $0 > 32 && $0 != 127 }
    }

    /// The id of a reference in `packed-refs`.
    private static func packed(_ name: String, _ folder: RepositoryFolder) throws(WorkerFault) -> ObjectID? {
        guard let text = try folder.content(of: "packed-refs", limit: 256 << 20) else { return nil }
        let wanted = Array(" \(name)".utf8)
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            if end - start == 40 + wanted.count, text[(start + 40)..<end].elementsEqual(wanted) {
                guard let id = ObjectID(text.span, at: start) else { throw damaged("packed-refs") }
                return id
            }
            start = end + 1
        }
        return nil
    }

    /// Whether there is neither a reference nor a pack: a repository just made.
    private static func isEmpty(_ folder: RepositoryFolder) throws(WorkerFault) -> Bool {
        guard try !folder.has("packed-refs") else { return false }
        let names = try folder.names(in: "refs/heads") + folder.names(in: "objects/pack")
        return names.allSatisfy { $0.hasPrefix(".") }
    }

    private static func damaged(_ name: String) -> WorkerFault {
        WorkerFault(.damagedReference, "\(name) holds neither a commit's id nor a reference; check it with `git fsck`")
    }
}

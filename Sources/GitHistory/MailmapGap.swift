public import WorkerProtocol

extension RepositoryHistory {
    /// The object that a clone without trees and files lacks to apply the `.mailmap` of a commit: its tree, then the
    /// file; nil when it lacks none.
    ///
    /// - Parameters:
    ///   - tip: the commit's id.
    ///   - path: the git directory.
    /// - Returns: an id.
    /// - Throws: `WorkerFault` when the clone or the commit cannot be read.
    public static func objectMissing(forMailmapOf tip: String, in path: String) throws(WorkerFault) -> String? {
        let folder = try RepositoryFolder(path)
        _ = try RepositoryFormat(folder)
        let commit = try ObjectID(named: tip)
        let reader = try ObjectReader(ObjectStore(folder, isPartial: true))
        let tree = try reader.withCommit(commit) { (text) throws(WorkerFault) in
            try CommitText(text) { (_) throws(WorkerFault) in }.tree
        }
        if tree == MailmapFile.emptyTree { return nil }
        guard let entries = try reader.bytes(of: tree, .tree) else { return tree.description }
        guard let file = try MailmapFile.entry(entries) else { return nil }
        return try reader.bytes(of: file, .blob) == nil ? file.description : nil
    }
}

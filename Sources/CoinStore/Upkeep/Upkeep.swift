public import CoinModel
internal import Foundation
internal import GRDB

extension Store {
    /// Copies one state of the store to another file, which it replaces, while others read and write it; the copy is
    /// written beside its place, checked and renamed, and its size in bytes returned.
    public func backup(to target: String) throws(StoreError) -> Int {
        let draft = try StoreDraft(for: target, copying: path)
        return try StoreError.translating(target, madeIn: draft.path) {
            try copyPages(to: draft.path)
            // What a disk says that it has written it need not have.
            if let finding = try Store(path: draft.path, mode: .read).check().first {
                throw StoreError(damaged: path, "\(finding.place): \(finding.detail)")
            }
            try draft.put(at: draft.target)
            return Store.size(of: target)
        }
    }

    private func copyPages(to part: String) throws {
        let copy = try DatabaseQueue(path: StorePlace.literal(part))
        // Outside a transaction, so that the lock is released between steps and a writer waits for one of them only.
        try queue.inDatabase { source in
            try copy.inDatabase { copy in
                try source.backup(to: copy, pagesPerStep: 4096) { _ in try Interruption.check(part) }
            }
        }
        try copy.close()
    }

    /// Rewrites the file without the pages that nothing uses any more; returns its size in bytes before and after.
    public func compact() throws(StoreError) -> (before: Int, after: Int) {
        let before = Store.size(of: path)
        do {
            return try StoreError.translating(path) {
                try Interruption.finishing { try queue.vacuum() }
                return (before, Store.size(of: path))
            }
        } catch  where error.reason == .disk {
            let detail = """
                could not be compacted, and is as it was; free up to \(2 * before) bytes next to it and in the temporary folder \
                ($SQLITE_TMPDIR), and run the command again
                """
            throw StoreError(.disk, at: path, detail)
        }
    }

    /// What loading inputs of so many bytes will take at most beside the store and in the temporary folder: what inputs
    /// took so far, at most their own size, the old pages for a rollback, and what even a small load may take.
    public func diskEstimate() throws -> (_ inputs: Int) -> Int {
        let loaded = try read { try Int.fetchOne($0, sql: "SELECT total(size) FROM load WHERE status = 'loaded'") ?? 0 }
        let size = Store.size(of: path)
        let share = loaded > 0 ? min(1, Double(size) / Double(loaded)) : 1
        return { size + Int((Double($0) * share).rounded(.up)) + 1 << 20 }
    }

    /// Removes the file of a store into which nothing was ever loaded, while no other process writes.
    public func removeIfEmpty() throws {
        try write { database in
            guard try Ledger.state(database, upTo: nil) == nil else { return }
            guard unsafe unlink(path) == 0 else {
                throw StoreError(.failed, at: path, "is empty and could not be removed")
            }
        }
    }

    /// Refuses a place with a journal beside it, by which SQLite would undo whatever file takes the place.
    public static func refuseJournal(beside path: String) throws(StoreError) { try StorePlace(path).refuseJournal() }

    /// Whether two paths lead to one file that is there.
    public static func isSameFile(_ one: String, _ other: String) -> Bool { StorePlace.isSame(one, other) }

    /// The size of a file in bytes; 0 where there is none.
    public static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

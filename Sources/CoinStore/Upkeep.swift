internal import Foundation
internal import GRDB

extension Store {
    /// Copies the store to another file while others read and write it: the copy is the state of one moment.
    ///
    /// It is written beside its place, checked and renamed, so a file of that name is always whole.
    ///
    /// - Parameters:
    ///   - target: the file to make.
    ///   - replacing: whether a file that is there already may be replaced.
    /// - Returns: the size of the copy in bytes.
    /// - Throws: `StoreError` when the target exists, cannot be written, or the copy is not sound.
    public func backup(to target: String, replacing: Bool) throws(StoreError) -> Int {
        guard replacing || !FileManager.default.fileExists(atPath: target) else {
            throw StoreError(.failed, path: target, detail: "exists already; name another file or add --force")
        }
        let part = target + ".part"
        return try Store.translating(target) {
            defer { Store.removeIfThere(part) }
            Store.removeIfThere(part)
            let copy = try DatabaseQueue(path: part)
            // In steps, so that a writer waits for one of them and not for the whole.
            try queue.backup(to: copy, pagesPerStep: 4096)
            let findings = try copy.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
            try copy.close()
            guard findings == ["ok"] else {
                throw StoreError(
                    .damaged,
                    path: path,
                    detail: "gave a copy that is not sound (\(findings.prefix(1).joined())); see `assay store check`"
                )
            }
            _ = try Store(path: part, mode: .read)
            if replacing { Store.removeIfThere(target) }
            try FileManager.default.moveItem(atPath: part, toPath: target)
            return Store.size(of: target)
        }
    }

    /// Writes the file anew without the pages that nothing uses any more; what it says stays the same.
    ///
    /// - Returns: its size in bytes before and after.
    /// - Throws: `StoreError`; when the disk has too little room, it says how much is needed.
    public func compact() throws(StoreError) -> (before: Int, after: Int) {
        let before = Store.size(of: path)
        do {
            return try Store.translating(path) {
                try queue.vacuum()
                return (before, Store.size(of: path))
            }
        } catch  where error.reason == .disk {
            throw StoreError(
                .disk,
                path: path,
                detail: "could not be compacted; up to \(2 * before) free bytes are needed beside it and in the "
                    + "temporary folder ($SQLITE_TMPDIR), and the store is as it was"
            )
        }
    }

    private static func size(of path: String) -> Int {
        let handle = FileHandle(forReadingAtPath: path)
        defer { handle?.closeFile() }
        return Int(handle?.seekToEndOfFile() ?? 0)
    }

    private static func removeIfThere(_ path: String) {
        _ = unsafe unlink(path)
    }
}

internal import Foundation
internal import GRDBSQLite

/// What processes that are dead left beside a store: drafts (`.FILE.assay-store-NUMBER`), and the journal of a write
/// that never came to its commit.
///
/// A draft is held by a lock of its file that ends with its process, whatever happens to the process and whoever gets
/// its number later.
enum StaleTemporaryFiles {
    /// How the names of all drafts for a place begin; a long name leaves no room for what marks a draft.
    private static func start(of place: StorePlace) -> String {
        ".\(String(decoding: place.name.utf8.prefix(100), as: UTF8.self)).assay-store-"
    }

    /// The file of this process's first draft for a place.
    static func draft(for place: StorePlace) -> String { "\(place.folder)/\(start(of: place))\(getpid())" }

    /// Removes them; what may not be removed stays, for a reader must work all the same.
    static func remove(beside path: String) {
        do {
            let place = try StorePlace(path)
            let start = start(of: place)
            var drafts: Set<String> = []
            for name in try FileManager.default.contentsOfDirectory(atPath: place.folder) where name.hasPrefix(start) {
                let isJournal = name.hasSuffix(StorePlace.journal)
                let draft = isJournal ? String(name.dropLast(StorePlace.journal.count)) : name
                let number = draft.dropFirst(start.count)
                if !number.isEmpty, number.allSatisfy({ "0123456789-".contains($0) }) { drafts.insert(draft) }
            }
            for draft in drafts { remove(draft: place.folder + "/" + draft) }
            if StorePlace.exists(place.path + StorePlace.journal) { rollBack(place.path) }
        } catch {
            // Whatever is wrong with the place shows when the store is opened.
            return
        }
    }

    /// Removes a draft with its journal, unless a process holds it.
    private static func remove(draft: String) {
        let descriptor = unsafe open(draft, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { _ = unsafe unlink(draft + StorePlace.journal) }
            return
        }
        defer { close(descriptor) }
        // The name may have become another's draft before the lock was had.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isNamed(draft, descriptor), isOurs(descriptor) else { return }
        for file in [draft + StorePlace.journal, draft] { _ = unsafe unlink(file) }
    }

    /// Whether a file holds what a draft may: nothing yet, or what SQLite writes.
    private static func isOurs(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: FileHeader.size)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return count >= 0 && (bytes.allSatisfy { $0 == 0 } || count == bytes.count && FileHeader(bytes).isSQLite)
    }

    static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
        var (atPath, open) = (stat(), stat())
        guard unsafe lstat(path, &atPath) == 0, unsafe fstat(descriptor, &open) == 0 else { return false }
        return atPath.st_dev == open.st_dev && atPath.st_ino == open.st_ino
    }

    /// Rolls back what a writer that was killed left half done, which reading alone may not.
    ///
    /// An empty journal goes as well; while a process writes, nothing happens. What is not a store is left to whoever
    /// wrote it. Pages are restored as the journal has them: given a new checksum, a damaged one would pass for sound.
    private static func rollBack(_ path: String) {
        var opened: OpaquePointer?
        let code = unsafe PageChecksums.withSystemName {
            unsafe sqlite3_open_v2(StorePlace.literal(path), &opened, SQLITE_OPEN_READWRITE, $0)
        }
        defer { unsafe _ = sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let connection = unsafe opened, let pages = unsafe StorePages(connection),
            case let header = pages.header, header.isSQLite, header.applicationID == UInt32(FileHeader.storeID)
        else { return }
        // SQLite removes a journal, under its lock, when the mode changes from one that keeps it to one that does not.
        let sql = "PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE"
        unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    }
}

internal import Foundation
internal import GRDB

/// What processes that are dead left beside a store: drafts (`FILE.part-NUMBER`), and the journal of a write that never
/// came to its commit.
///
/// A draft is held by a lock of its file that ends with its process, whatever happens to the process and whoever gets its
/// number later.
enum Leftovers {
    /// What SQLite keeps beside a file while it is written.
    static let journal = "-journal"

    /// What stands between the name of a file and the number of the process that makes its draft.
    static let infix = ".part-"

    /// Removes them; what may not be removed stays, for whoever only reads has to be served all the same.
    static func remove(beside path: String) {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent().path
        for name in names(in: folder) where name.hasPrefix(file.lastPathComponent + infix) {
            let number = name.dropFirst(file.lastPathComponent.count + infix.count)
                .replacing(journal, with: "", maxReplacements: 1)
            // Numbers are written without zeros before them; parts of a file that was split are not.
            guard let process = Int32(number), String(process) == number, process != getpid() else { continue }
            remove(draft: "\(folder)/\(file.lastPathComponent)\(infix)\(number)")
        }
        if FileManager.default.fileExists(atPath: file.path + journal) { takeBack(file.path) }
    }

    private static func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            return []
        }
    }

    /// Removes a draft with its journal, unless a process holds it.
    private static func remove(draft: String) {
        let descriptor = unsafe Foundation.open(draft, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if descriptor >= 0 {
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
            _ = unsafe unlink(draft)
        }
        _ = unsafe unlink(draft + journal)
    }

    /// Takes back what a writer that was killed left half done, which reading alone may not.
    ///
    /// A journal that says nothing yet goes as well; while a process writes, nothing happens.
    private static func takeBack(_ path: String) {
        do {
            let queue = try DatabaseQueue(path: path)
            // SQLite removes a journal, under its lock, when it is told to leave none where there was to be one.
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE") }
        } catch {
            // Whatever is wrong shows when the store is opened.
            return
        }
    }
}

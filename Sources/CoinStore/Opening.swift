internal import Foundation
internal import GRDB

extension Store {
    /// The version of a store that can be read, or brought forward; its file is there as a whole.
    static func version(_ database: Database, _ path: String, _ expected: Expected = .store) throws -> Int {
        let pages = try StorePages(database)
        func mark(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
        let version = try mark("user_version")
        // One of its marks may be damaged.
        let isOfThisVersion = pages.header.hasChecksums || version == Schema.version
        if expected == .damagedStore, pages.header.isOfStore, isOfThisVersion { return Schema.version }
        guard try mark("application_id") == Schema.applicationID else { throw StoreError(foreign: path) }
        guard version <= Schema.version else {
            throw StoreError(
                .newer,
                path: path,
                detail:
                    "was made by a newer version (schema \(version), this one writes \(Schema.version)); update assay"
            )
        }
        guard version < Schema.version || pages.header.hasChecksums else {
            throw StoreError(damaged: path, "its header tells of no checksums")
        }
        let bytes = try mark("page_count") * mark("page_size")
        guard pages.size >= bytes else {
            throw StoreError(damaged: path, "it holds \(pages.size) of its \(bytes) bytes")
        }
        return version
    }

    /// Makes an empty store, unless another process is faster: its file is whole from the first moment.
    static func make(_ path: String) throws(StoreError) {
        let draft = try StoreDraft(for: path)
        try draft.makeStore()
        try draft.putIfAbsent()
    }

    /// Brings a store of an earlier version forward in a copy that takes its place, and keeps it as it was beside.
    static func bringForward(_ path: String, _ wait: Double) throws(StoreError) {
        try translating(path) {
            // Whoever waits to write meanwhile is told that the file was replaced.
            try open(path, .existing, wait).write { database in
                let version = try version(database, path)
                // Another process may have done it while this one waited.
                guard version < Schema.version else { return }
                let draft = try StoreDraft(for: path)
                let kept = "\(draft.target).schema-\(version)"
                try refuseToReplace(kept, with: draft.target)
                try open(path, .read, wait).vacuum(into: StorePlace.literal(draft.path))
                let queue = try open(draft.path, .existing, wait)
                try queue.write { try Schema.bringForward($0, from: version) }
                try queue.close()
                try draft.put(at: draft.target, keepingOldAs: kept)
            }
        }
    }

    /// Refuses the name that a store is to be kept as where another file has it.
    private static func refuseToReplace(_ kept: String, with place: String) throws(StoreError) {
        try refuseJournal(beside: kept)
        guard unsafe access(kept, F_OK) == 0, !StorePlace.isSame(kept, place) else { return }
        throw StoreError(.failed, path: kept, detail: "exists already; move it away and run the command again")
    }

    /// What a file that is opened should be.
    enum Expected {
        /// A store.
        case store
        /// A store whose pages may be other than they were written.
        case damagedStore
        /// A file that is to become a store.
        case emptyFile
    }

    /// Opens the file of a store, or one that is to become a store.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mode: whether it is to be written.
    ///   - wait: how many seconds to wait for another process that holds it.
    ///   - expected: what there should be.
    /// - Returns: the connection.
    /// - Throws: `StoreError` when the file is none of a store, and what SQLite throws.
    static func open(
        _ path: String,
        _ mode: Mode,
        _ wait: Double,
        expecting expected: Expected = .store
    ) throws -> DatabaseQueue {
        guard PageChecksums.isInstalled else {
            throw StoreError(
                .failed,
                path: path,
                detail: "cannot be checked: SQLite takes no checksums; install it anew"
            )
        }
        var configuration = Configuration()
        configuration.readonly = mode == .read
        configuration.busyMode = .timeout(wait)
        configuration.label = "assay"
        configuration.prepareDatabase { database in
            Interruption.end(statementsOf: database)
            StorePages.reserveChecksums(in: database)
            if expected == .damagedStore {
                try StorePages(database).tolerateDamage()
                // What is left of tables is read though the header tells of more, or the schema of what does not read.
                try database.execute(sql: "PRAGMA writable_schema = ON")
            }
            if expected != .emptyFile { try verifyHeader(database, path) }
            if mode != .read {
                try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
            }
            // Pages are written once and read once, so a small cache serves as well as a large one. What does not fit is
            // written before the load commits, from when on readers wait. Pages that are given up are written as well:
            // so whatever lies in a file has its checksum.
            try database.execute(
                sql: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -4096; PRAGMA secure_delete = ON"
            )
        }
        return try DatabaseQueue(path: StorePlace.literal(path), configuration: configuration)
    }

    /// Tells a damaged store from a file that never was one, where SQLite knows neither.
    private static func verifyHeader(_ database: Database, _ path: String) throws {
        let pages = try StorePages(database)
        let (header, size) = (pages.header, pages.size)
        guard header.isSQLite else { throw header.isOfStore ? StoreError(damaged: path) : StoreError(foreign: path) }
        guard size >= FileHeader.size else { throw StoreError(damaged: path, "it holds \(size) bytes") }
        guard header.isOfStore else { throw StoreError(foreign: path) }
        do {
            try database.execute(sql: "SELECT count(*) FROM sqlite_schema")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB && header.isOfStore {
            throw StoreError(damaged: path)
        }
    }
}

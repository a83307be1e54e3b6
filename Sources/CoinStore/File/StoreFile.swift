internal import CoinModel
internal import Foundation
internal import GRDB

enum StoreFile {
    enum Expected {
        case store
        /// A store whose pages may be other than they were written.
        case damagedStore
        /// A file that is to become a store.
        case emptyFile
    }

    static func open(
        _ path: String,
        readOnly: Bool,
        wait: Double,
        as kind: Expected = .store,
        temporariesInMemory: Bool = false
    ) throws -> DatabaseQueue {
        guard PageChecksums.isInstalled else {
            throw StoreError(.failed, at: path, "cannot be checked: SQLite takes no checksums; reinstall it")
        }
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(wait)
        configuration.label = "assay"
        configuration.prepareDatabase { database in
            Interruption.end(statementsOf: database)
            StorePages.reserveChecksums(in: database)
            if kind == .damagedStore {
                try StorePages(database).tolerateDamage()
                // Tables are read although the header disagrees, or the schema has entries that cannot be read.
                try database.execute(sql: "PRAGMA writable_schema = ON")
            }
            if kind != .emptyFile { try verifyHeader(database, path) }
            if !readOnly { try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA") }
            if temporariesInMemory { try database.execute(sql: "PRAGMA temp_store = MEMORY") }
            // Pages are written once and read once, so a small cache serves as well as a large one. What does not fit is
            // written before the load commits, from when on readers wait. Pages that are given up are written as well:
            // so whatever lies in a file has its checksum.
            try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -4096; PRAGMA secure_delete = ON")
        }
        return try DatabaseQueue(path: StorePlace.literal(path), configuration: configuration)
    }

    /// Checks that a file is a store of this version, and there as a whole.
    static func verify(_ database: Database, _ path: String, _ expected: Expected = .store) throws {
        let pages = try StorePages(database)
        let version = try database.pragma("user_version")
        // One of its marks may be damaged.
        let isOfThisVersion = pages.header.hasChecksums || version == Schema.version
        if expected == .damagedStore, pages.header.isOfStore, isOfThisVersion { return }
        guard try database.pragma("application_id") == FileHeader.storeID else { throw StoreError(foreign: path) }
        guard version == Schema.version else {
            let versions = "schema \(version), this one has schema \(Schema.version)"
            let next = "use that version, or load the inputs into a new store"
            throw StoreError(.otherVersion, at: path, "was made by another version of assay (\(versions)); \(next)")
        }
        guard pages.header.hasChecksums else { throw StoreError(damaged: path, "its header has no mark of checksums") }
        let bytes = try database.pragma("page_count") * database.pragma("page_size")
        guard pages.size >= bytes else {
            throw StoreError(damaged: path, "it holds \(pages.size) of its \(bytes) bytes")
        }
    }

    /// Distinguishes a damaged store from a file that never was one, which SQLite does not.
    private static func verifyHeader(_ database: Database, _ path: String) throws {
        let pages = try StorePages(database)
        let (header, size) = (pages.header, pages.size)
        guard header.isSQLite else { throw header.isOfStore ? StoreError(damaged: path) : StoreError(foreign: path) }
        guard size >= FileHeader.size else { throw StoreError(damaged: path, "it holds \(size) bytes") }
        guard header.isOfStore else { throw StoreError(foreign: path) }
        do {
            try database.execute(sql: "SELECT count(*) FROM sqlite_schema")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError(damaged: path)
        }
    }
}

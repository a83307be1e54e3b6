internal import GRDB

/// The columnar store: one SQLite file that holds the facts as tiles, the coin lists, the ledger and the kept scores.
///
/// One process writes at a time, by SQLite's own lock; a rollback journal with `synchronous=EXTRA`, for the write-ahead
/// log of SQLite 3.7.0–3.51.2 can corrupt a file when it is reset.
public final class Store: Sendable {
    /// The file.
    public let path: String

    let queue: DatabaseQueue

    /// How a store is opened.
    public enum Mode: Sendable {
        /// For reading; a store that does not exist is an error.
        case read
        /// For reading and writing; a store that does not exist is made.
        case write
        /// For reading and writing; a store that does not exist is an error.
        case existing
    }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mode: whether it is to be written, and so made, with the folder that it lies in.
    ///   - wait: how many seconds to wait for another process that holds it.
    /// - Throws: `StoreError` when it is missing, foreign, newer than this program, or cannot be opened.
    public init(path: String, mode: Mode, wait: Double = 5) throws(StoreError) {
        self.path = path
        if mode == .existing { _ = try Store(path: path, mode: .read, wait: wait) }
        if mode == .write { try Store.makeFolder(of: path) }
        queue = try Store.translating(path) {
            let queue = try Store.open(path, mode, wait)
            if mode == .write {
                try queue.write { database in
                    if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
                        try Schema.create(database)
                    }
                }
            }
            return queue
        }
        let marks = try Store.translating(path) {
            try queue.read { database in
                (
                    try Int.fetchOne(database, sql: "PRAGMA application_id"),
                    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                )
            }
        }
        guard marks.0 == Schema.applicationID else {
            throw StoreError(.foreign, path: path, detail: "is not a store of assay; name another with --store")
        }
        if marks.1 < Schema.version { try Store.bringForward(path, from: marks.1, wait) }
        guard marks.1 <= Schema.version else {
            throw StoreError(
                .newer,
                path: path,
                detail:
                    "was made by a newer version (schema \(marks.1), this one writes \(Schema.version)); update assay"
            )
        }
    }

    /// Brings a store of an earlier version forward, and keeps it as it was beside as `FILE.schema-VERSION`.
    private static func bringForward(_ path: String, from version: Int, _ wait: Double) throws(StoreError) {
        try translating(path) {
            let queue = try open(path, .existing, wait)
            let copy = "\(path).schema-\(version)"
            if Store.size(of: copy) == 0 { try queue.vacuum(into: copy) }
            try queue.write { database in
                // Another process may have done it while this one waited.
                guard try Int.fetchOne(database, sql: "PRAGMA user_version") == version else { return }
                try Schema.bringForward(database, from: version)
            }
        }
    }

    private static func configuration(_ mode: Mode, _ wait: Double) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = mode == .read
        configuration.busyMode = .timeout(wait)
        configuration.label = "assay"
        configuration.prepareDatabase { database in
            if mode != .read {
                try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
            }
            // Pages are written once and read once, so a small cache serves as well as a large one. What does not fit is
            // written before the load commits, from when on readers wait.
            try database.execute(
                sql: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -4096"
            )
        }
        return configuration
    }

    /// Opens the file; what a writer that was killed left half done is taken back first, which reading alone may not.
    private static func open(_ path: String, _ mode: Mode, _ wait: Double) throws -> DatabaseQueue {
        do {
            return try DatabaseQueue(path: path, configuration: configuration(mode, wait))
        } catch let error as DatabaseError where mode == .read && error.resultCode == .SQLITE_READONLY {
            _ = try DatabaseQueue(path: path, configuration: configuration(.existing, wait))
            return try DatabaseQueue(path: path, configuration: configuration(mode, wait))
        }
    }

    /// Reads inside one transaction, so that everything seen belongs to one state.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Store.translating(path) { try queue.read(body) }
    }

    /// Writes inside one transaction: all or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Store.translatingAny(path) { try queue.write(body) }
    }

    /// Runs the body while no other process writes; readers go on.
    ///
    /// The body may put a draft in the store's place: SQLite refuses whoever waits to write the file that was there.
    ///
    /// - Throws: `StoreError` of reason `busy` when another process writes, or what the body throws.
    public func withoutWriters<Value>(_ body: () throws -> Value) throws -> Value {
        try write { _ in try body() }
    }

    static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let error as UnreadableRow {
            throw StoreError(error, path: path)
        } catch {
            throw StoreError(.failed, path: path, detail: "\(error)")
        }
    }

    /// Translates the errors of rows and SQLite, and lets the body's own ones pass.
    static func translatingAny<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let error as UnreadableRow {
            throw StoreError(error, path: path)
        }
    }
}

extension StoreError {
    init(_ error: UnreadableRow, path: String) {
        self.init(.damaged, path: path, detail: "has a row that \(error); see `assay store check`")
    }

    init(_ error: DatabaseError, path: String) {
        let said = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        guard error.extendedResultCode != .SQLITE_READONLY_DBMOVED else {
            self.init(.busy, path: path, detail: "was replaced by another process; try again")
            return
        }
        switch error.resultCode {
        case .SQLITE_CANTOPEN:
            let what = Store.hasFolder(path) ? "cannot be opened" : "lies in a folder that does not exist"
            self.init(.missing, path: path, detail: "\(what); load something first, or name it with --store")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, path: path, detail: "is held by another process; try again, or wait longer with --wait")
        case .SQLITE_NOTADB:
            self.init(.foreign, path: path, detail: "is not a store of assay; name another with --store")
        case .SQLITE_CORRUPT:
            self.init(.damaged, path: path, detail: "is damaged (\(said)); see `assay store check`")
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, path: path, detail: "may not be written (\(said)); check the permissions")
        case .SQLITE_FULL, .SQLITE_IOERR:
            self.init(.disk, path: path, detail: "could not be written (\(said)); the last committed loads are intact")
        default:
            self.init(.failed, path: path, detail: said)
        }
    }
}

internal import GRDB

extension StoreError {
    /// Runs the body; whatever it throws becomes an error of the store at a path.
    static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(of: error, path: path) ?? StoreError(.failed, path: path, detail: "\(error)")
        }
    }

    /// Runs the body; errors of rows and of SQLite become errors of the store, the body's own ones pass.
    static func translatingDatabase<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(of: error, path: path) ?? error
        }
    }

    private init?(of error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(error, path)
        case let error as UnreadableRow: self.init(damaged: path, "it has a row that \(error)")
        default: return nil
        }
    }

    private init(_ error: DatabaseError, _ path: String) {
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        guard error.extendedResultCode != .SQLITE_READONLY_DBMOVED else {
            self.init(.busy, path: path, detail: "was replaced by another process; try again")
            return
        }
        switch error.resultCode {
        case .SQLITE_CANTOPEN: self.init(missing: path)
        case .SQLITE_NOTADB: self.init(foreign: path)
        case .SQLITE_CORRUPT: self.init(damaged: path, DamagedPage.lastRefused(in: path) ?? message)
        case .SQLITE_INTERRUPT: self.init(.interrupted, path: path, detail: Interruption.detail)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, path: path, detail: "is held by another process; try again, or wait longer with --wait")
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, path: path, detail: "may not be written (\(message)); check the permissions")
        case .SQLITE_FULL, .SQLITE_IOERR:
            let state = "the last committed loads are intact"
            self.init(.disk, path: path, detail: "could not be written (\(message)); \(state)")
        default: self.init(.failed, path: path, detail: message)
        }
    }
}

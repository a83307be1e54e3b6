internal import CoinModel
internal import GRDB

extension StoreError {
    /// Runs the body; whatever it throws becomes an error of the store at a path, or of the one that is made for it in a
    /// `draft`.
    static func translating<Value>(
        _ path: String,
        madeIn draft: String? = nil,
        _ body: () throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            let known = StoreError(of: error, path: path, draft)
            throw known ?? StoreError(.failed, at: path, "\(error)")
        }
    }

    /// Runs the body; errors of rows and of SQLite become errors of the store, the body's own ones pass.
    static func translatingDatabase<Value>(
        _ path: String,
        madeIn draft: String? = nil,
        _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(of: error, path: path, draft) ?? error
        }
    }

    private init?(of error: any Error, path: String, _ draft: String?) {
        switch error {
        case let error as StoreError where error.place == draft:
            self.init(error.reason, at: path, error.detail)
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(error, path, isMade: draft != nil)
        case let error as BadRow: self.init(damaged: path, "it has a row that \(error.detail)")
        default: return nil
        }
    }

    private init(_ error: DatabaseError, _ path: String, isMade: Bool) {
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        guard error.extendedResultCode != .SQLITE_READONLY_DBMOVED else {
            self.init(.busy, at: path, "was replaced by another process; try again")
            return
        }
        switch error.resultCode {
        case .SQLITE_CANTOPEN where isMade || StorePlace.exists(path):
            let what = "cannot be opened, or no file be made next to it"
            self.init(.failed, at: path, "\(what); check the folder, its permissions and the disk")
        case .SQLITE_CANTOPEN: self.init(missing: path)
        case .SQLITE_NOTADB: self.init(foreign: path)
        case .SQLITE_CORRUPT: self.init(damaged: path, DamagedPage.lastRefused(in: path) ?? message)
        case .SQLITE_INTERRUPT: self.init(.interrupted, at: path, Interruption.detail)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, at: path, "is in use by another process; wait longer with --wait")
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, at: path, "may not be written (\(message)); check the permissions")
        case .SQLITE_FULL, .SQLITE_IOERR:
            // What a copy fails of, its connection knows nothing of.
            let cause = DatabaseError(resultCode: error.resultCode).message ?? message
            let state = isMade ? "" : "; the last committed loads are intact"
            self.init(disk: path, "could not be written (\(cause))\(state)")
        case .SQLITE_ERROR where message.hasPrefix("no such "),
            // A kind of thing that the store's tables do not know yet.
            .SQLITE_CONSTRAINT where message.hasPrefix("CHECK constraint failed: kind"):
            let next = "`assay store rebuild` makes it again from the files that were loaded"
            self.init(.otherVersion, at: path, "was made by another build of assay (\(message)); \(next)")
        default: self.init(.failed, at: path, message)
        }
    }
}

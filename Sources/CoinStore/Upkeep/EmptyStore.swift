internal import Foundation
internal import GRDB

extension Store {
    /// Removes the file of a store into which nothing was ever loaded; any other store stays.
    ///
    /// No other process writes meanwhile, and SQLite refuses whoever waits to write the file that was there.
    ///
    /// - Throws: `StoreError`.
    public func removeIfEmpty() throws {
        try write { database in
            guard try LedgerState(database, upTo: nil) == nil else { return }
            guard unsafe unlink(path) == 0 else {
                throw StoreError(.failed, path: path, detail: "is empty and could not be removed")
            }
        }
    }
}

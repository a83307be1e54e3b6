public import CoinModel
internal import Foundation
internal import GRDB

/// The columnar store: one SQLite file that holds the facts as tiles, the coin lists, the ledger and stored rankings.
///
/// One process writes at a time, by SQLite's own lock; a rollback journal with `synchronous=EXTRA`, for the write-ahead
/// log of SQLite 3.7.0–3.51.2 can corrupt a file when it is reset. Every page bears a checksum (`PageChecksums`).
public final class Store: Sendable {
    /// The file.
    public let path: String

    let queue: DatabaseQueue

    /// Whether SQLite keeps in memory what it would put into temporary files.
    let keepsTemporariesInMemory: Bool

    /// How a store is opened.
    public enum Mode: Sendable {
        /// For reading; a store that does not exist is an error.
        case read
        /// The same, and no file is removed or changed: one with an unfinished write next to it is an error too.
        case readOnly
        /// For reading and writing; a store that does not exist is made.
        case write
        /// For reading and writing; a store that does not exist is an error.
        case existing
    }

    /// Opens a store, waiting so many seconds for another process, and removes what dead processes left beside it; one
    /// that may be damaged is opened to look at what is left of it, and nothing is written.
    ///
    /// A process that may write no file has temporary tables and large sorts in memory.
    public init(
        path: String,
        mode: Mode,
        wait: Double = 5,
        isTolerant: Bool = false,
        temporariesInMemory: Bool = false
    ) throws(StoreError) {
        self.path = path
        keepsTemporariesInMemory = temporariesInMemory
        let expected = isTolerant ? StoreFile.Expected.damagedStore : .store
        if let obstacle = StorePlace.obstacle(path) {
            throw StoreError(.foreign, at: path, "\(obstacle); name the file of a store with --store")
        }
        if mode != .readOnly { StaleTemporaryFiles.remove(beside: path) }
        if !FileManager.default.fileExists(atPath: path) {
            guard mode == .write else { throw StoreError(missing: path) }
            let draft = try StoreDraft(for: path)
            try draft.makeStore()
            try draft.putIfAbsent()
        }
        queue = try StoreError.translating(path) {
            let queue = try StoreFile.open(
                path,
                readOnly: mode == .read || mode == .readOnly,
                wait: wait,
                as: expected,
                temporariesInMemory: temporariesInMemory
            )
            try queue.read { try StoreFile.verify($0, path, expected) }
            return queue
        }
    }

    /// How many seconds it waits for another process.
    var wait: Double { if case .timeout(let seconds) = queue.configuration.busyMode { seconds } else { 0 } }

    /// Reads inside one transaction, so that everything seen belongs to one state.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.translatingDatabase(path) { try queue.read(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.translatingDatabase(path) { try Interruption.finishing { try queue.write(body) } }
    }

    /// Runs the body while no other process writes; it may replace the file, at which SQLite refuses waiting writers.
    public func withoutWriters<Value>(_ body: () throws -> Value) throws -> Value { try write { _ in try body() } }
}

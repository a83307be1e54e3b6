internal import CoinModel
internal import CoinStore
internal import Foundation
internal import RawInput

/// Where a store is, and how long to wait for another process that holds it.
public struct StoreLocation: Sendable {
    /// The file.
    public var path: String
    /// Seconds to wait.
    public var wait: Double
    /// Whether temporary tables and large sorts stay in memory, for a process that may write no file.
    var keepsTemporariesInMemory = false

    /// A store's place.
    public init(path: String, wait: Double = 5) {
        self.path = path
        self.wait = wait
    }

    /// The file where none is named.
    public static let usualPath = "assay.sqlite"

    /// The folder of the records of all runs.
    public var runs: String { path + ".runs" }

    /// The archive of raw answers, where no other is named.
    public var answers: String { path + ".answers" }

    /// The folder of mirrored repositories, where no other is named.
    public var mirrors: String { path + ".mirrors" }

    /// The folder of what evaluations tried and found.
    var trials: String { path + ".trials" }

    /// What alerts said last, and what of their events is not delivered.
    public var alertState: String { path + ".alerts.json" }

    /// All events of alerts.
    public var alertEvents: String { path + ".alerts.ndjson" }

    /// The store's file, those that SQLite keeps beside it while it is written, and what runs and evaluations keep beside it.
    var files: [String] {
        // They lie beside the file, not beside a link to it.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return [path] + ["-journal", "-wal", "-shm"].map { file + $0 } + [runs, trials, alertState, alertEvents]
    }

    /// Works while no other process changes what runs keep beside the store.
    ///
    /// - Throws: `OutputError` when another one does for too long, and what the work throws.
    public func alone<Value>(_ work: () throws -> Value) throws -> Value {
        try FileLock.during(folder: runs, wait: wait, isPrivate: false, work)
    }

    func open(_ mode: Store.Mode, isTolerant: Bool = false) throws -> Store {
        try Store(
            path: path,
            mode: mode,
            wait: wait,
            isTolerant: isTolerant,
            temporariesInMemory: keepsTemporariesInMemory
        )
    }
}

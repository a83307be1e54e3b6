internal import CoinStore
internal import Foundation

/// Where a store is, and how long to wait for another process that holds it.
public struct StoreLocation: Sendable {
    /// The file.
    public var path: String
    /// Seconds to wait.
    public var wait: Double

    /// A store's place.
    public init(path: String, wait: Double = 5) {
        self.path = path
        self.wait = wait
    }

    /// The store's file and those that SQLite keeps beside it while it is written: no output may be any of them.
    public var files: [String] {
        // They lie beside the file, not beside a link to it.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return [path] + ["-journal", "-wal", "-shm"].map { file + $0 }
    }

    func open(_ mode: Store.Mode, isTolerant: Bool = false) throws -> Store {
        try Store(path: path, mode: mode, wait: wait, isTolerant: isTolerant)
    }
}

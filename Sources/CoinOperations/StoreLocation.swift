internal import CoinStore

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

    func open(_ mode: Store.Mode, isTolerant: Bool = false) throws -> Store {
        try Store(path: path, mode: mode, wait: wait, isTolerant: isTolerant)
    }
}

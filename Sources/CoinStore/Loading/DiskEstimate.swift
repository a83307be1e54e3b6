internal import GRDB

/// What a store takes on the disk, to estimate what loading more will take.
public struct DiskEstimate: Sendable {
    /// The bytes of the store.
    let store: Int
    /// The bytes of the inputs that were loaded into it.
    let loaded: Int

    /// What even a small load may take.
    private static let least = 1 << 20

    /// An upper estimate of the free bytes that loading inputs of so many bytes takes beside the store and in the temporary
    /// folder: what inputs took so far, at most as much as they have themselves, and the old pages for a rollback.
    public func needed(forInputsOf inputs: Int) -> Int {
        let share = loaded > 0 ? min(1, Double(store) / Double(loaded)) : 1
        return store + Int((Double(inputs) * share).rounded(.up)) + DiskEstimate.least
    }
}

extension Store {
    /// What the store takes on the disk.
    public func diskEstimate() throws -> DiskEstimate {
        let loaded = try read { try Int.fetchOne($0, sql: "SELECT total(size) FROM load WHERE status = 'loaded'") ?? 0 }
        return DiskEstimate(store: Store.size(of: path), loaded: loaded)
    }
}

/// What a load brings.
public enum LoadKind: String, Sendable, CaseIterable {
    /// Coin lists.
    case coins
    /// Market snapshots and price histories.
    case market
    /// Commit counts and logs.
    case commits
    /// Search-interest exports.
    case trends
}

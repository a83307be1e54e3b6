public import CoinModel

/// Why an input as a whole is refused.
public typealias SourceError = Reject

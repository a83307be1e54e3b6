internal import CoinFetching
public import CoinModel

/// What all fetches of one run share: the one moment that all facts of them bear, and what was asked of each source so far.
public struct FetchRun: Sendable {
    /// The moment, in whole seconds.
    public let now: Instant
    let asked = AskedSources()

    /// A run that begins at a moment, of which parts of a second are left out.
    public init(at moment: Instant) {
        now = Instant(milliseconds: moment.milliseconds / 1000 * 1000)
    }
}

extension OperationError {
    /// Whether a source was not asked for lack of a key that is one: others can be asked all the same.
    public var isAboutKey: Bool {
        ["bad-key", "bad-plan", "key-needed", "bad-token", "token-needed"].contains(diagnostic.identifier)
    }
}

public import CoinModel

/// That the rows of a table are facts of a time each, newest first, which a page lists by day and an Atom file by entry.
///
/// The columns `when`, `kind`, `coin_id`, `symbol`, `name` and `what` say what each is.
public struct Timeline: Sendable {
    /// What it is a timeline of, the same at every making, however far it reaches.
    public let title: String
    /// The moment that it reaches up to.
    public let asOf: AsOf

    /// A timeline up to a moment.
    public init(_ title: String, asOf: AsOf) { (self.title, self.asOf) = (title, asOf) }
}

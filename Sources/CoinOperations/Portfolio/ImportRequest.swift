public import CoinModel

/// How another program's table of trades is read.
public struct ImportRequest: Sendable {
    /// The file.
    public let path: String
    /// The file's headings by the ledger's columns and those of `TradeLayout`; none for a table of a known layout.
    public var headings: [String: String] = [:]
    /// How its numbers and times are written.
    public var notation = Notation()
    /// Whether ids that the store does not know are taken.
    public var anyway = false
    /// The types of rows that are left out.
    public var skipped: [String] = []
    /// Whether rows whose entries were taken back are entered again.
    public var again = false

    /// A file of which nothing is known.
    public init(path: String) { self.path = path }
}

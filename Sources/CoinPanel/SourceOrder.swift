internal import CoinModel

/// The order in which sources of market data are preferred: names of sources as the store has them, or what these begin with
/// before `-` or `:`, such as `coingecko` for all of CoinGecko's.
///
/// Sources outside it come after all in it, and so does for a coin what says nothing of the newest four weeks. Empty, the
/// default, it leaves the choice to what was observed.
public struct SourceOrder: Hashable, Sendable {
    /// The names, the first one preferred.
    public let names: [String]

    /// The order of these names, each once.
    public init(_ names: [String] = []) {
        self.names = names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    }

    /// The rank of a source: 0 for the preferred one, the largest number for those outside the order.
    func rank(of source: String) -> Int {
        names.firstIndex { SourceOrder.names(of: source).contains($0) } ?? .max
    }

    /// What a source may be named by: `tidy`, `tidy-market` and `tidy-market:own` for the last one.
    public static func names(of source: String) -> [String] {
        source.indices.filter { "-:".contains(source[$0]) }.map { String(source[..<$0]) } + [source]
    }
}

/// Whose the figures of a source are, under which licence, and how they are credited where they are shown.
///
/// This is the only place where licences of sources are read; `credits.txt` lists them.
public struct SourceCredit: Hashable, Sendable {
    /// Who is credited, such as `CoinGecko`.
    public let name: String
    /// Where to find it; empty where nothing is to be linked.
    public let address: String
    /// The licence or terms, and what they ask for.
    public let licence: String

    /// The credit of a format, or of the source of a series, such as `coingecko-markets` or `tidy-market:yahoo`.
    ///
    /// A table that names a known source credits that; a table of one's own is its owner's.
    public init(of source: String) {
        let parts = source.split(separator: ":", maxSplits: 1).map(String.init)
        let owner = parts.count == 2 ? SourceCredit.first(for: parts[1]) : nil
        if let owner {
            name = owner.name
            address = owner.address
            licence = "as collected in a loaded table, which states none; name"
            return
        }
        let known = SourceCredit.first(for: parts.first ?? "")
        name = known?.name ?? "Own files"
        address = known?.address ?? ""
        licence = known?.licence ?? "the user’s own"
    }

    /// The credits of some sources, each once, by name.
    public static func all(of sources: some Sequence<String>) -> [SourceCredit] {
        let credits = Dictionary(grouping: sources.map(SourceCredit.init(of:)), by: \.name)
        return credits.sorted { $0.key < $1.key }.compactMap(\.value.first)
    }

    private typealias Entry = (prefix: String, name: String, address: String, licence: String)

    private static func first(for source: String) -> Entry? { known.first { source.hasPrefix($0.prefix) } }

    /// By the beginning of the source's id.
    private static let known: [Entry] = String(decoding: PackageResources.credits_txt, as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: " | ", omittingEmptySubsequences: false).map(String.init) }
        .compactMap { $0.count == 4 ? ($0[0], $0[1], $0[2], $0[3]) : nil }
}

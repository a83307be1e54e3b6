/// What a series is about, in the words of the source.
public enum Subject: Hashable, Sendable {
    /// A coin.
    case coin(CoinKey)
    /// A repository, `owner/name`.
    case repository(RepositoryName)
    /// One column of one search-interest export.
    case searchTerm(SearchTerm)
}

/// How a source names a coin: at least one of the three is there.
///
/// Only an id is a key, and only within its source; symbols and names are search words that are matched against the
/// coin list later and never guessed.
public struct CoinKey: Hashable, Sendable {
    /// The source's own id.
    public let id: String?
    /// The ticker symbol as written.
    public let symbol: String?
    /// The name as written.
    public let name: String?

    /// A key from what a source gives; nil for a part that it does not give.
    public init(id: String? = nil, symbol: String? = nil, name: String? = nil) {
        self.id = id
        self.symbol = symbol
        self.name = name
    }
}

/// A repository's `owner/name`; two spellings that differ in case only are the same repository.
public struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
    /// As written.
    public let description: String

    /// Lower-case: what identifies it.
    public var key: String { description.lowercased() }

    /// Reads `owner/name`, or a web address of it with `https://`, `www.`, `.git` or further path parts; nil for
    /// anything without both parts, such as an organisation's address, and for other hosts.
    public init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        for prefix in ["https://", "http://", "git@"] where rest.lowercased().hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
        for host in ["github.com/", "github.com:"] where rest.lowercased().hasPrefix(host) {
            rest = rest.dropFirst(host.count)
        }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: true)
        // GitHub gives no owner a dot, so one there is another host.
        guard parts.count >= 2, let owner = parts.first, !owner.contains(".") else { return nil }
        var name = parts[1]
        if name.hasSuffix(".git") { name = name.dropLast(4) }
        let allowed = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
        }
        guard !name.isEmpty, owner.allSatisfy(allowed), name.allSatisfy(allowed), name != ".", name != ".." else {
            return nil
        }
        description = owner + "/" + name
    }

    /// Equal when the keys are.
    public static func == (left: RepositoryName, right: RepositoryName) -> Bool {
        left.key == right.key
    }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

/// One column of a search-interest export: a term on that export's own 0–100 scale.
public struct SearchTerm: Hashable, Sendable {
    /// The search term as written.
    public let term: String
    /// The region as written in the header, such as `Worldwide`; empty where the export names none.
    public let region: String
    /// The category line's value, such as `All categories`; empty where the export names none.
    public let category: String
    /// How far apart the export's rows were.
    public let granularity: Granularity
    /// The coin that the load or the file names for it, if any.
    public let coin: String?
    /// The first week that the export may not have seen whole: nil when all its weeks are known to be whole.
    public let partialFrom: Week?

    /// A column of an export.
    public init(
        term: String,
        region: String,
        category: String,
        granularity: Granularity,
        coin: String?,
        partialFrom: Week?
    ) {
        self.term = term
        self.region = region
        self.category = category
        self.granularity = granularity
        self.coin = coin
        self.partialFrom = partialFrom
    }

    /// The spacing of an export's rows.
    ///
    /// Hours and days become weeks by their mean; months are shown, never ranked.
    public enum Granularity: String, Sendable {
        case hour, day, week, month, year
    }
}

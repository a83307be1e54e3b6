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
    public let key: String

    /// Reads `owner/name`, or a web address of it on GitHub.
    ///
    /// The address may have `https://`, `www.`, `.git` or further path parts. Nil for anything without both parts, such
    /// as an organisation's address, and for other hosts.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        var start = 0
        for prefix in RepositoryName.prefixes where RepositoryName.begins(bytes, at: start, with: prefix) {
            start += prefix.count
        }
        let slash = UInt8(ascii: "/")
        func part() -> Range<Int> {
            while start < bytes.count, bytes[start] == slash { start += 1 }
            let first = start
            while start < bytes.count, bytes[start] != slash { start += 1 }
            return first..<start
        }
        let owner = part()
        var name = part()
        if bytes[name].suffix(4).elementsEqual(RepositoryName.ending) { name = name.lowerBound..<name.upperBound - 4 }
        // GitHub gives no owner a dot, so one there is another host.
        guard !owner.isEmpty, !name.isEmpty, !bytes[owner].contains(UInt8(ascii: ".")),
            !bytes[name].elementsEqual(".".utf8), !bytes[name].elementsEqual("..".utf8),
            bytes[owner].allSatisfy(RepositoryName.isAllowed), bytes[name].allSatisfy(RepositoryName.isAllowed)
        else { return nil }
        var whole = Array(bytes[owner])
        whole.append(slash)
        whole += bytes[name]
        description = String(decoding: whole, as: UTF8.self)
        // Most names are lower-case already, and then one text serves for both.
        guard whole.contains(where: { RepositoryName.lowered($0) != $0 }) else {
            key = description
            return
        }
        for place in whole.indices { whole[place] = RepositoryName.lowered(whole[place]) }
        key = String(decoding: whole, as: UTF8.self)
    }

    /// Equal when the keys are.
    public static func == (left: RepositoryName, right: RepositoryName) -> Bool {
        left.key == right.key
    }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// What may stand before the owner, in this order.
    private static let prefixes = ["https://", "http://", "git@", "www.", "github.com/", "github.com:"]
        .map { Array($0.utf8) }
    private static let ending = Array(".git".utf8)

    private static func begins(_ bytes: [UInt8], at start: Int, with prefix: [UInt8]) -> Bool {
        guard bytes.count - start >= prefix.count else { return false }
        return prefix.indices.allSatisfy { lowered(bytes[start + $0]) == prefix[$0] }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// One column of a search-interest export: a term on that export's own 0–100 scale.
public struct SearchTerm: Hashable, Sendable {
    /// The search term as written.
    public let term: String
    /// The region as written in the header, such as `Worldwide`; empty where the export names none.
    public let region: String
    /// The category line's value, such as `All categories`, and what was searched where the load says that it was not
    /// the web, as `All categories, youtube`; empty where neither is named.
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

        /// Whether the rows are weeks or become such.
        public var makesWeeks: Bool { self != .month && self != .year }
    }
}

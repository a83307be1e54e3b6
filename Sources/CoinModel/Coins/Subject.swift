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
        (self.id, self.symbol, self.name) = (id, symbol, name)
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
        let parts = bytes[start...].split(separator: slash, maxSplits: 2)
        guard parts.count >= 2 else { return nil }
        let owner = parts[0]
        let name = parts[1].suffix(4).elementsEqual(RepositoryName.ending) ? parts[1].dropLast(4) : parts[1]
        // GitHub gives no owner a dot, so one there is another host.
        guard !name.isEmpty, !owner.contains(UInt8(ascii: ".")),
            !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8),
            owner.allSatisfy(RepositoryName.isAllowed), name.allSatisfy(RepositoryName.isAllowed)
        else { return nil }
        let whole = owner + [slash] + name
        description = String(decoding: whole, as: UTF8.self)
        // Most names are lower-case already, and then one text serves for both.
        let isLower = whole.allSatisfy { RepositoryName.lowered($0) == $0 }
        key = isLower ? description : String(decoding: whole.map(RepositoryName.lowered), as: UTF8.self)
    }

    /// Equal when the keys are.
    public static func == (left: RepositoryName, right: RepositoryName) -> Bool { left.key == right.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

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
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}

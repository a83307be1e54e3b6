/// A repository's name: `owner/name` on GitHub, `gitlab.com/group/name` on another host; two spellings that differ in case
/// only are the same repository.
///
/// This is the only place where a text becomes a repository's name; a path never does.
public struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
    /// As written, without what an address has before and behind it.
    public let description: String

    /// Lower-case: what identifies it.
    public let key: String

    /// The host, lower-case and with its port if it has one; nil for GitHub.
    public let host: String?

    /// Reads `owner/name`, or a web address of it on GitHub or another host.
    ///
    /// The address may have `https://`, `git@`, `www.`, `.git` or, behind the name, what leads into a repository. Without a
    /// scheme a first part with a dot is a host, for GitHub gives no owner one. Nil for anything without owner and name,
    /// such as an organisation's address on GitHub, for a host without a path, and for a path of this machine, which begins
    /// with `/`, `~` or `.`, or with `file:`.
    public init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        if let first = rest.first, RepositoryName.pathStarts.contains(first) { return nil }
        let hasScheme = RepositoryName.schemes.contains { RepositoryName.drop($0, from: &rest) }
        let hasUser = RepositoryName.drop(RepositoryName.user, from: &rest)
        let start = rest.prefix { $0 != RepositoryName.slash }
        var host: String?
        if hasScheme || hasUser || start.contains(UInt8(ascii: ".")) {
            guard let named = RepositoryName.host(of: &rest, endsAtColon: hasUser) else { return nil }
            host = named == "github.com" ? nil : named
        }
        let parts = RepositoryName.path(rest, isOnGitHub: host == nil)
        guard (host == nil ? 2...2 : 1...8).contains(parts.count), parts.allSatisfy(RepositoryName.isName) else {
            return nil
        }
        var whole = host.map { Array($0.utf8) } ?? []
        for part in parts {
            if !whole.isEmpty { whole.append(RepositoryName.slash) }
            whole += part
        }
        self.host = host
        description = String(decoding: whole, as: UTF8.self)
        // Most names are lower-case already, and then one text serves for both.
        let isLower = whole.allSatisfy { RepositoryName.lowered($0) == $0 }
        key = isLower ? description : String(decoding: whole.map(RepositoryName.lowered), as: UTF8.self)
    }

    /// Reads the name of a clone's folder: `owner__name`, or `host__group__name`, with or without `.git`; nil for any other.
    ///
    /// An owner has no underscore, so the first two part the names.
    public init?(ofFolder folder: some StringProtocol) {
        let stem = folder.hasSuffix(".git") ? String(folder.dropLast(4)) : String(folder)
        guard let gap = stem.firstRange(of: "__") else { return nil }
        let (first, rest) = (stem[..<gap.lowerBound], stem[gap.upperBound...])
        self.init("\(first)/\(first.contains(".") ? rest.replacing("__", with: "/") : rest)")
    }

    /// Where it is on the web.
    public var address: String { "https://" + (host == nil ? "github.com/" : "") + description }

    /// Equal when the keys are.
    public static func == (left: RepositoryName, right: RepositoryName) -> Bool { left.key == right.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private static let schemes = ["https://", "http://", "ssh://", "git://"].map { Array($0.utf8) }
    private static let user = Array("git@".utf8)
    private static let ending = Array(".git".utf8)
    private static let slash = UInt8(ascii: "/")
    /// What paths begin with, but for `file:`, whose colon no name has.
    private static let pathStarts = Array("/~.".utf8)
    /// Parts of an address behind which no name goes on: what leads into a repository on GitLab, Gitea and Bitbucket.
    private static let inner = ["-", "src", "tree"].map { Array($0.utf8) }

    private static func drop(_ prefix: [UInt8], from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.prefix(prefix.count).elementsEqual(prefix, by: { lowered($0) == $1 }) else { return false }
        rest = rest.dropFirst(prefix.count)
        return true
    }

    /// Takes the host from the front of an address, lower-case, without `www.`; nil for what is none.
    private static func host(of rest: inout ArraySlice<UInt8>, endsAtColon: Bool) -> String? {
        let colon = UInt8(ascii: ":")
        let end = rest.firstIndex { $0 == slash || endsAtColon && $0 == colon } ?? rest.endIndex
        var host = String(decoding: rest[..<end].map(lowered), as: UTF8.self)
        rest = rest[end...].dropFirst()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        let labels = parts.first?.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
        let isHost =
            labels.count > 1
            && labels.allSatisfy { label in
                label.first.map { $0 != UInt8(ascii: "-") } ?? false
                    && label.allSatisfy { isAllowed($0) && $0 != UInt8(ascii: "_") }
            }
        let isPort = parts.count == 1 || parts.count == 2 && Int(parts[1]).map { (1...65_535).contains($0) } ?? false
        return isHost && isPort ? host : nil
    }

    /// The parts of a path that name the repository.
    private static func path(_ rest: ArraySlice<UInt8>, isOnGitHub: Bool) -> [ArraySlice<UInt8>] {
        var parts = rest.split(separator: slash)
        if isOnGitHub {
            parts = Array(parts.prefix(2))
        } else if let end = parts.indices.dropFirst().first(where: { inner.contains(Array(parts[$0])) }) {
            parts = Array(parts[..<end])
        }
        if let last = parts.last, last.suffix(4).elementsEqual(ending, by: { lowered($0) == $1 }) {
            parts[parts.count - 1] = last.dropLast(4)
        }
        return parts
    }

    private static func isName(_ part: ArraySlice<UInt8>) -> Bool {
        !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && part.allSatisfy(isAllowed)
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

/// All repositories of one owner, or of a group on another host: `owner/*`.
public struct RepositoryOwner: Hashable, Sendable, CustomStringConvertible {
    /// As written: `owner/*`.
    public let description: String
    /// What the keys of its repositories begin with, the slash included.
    private let prefix: String

    /// Reads `owner/*`, or such an address on GitHub or another host; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.hasSuffix("/*"), let any = RepositoryName(text.dropLast() + "x") else { return nil }
        description = any.description.dropLast() + "*"
        prefix = String(any.key.dropLast())
    }

    /// The owner's name on GitHub; nil for a group on another host.
    public var nameOnGitHub: String? {
        RepositoryName(prefix + "x")?.host == nil ? String(description.dropLast(2)) : nil
    }

    /// Whether a repository is one of the owner's own, and none of a group below.
    public func owns(_ repository: RepositoryName) -> Bool {
        repository.key.hasPrefix(prefix) && !repository.key.dropFirst(prefix.count).contains("/")
    }

    /// Equal when they own the same.
    public static func == (left: RepositoryOwner, right: RepositoryOwner) -> Bool { left.prefix == right.prefix }

    /// Hashes what the keys begin with.
    public func hash(into hasher: inout Hasher) { hasher.combine(prefix) }
}

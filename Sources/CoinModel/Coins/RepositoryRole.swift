/// What a repository is to a coin: a core one or a side one, and the share of its work that is the coin's.
public struct RepositoryRole: Hashable, Sendable, CustomStringConvertible {
    /// Whether it is a library, an interface or a tool beside the coin's core.
    public let isSide: Bool
    /// The written share of the repository's work that is the coin's, above 0 and at most 1; nil where none is written.
    public let weight: Double?

    /// The role of a repository of which a list says nothing.
    public static let core = RepositoryRole(isSide: false, weight: nil)

    /// `core` or `side`.
    public var name: String { isSide ? "side" : "core" }

    /// What a text says of it beside others: nothing of a core one without a weight.
    public var words: [String] { self == .core ? [] : [text] }

    /// The whole of it: `core`, or as `side, weight 0.6`.
    public var text: String { name + (weight.map { ", weight \($0)" } ?? "") }

    /// What follows the repository's name in a coin list: nothing, `:side`, `:0.6` or `:side:0.6`.
    public var description: String { (isSide ? ":side" : "") + (weight.map { ":\($0)" } ?? "") }
}

/// A repository as a coin list names it: `owner/app`, `owner/app:side`, `owner/name:0.6` or `owner/name:side:0.6`.
public struct ListedRepository: Hashable, Sendable, CustomStringConvertible {
    /// Its name.
    public let name: RepositoryName
    /// What it is to the coin.
    public let role: RepositoryRole

    /// A repository in a role.
    public init(_ name: RepositoryName, _ role: RepositoryRole) {
        self.name = name
        self.role = role
    }

    /// Reads an entry of a coin list; nil where the name is none, or what follows it no role and no weight above 0 and at
    /// most 1.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.contains(UInt8(ascii: ":")) else {
            guard let name = RepositoryName(text) else { return nil }
            self.init(name, .core)
            return
        }
        // A colon before the last slash belongs to an address.
        let start = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        let parts = text[start...].split(separator: ":", omittingEmptySubsequences: false)
        guard let name = RepositoryName("\(text[..<start])\(parts.first ?? "")") else { return nil }
        var words = parts.dropFirst()
        let isSide = words.first == "side"
        if isSide || words.first == "core" { words.removeFirst() }
        let weight = words.first.flatMap { NumberGrammar.double($0) }
        guard words.count <= 1, words.isEmpty || weight.map({ $0 > 0 && $0 <= 1 }) ?? false else { return nil }
        self.init(name, RepositoryRole(isSide: isSide, weight: weight))
    }

    /// As a coin list has it.
    public var description: String { "\(name)\(role)" }
}

internal import RawInput
internal import WorkerProtocol

/// Who is who in one repository: authors as they stand in commits → developers.
///
/// A developer is an address: the one that `.mailmap` gives, in lower case, all of GitHub's no-reply forms of one user
/// name as one. Where the address is empty the name stands in, marked so that it equals no address; who has neither is
/// no person and is not a developer.
struct Developers {
    /// The identities of developers, by number.
    private(set) var keys: [[UInt8]] = []
    /// The developer of each author; nil for none.
    private(set) var numbers: [UInt32?] = []
    /// What each author is by its name and address; nil for a person.
    private var kinds: [BotRules.Kind?] = []
    /// Whether each author's name says that an agent wrote with its person: `Ann Lee (aider)`.
    private var areAssisted: [Bool] = []
    private let mailmap: Mailmap?

    /// Works all authors out; without rules an address stands for itself.
    init(_ authors: [[UInt8]], _ mailmap: Mailmap?) {
        self.mailmap = mailmap
        var known: [[UInt8]: UInt32] = [:]
        for text in authors {
            let (name, address) = Developers.parts(text)
            kinds.append(BotRules.kind(name, address))
            areAssisted.append(String(decoding: name.suffix(8), as: UTF8.self).lowercased() == " (aider)")
            guard let key = key(name, address) else {
                numbers.append(nil)
                continue
            }
            let number = known[key] ?? UInt32(keys.count)
            if known.updateValue(number, forKey: key) == nil { keys.append(key) }
            numbers.append(number)
        }
    }

    /// Whether an author's commit, with an agent as co-author or not, is by a bot or an agent, or helped by one.
    func flags(of author: Int, isHelpedByAgent: Bool) -> CommitBatch.Flags {
        if let kind = kinds[author] { return kind == .agent ? .agent : .bot }
        return isHelpedByAgent || areAssisted[author] ? .assisted : []
    }

    /// Who the co-authors of a commit are: the people, each as a digest of the identity, and whether an agent is among them.
    func coauthors(_ texts: [[UInt8]]) -> (people: [UInt64], hasAgent: Bool) {
        let all = texts.map(Developers.parts)
        let kinds = all.map { BotRules.kind($0.name, $0.address) }
        let people = zip(all, kinds).filter { $1 == nil }.compactMap { key($0.0.name, $0.0.address) }
        return (people.map { Digest.leading64($0) }, kinds.contains(.agent))
    }

    /// The name and the address of `Name <address`, with a `>` or without.
    private static func parts(_ text: [UInt8]) -> (name: [UInt8], address: [UInt8]) {
        let cut = text.firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
        return (trimmed(text[..<cut]), Array(text[cut...].dropFirst().prefix { $0 != UInt8(ascii: ">") }))
    }

    private func key(_ name: [UInt8], _ address: [UInt8]) -> [UInt8]? {
        let address = mailmap?.address(name: name, address: address) ?? address
        guard address.isEmpty else { return DeveloperAddress.normalised(address) }
        return name.isEmpty ? nil : lowered(name) + Array("<>".utf8)
    }
}

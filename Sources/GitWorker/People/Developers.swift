internal import WorkerProtocol

/// Who is who in one repository: authors as they stand in commits → developers.
///
/// A developer is an address: the one that `.mailmap` gives, in lower case, all of GitHub's no-reply forms of one user
/// name as one. Where the address is empty the name stands in, marked so that it equals no address; who has neither is
/// nobody and is no developer.
struct Developers {
    /// The identities of developers, by number.
    private(set) var keys: [[UInt8]] = []
    /// The developer of each author; nil for nobody.
    private(set) var numbers: [UInt32?] = []
    /// What each author is by its name and address; nil for a person.
    private(set) var kinds: [BotRules.Kind?] = []

    /// Works all authors out; without rules an address stands for itself.
    init(_ authors: [[UInt8]], _ mailmap: Mailmap?) {
        var known: [[UInt8]: UInt32] = [:]
        for text in authors {
            let cut = text.firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
            let name = trimmed(text[..<cut])
            let address = Array(text[cut...].dropFirst())
            kinds.append(BotRules.kind(name, address))
            guard let key = Developers.key(name, mailmap?.address(name: name, address: address) ?? address) else {
                numbers.append(nil)
                continue
            }
            let number = known[key] ?? UInt32(keys.count)
            if known.updateValue(number, forKey: key) == nil { keys.append(key) }
            numbers.append(number)
        }
    }

    private static func key(_ name: [UInt8], _ address: [UInt8]) -> [UInt8]? {
        guard address.isEmpty else { return DeveloperAddress.normalised(address) }
        return name.isEmpty ? nil : lowered(name) + Array("<>".utf8)
    }
}

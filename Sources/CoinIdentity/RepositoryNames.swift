public import CoinModel

/// The names that repositories had and have, of which each repository is one, whatever it is called.
///
/// A name that another one followed means what that one means. A later rename holds against an earlier one: a repository
/// that gets a former name back has that name now.
public struct RepositoryNames: Sendable {
    /// The key that followed a key.
    private var next: [String: String] = [:]
    /// The keys that one followed, the newest rename first.
    private var former: [String: [String]] = [:]

    /// The names that follow from renames, oldest first; linear in them.
    public init(_ renames: some Sequence<RepositoryRename> = []) {
        for rename in renames where !says(rename) {
            drop(rename.current.key)
            drop(rename.former.key)
            next[rename.former.key] = rename.current.key
            former[rename.current.key, default: []].insert(rename.former.key, at: 0)
        }
    }

    private mutating func drop(_ key: String) {
        guard let current = next.removeValue(forKey: key) else { return }
        former[current]?.removeAll { $0 == key }
    }

    /// Whether a rename adds nothing: it is the newest one of its former name, or from a name to itself.
    public func says(_ rename: RepositoryRename) -> Bool {
        rename.former == rename.current || next[rename.former.key] == rename.current.key
    }

    /// The key that a repository of this key has now.
    public func current(of key: String) -> String {
        var key = key
        while let newer = next[key] { key = newer }
        return key
    }

    /// All keys of the repository that a key means, the current one first, then the newer names before the older ones.
    public func all(of key: String) -> [String] {
        var keys = [current(of: key)]
        var place = 0
        while place < keys.count {
            keys += former[keys[place], default: []]
            place += 1
        }
        return keys
    }
}

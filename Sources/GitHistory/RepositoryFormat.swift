internal import WorkerProtocol

/// What a repository's configuration says of how it is kept; whatever is not known here is refused by name.
///
/// Only its own `config` is read and no file that it includes: git itself takes the format from nowhere else.
struct RepositoryFormat {
    /// Whether objects may be missing on purpose (a partial clone).
    private(set) var isPartial = false
    /// The address of the remote `origin`, without a password that may stand in it; empty where there is none.
    private(set) var origin = ""
    /// The same of the remote `upstream`, by which forks commonly name what they come from.
    private(set) var upstream = ""

    /// Checks that the history can be read whole.
    ///
    /// - Throws: `WorkerFault` when it is kept in a way that is not read here, or cut off.
    init(_ folder: RepositoryFolder) throws(WorkerFault) {
        if let shallow = try folder.content(of: "shallow", limit: 64 << 20), !shallow.isEmpty {
            throw WorkerFault(.shallow, "is a shallow clone without its older history; run `git fetch --unshallow`")
        }
        if try folder.has("commondir") {
            throw WorkerFault(.leadsOutside, "is the folder of a linked worktree; name the repository itself")
        }
        if let alternates = try folder.content(of: "objects/info/alternates", limit: 1 << 20), !alternates.isEmpty {
            throw WorkerFault(
                .leadsOutside,
                "borrows objects from another repository (objects/info/alternates); run `git repack -ad` and remove it"
            )
        }
        if try folder.has("reftable") {
            throw RepositoryFormat.refused(.referenceFormat, "its references are kept as reftable")
        }
        var version = 0
        var extensions: [(key: String, value: String)] = []
        let text = try folder.content(of: "config", limit: 4 << 20) ?? []
        for setting in Settings(text) {
            switch setting.section {
            case "core" where setting.key == "repositoryformatversion":
                guard let number = Int(setting.value) else {
                    throw WorkerFault(.damagedReference, "config: repositoryformatversion is no number")
                }
                version = number
            case "extensions": extensions.append((setting.key, setting.value))
            case "remote" where setting.subsection == "origin" && setting.key == "url":
                origin = RepositoryFormat.withoutUser(setting.value)
            case "remote" where setting.subsection == "upstream" && setting.key == "url":
                upstream = RepositoryFormat.withoutUser(setting.value)
            // Since git 2.25 a partial clone says it so, and no longer by an extension.
            case "remote" where setting.key == "promisor": isPartial = isPartial || setting.value != "false"
            default: break
            }
        }
        guard (0...1).contains(version) else {
            throw RepositoryFormat.refused(.extensions, "its repository format is version \(version)")
        }
        for (key, value) in extensions {
            switch key {
            case "objectformat":
                guard value.lowercased() == "sha1" else {
                    throw RepositoryFormat.refused(.objectFormat, "its ids are \(value)")
                }
            case "refstorage":
                guard value.lowercased() == "files" else {
                    throw RepositoryFormat.refused(.referenceFormat, "its references are kept as \(value)")
                }
            case "partialclone": isPartial = true
            case "noop", "preciousobjects", "worktreeconfig", "relativeworktrees": break
            default:
                if version == 1 { throw RepositoryFormat.refused(.extensions, "it needs git's extension `\(key)`") }
            }
        }
    }

    /// An address without the user and password before its host.
    private static func withoutUser(_ address: String) -> String {
        guard let start = address.firstRange(of: "://")?.upperBound,
            let end = address[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
        else { return address }
        return String(address[..<start] + address[end...].dropFirst())
    }

    private static func refused(_ reason: WorkerFault.Reason, _ what: String) -> WorkerFault {
        WorkerFault(reason, "cannot be read here: \(what); load GitHub's statistics or a log of it instead")
    }
}

/// The settings of a git configuration file, in order.
private struct Settings: Sequence, IteratorProtocol {
    struct Setting {
        /// Lower-case.
        var section: String
        /// As written between quotes; empty where there is none.
        var subsection: String
        /// Lower-case.
        var key: String
        var value: String
    }

    private var lines: ArraySlice<Substring>
    private var section = ""
    private var subsection = ""

    init(_ text: [UInt8]) {
        lines = String(decoding: text, as: UTF8.self).split { $0.isNewline }[...]
    }

    mutating func next() -> Setting? {
        while let line = lines.popFirst() {
            var rest = line.drop { $0.isWhitespace }
            if rest.first == "[", let end = rest.firstIndex(of: "]") {
                let name = rest[..<end].dropFirst().prefix { !$0.isWhitespace && $0 != "\"" && $0 != "." }
                section = name.lowercased()
                subsection = String(rest[name.endIndex..<end].drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
                rest = rest[end...].dropFirst().drop { $0.isWhitespace }
            }
            guard let first = rest.first, first.isLetter else { continue }
            let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
            let after = rest[key.endIndex...].drop { $0.isWhitespace }
            // A key alone means true.
            let value = after.first == "=" ? Settings.plain(after.dropFirst()) : "true"
            return Setting(section: section, subsection: subsection, key: key.lowercased(), value: value)
        }
        return nil
    }

    /// A value without its quotes, comment and outer blanks.
    private static func plain(_ text: Substring) -> String {
        let value = text.prefix { $0 != "#" && $0 != ";" }.filter { $0 != "\"" }
        return String(value.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

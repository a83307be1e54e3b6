internal import CGit2
internal import WorkerProtocol

/// How a repository is stored, by its own configuration; whatever is not supported is refused by name.
struct RepositorySettings {
    /// Whether objects may be missing on purpose (a partial clone).
    private(set) var isPartial = false
    /// The address of the remote `origin`, without a password that may stand in it; empty where there is none.
    private(set) var origin = ""
    /// The same of the remote `upstream`, by which forks commonly name what they come from.
    private(set) var upstream = ""

    /// Reads a configuration, which was checked to be a regular file that includes no other; nil without one.
    init(_ file: String?) throws(WorkerFault) {
        var version = 0
        var extensions: [(name: String, value: String)] = []
        for (name, value) in try RepositorySettings.entries(file) {
            switch name {
            case "core.repositoryformatversion":
                guard let number = Int(value) else {
                    throw WorkerFault(.damagedReference, "config: repositoryformatversion is not a number")
                }
                version = number
            case "remote.origin.url": origin = shownAddress(value)
            case "remote.upstream.url": upstream = shownAddress(value)
            case _ where name.hasPrefix("extensions."):
                extensions.append((String(name.dropFirst("extensions.".count)), value))
            // Since git 2.25 a partial clone is marked so, and no longer by an extension.
            case _ where name.hasPrefix("remote.") && name.hasSuffix(".promisor"):
                isPartial = isPartial || value != "false"
            default: break
            }
        }
        guard (0...1).contains(version) else {
            throw RepositorySettings.refused(.extensions, "its repository format is version \(version)")
        }
        for (name, value) in extensions {
            switch name {
            case "objectformat":
                guard value.lowercased() == "sha1" else {
                    throw RepositorySettings.refused(.objectFormat, "its ids are \(value)")
                }
            case "refstorage":
                guard value.lowercased() == "files" else {
                    throw RepositorySettings.refused(.referenceFormat, "its references are stored as \(value)")
                }
            case "partialclone": isPartial = true
            case "noop", "preciousobjects", "worktreeconfig", "relativeworktrees": break
            default:
                if version == 1 { throw RepositorySettings.refused(.extensions, "it needs git's extension `\(name)`") }
            }
        }
    }

    /// Why a kind of repository is not read.
    static func refused(_ reason: WorkerFault.Reason, _ what: String) -> WorkerFault {
        WorkerFault(reason, "cannot be read here: \(what); \(WorkerFault.otherInputs)")
    }

    /// The names and values of a file; a name alone means true.
    private static func entries(_ file: String?) throws(WorkerFault) -> [(name: String, value: String)] {
        guard let file else { return [] }
        var config: OpaquePointer?
        var iterator: OpaquePointer?
        defer {
            unsafe git_config_iterator_free(iterator)
            unsafe git_config_free(config)
        }
        guard unsafe git_config_open_ondisk(&config, file) == 0, unsafe git_config_iterator_new(&iterator, config) == 0
        else { throw GitLibrary.fault("config", .damagedReference) }
        var entries: [(name: String, value: String)] = []
        var entry: UnsafeMutablePointer<git_config_entry>?
        while unsafe git_config_next(&entry, iterator) == 0, let entry = unsafe entry?.pointee {
            let value = unsafe entry.value.map { unsafe String(cString: $0) }
            unsafe entries.append((String(cString: entry.name), value ?? "true"))
        }
        return entries
    }
}

internal import CoinModel
internal import Foundation
internal import WorkerProtocol

/// A repository and the address that it is fetched from: https, or a folder of this machine.
struct MirrorOrigin {
    let repository: RepositoryName
    /// `https://…`, or `file:///…` for a folder.
    let address: String

    /// Whether it lies on this machine.
    var isLocal: Bool { address.hasPrefix("file://") }

    /// The host that is asked; empty for none.
    var host: String { isLocal ? "" : String(address.dropFirst("https://".count).prefix { $0 != "/" }) }
    /// The folder where it lies on this machine; empty for one that does not.
    var source: String {
        isLocal ? address.dropFirst("file://".count).removingPercentEncoding ?? "" : ""
    }

    /// The name of its folder among the mirrors, by which a load knows whose it is.
    var folder: String { repository.key.split(separator: "/").joined(separator: "__") + ".git" }

    private init(_ repository: RepositoryName, at address: String) {
        (self.repository, self.address) = (repository, address)
    }

    /// A repository of a coin list.
    ///
    /// - Throws: `OperationError` when the base is not an address.
    init(_ repository: RepositoryName, base: String) throws {
        let address = repository.host == nil ? try MirrorOrigin.address(base) + "/\(repository)" : repository.address
        self.init(repository, at: address)
    }

    /// A repository at an address, whatever that calls it.
    ///
    /// - Throws: `OperationError` when it is an address that is never fetched.
    init(_ repository: RepositoryName, address: String) throws {
        self.init(repository, at: try MirrorOrigin.address(address))
    }

    /// What a person names: `owner/name`, its address, or `owner/name=address`.
    ///
    /// - Throws: `OperationError` when it names none, or is an address that is never fetched.
    init(_ text: String, base: String) throws {
        if let cut = text.firstIndex(of: "=") {
            guard let name = RepositoryName(text[..<cut]), MirrorOrigin.isName(text[..<cut]) else {
                throw MirrorOrigin.bad(text)
            }
            let address = try MirrorOrigin.address(String(text[text.index(after: cut)...]))
            // A load would take GitHub's own name from the address.
            if let other = RepositoryName(address), other.host == nil, other != name {
                throw OperationError(.usage, "other-repository", place: text, "is the address of \(other)")
            }
            self.init(name, at: address)
        } else if MirrorOrigin.isName(text[...]) {
            guard let name = RepositoryName(text) else { throw MirrorOrigin.bad(text) }
            try self.init(name, base: base)
        } else {
            let address = try MirrorOrigin.address(text)
            guard let name = RepositoryName(address) else {
                let next = "does not say whose it is; write owner/name=\(text)"
                throw OperationError(.usage, "unnamed-repository", place: text, next)
            }
            self.init(name, at: address)
        }
    }

    /// Whether it has the form `owner/name`, without anything of an address or an option.
    private static func isName(_ text: Substring) -> Bool {
        !text.contains(":") && !text.contains("@") && !text.hasPrefix("-") && text.count(where: { $0 == "/" }) == 1
            && RepositoryName(text) != nil
    }

    /// An address in the one way in which it is written here.
    private static func address(_ text: String) throws -> String {
        if ["/", "./", "../"].contains(where: text.hasPrefix) {
            let path = URL(fileURLWithPath: text).absoluteURL.path(percentEncoded: true)
            return "file://" + trimmed(path.replacing(";", with: "%3B"))
        }
        let isWeb = text.hasPrefix("https://")
        guard isWeb || text.hasPrefix("file:///") else {
            throw refused(text, "is neither https nor a folder of this machine (write ./ before it)")
        }
        guard let parts = URLComponents(string: text, encodingInvalidCharacters: false) else {
            throw refused(text, "contains blanks or other characters that no address has (write %20 and the like)")
        }
        // Git's settings have a remark behind some of them, and git asks below what stands before the others.
        guard parts.query == nil, parts.fragment == nil, !text.contains(";") else {
            throw refused(text, "contains a ?, # or ;, with which a repository's address ends (write %3F, %23 or %3B)")
        }
        guard parts.user == nil, parts.password == nil else { throw refused(text, "contains a user or a password") }
        let host = parts.host ?? ""
        guard isWeb != host.isEmpty, !host.hasPrefix("-") else { throw refused(text, "has no host") }
        return trimmed(text)
    }

    private static func trimmed(_ address: String) -> String {
        String(address.reversed().drop { $0 == "/" }.reversed())
    }

    private static func refused(_ text: String, _ why: String) -> OperationError {
        let next = "only https and folders are fetched from"
        return OperationError(.usage, "address-refused", place: shownAddress(text), "\(why); \(next)")
    }

    private static func bad(_ text: String) -> OperationError {
        let detail = "is not a repository name; write owner/name"
        return OperationError(.usage, "bad-repository", place: shownAddress(text), detail)
    }
}

extension MirrorsRequest {
    /// The origins of the repositories that are named, or of all of a store's coin list, each once.
    func origins(_ location: StoreLocation) throws -> [MirrorOrigin] {
        let named = try repositories.map { try MirrorOrigin($0, base: base) }
        var seen: Set<RepositoryName> = []
        let all =
            try named.isEmpty
            ? location.listedRepositories().repositories.map { try MirrorOrigin($0, base: base) } : named
        return all.filter { seen.insert($0.repository).inserted }
    }

    /// The git program.
    ///
    /// - Throws: `OperationError` when none is found.
    func program() throws -> String {
        let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
        guard let folder = folders.first(where: { access($0 + "/git", X_OK) == 0 }) else {
            let next = "install it (Debian: apt install git, macOS: xcode-select --install)"
            throw OperationError(.failed, "no-git", "the git program is not in PATH; \(next)")
        }
        return folder + "/git"
    }
}

internal import CoinModel
internal import CoinSources
internal import Foundation
internal import RawInput

/// A folder of a taxonomy: one input, in one of two forms.
///
/// Of migrations the files up to a moment count, in the order of their names. Files whose names begin with no time that
/// exists are no part of the taxonomy for its own publisher; they are passed over and told. A TOML file for each ecosystem lies in it or in a folder of it. What else lies there — hidden files, other
/// folders, links — is not looked at.
struct TaxonomyFolder {
    /// What its files are.
    enum Form {
        case migrations, tables

        /// The name of the format.
        var id: String { self == .migrations ? Migrations.id : EcosystemTables.id }
    }

    /// A migration with its time, or the file of an ecosystem, by its path below the folder.
    struct File {
        let name: String
        let path: String
        let time: Instant?
    }

    /// What its files are.
    let form: Form
    /// The migrations up to the moment, oldest first, those of one time by name in byte order; or all ecosystems.
    private(set) var files: [File] = []
    /// The names of migrations that begin with no time, in byte order.
    private(set) var untimed: [String] = []
    /// The bytes of the files, and when the newest changed, in nanoseconds since 1970.
    private(set) var size = 0
    private(set) var modified = 0
    /// What tells the files, unchanged, from all others; nil where one changed just now.
    private(set) var identity: FileIdentity?

    /// The most files of a folder.
    private static let limit = 1 << 20

    /// Lists the folder.
    ///
    /// - Throws: `SourceError` when there are too many files.
    init(_ path: String, upTo observed: AsOf?) throws(SourceError) {
        let here = InputList.names(in: path)
        form = TaxonomyFolder.form(of: path, holding: here) ?? .migrations
        let names = form == .migrations ? here.filter { !$0.hasSuffix("/") } : TaxonomyFolder.tables(here, in: path)
        guard names.count <= TaxonomyFolder.limit else {
            throw SourceError("too-large", detail: "holds more than \(TaxonomyFolder.limit) files")
        }
        var identities: [FileIdentity?] = []
        for name in names {
            let file = path.hasSuffix("/") ? path + name : path + "/" + name
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let time = MigrationName.time(of: name)
            identities.append(FileIdentity(path: file))
            if form == .migrations {
                guard let time else {
                    untimed.append(name)
                    continue
                }
                guard observed?.includes(time) ?? true else { continue }
            }
            files.append(File(name: name, path: file, time: time))
            size += Int(status.st_size)
            #if os(Linux)
                modified = max(modified, status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec)
            #else
                modified = max(modified, status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec)
            #endif
        }
        let known = identities.compactMap { $0 }
        identity = known.count == identities.count ? FileIdentity(of: known) : nil
    }

    /// Whether a folder holds a taxonomy.
    static func isOne(_ path: String) -> Bool { form(of: path) != nil }

    /// What a folder's files are: one of its first that may be of a form begins as those do; nil for neither.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - here: the names in it, where they are known.
    /// - Returns: the form.
    static func form(of path: String, holding here: [String]? = nil) -> Form? {
        let here = here ?? InputList.names(in: path)
        let timed = here.filter { !$0.hasSuffix("/") && MigrationName.time(of: $0) != nil }
        if begins(timed, in: path, Migrations.recognises) { return .migrations }
        let tables = tables(here, in: path, lookingInto: foldersLookedInto)
        return begins(tables, in: path, EcosystemTables.recognises) ? .tables : nil
    }

    /// A taxonomy has a folder for each letter and digit; a folder of thousands is something else.
    private static let foldersLookedInto = 64

    private static func begins(_ names: [String], in path: String, _ recognises: ([UInt8]) -> Bool) -> Bool {
        names.prefix(5).contains { name in
            do {
                var file = try InputFile(path: path + "/" + name)
                return recognises(try file.peek(InputHead.length))
            } catch {
                // A file that cannot be read tells nothing of the folder; reading it by itself says why.
                return false
            }
        }
    }

    /// The TOML files in a folder and right below it, by their paths.
    private static func tables(_ here: [String], in path: String, lookingInto limit: Int = .max) -> [String] {
        let below = here.filter { $0.hasSuffix("/") }.prefix(limit).flatMap { folder in
            InputList.names(in: path + "/" + folder).map { folder + $0 }
        }
        return (here + below).filter { $0.hasSuffix(".toml") }
    }

    /// The digest of all that the folder says up to the moment.
    ///
    /// - Throws: `InputError` when a file cannot be read.
    func digest() throws -> String {
        digest(of: try files.map { try Digest.ofFile($0.path).digest })
    }

    /// The digest of all that the folder says where its files have these.
    func digest(of digests: [String]) -> String {
        var digest = Digest()
        for (file, its) in zip(files, digests) { digest.update("\(its) \(file.name)\n") }
        for name in untimed { digest.update("- \(name)\n") }
        return digest.finish()
    }
}

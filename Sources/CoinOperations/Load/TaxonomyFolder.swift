internal import CoinModel
internal import CoinSources
internal import Foundation
internal import RawInput

/// A folder of migrations of a taxonomy: one input.
///
/// The files up to a moment count, in the order of their names. Files whose names begin with no time that exists are no
/// part of the taxonomy for its own publisher; they are skipped and reported. What else lies there — hidden files,
/// folders, links — is ignored.
struct TaxonomyFolder {
    /// A migration.
    struct File {
        let name: String
        let path: String
        let time: Instant
    }

    /// The migrations up to the moment, oldest first, those of one time by name in byte order.
    private(set) var files: [File] = []
    /// The names of migrations that begin with no time, in byte order.
    private(set) var untimed: [String] = []
    /// The bytes of the files, and when the newest changed, in nanoseconds since 1970.
    private(set) var size = 0
    private(set) var modified = 0
    /// What identifies the unchanged files; nil where one changed just now.
    private(set) var identity: FileIdentity?

    /// The most files of a folder.
    private static let limit = 1 << 20

    /// Lists the folder.
    ///
    /// - Throws: `SourceError` when there are too many files.
    init(_ path: String, upTo observed: AsOf?) throws(SourceError) {
        let names = InputList.names(in: path).filter { !$0.hasSuffix("/") }
        guard names.count <= TaxonomyFolder.limit else {
            throw SourceError("too-large", detail: "holds more than \(TaxonomyFolder.limit) files")
        }
        var identities: [FileIdentity?] = []
        for name in names {
            let file = path.hasSuffix("/") ? path + name : path + "/" + name
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            identities.append(FileIdentity(path: file))
            guard let time = Migrations.time(ofName: name) else {
                untimed.append(name)
                continue
            }
            guard observed?.includes(time) ?? true else { continue }
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

    /// Whether a folder holds a taxonomy: one of its first files whose names begin with a time begins as migrations do.
    static func isOne(_ path: String, holding here: [String]? = nil) -> Bool {
        let here = here ?? InputList.names(in: path)
        let timed = here.lazy.filter { !$0.hasSuffix("/") && Migrations.time(ofName: $0) != nil }
        return timed.prefix(5).contains { name in
            do {
                var file = try InputFile(path: path + "/" + name)
                return Migrations.recognises(try file.peek(InputHead.length))
            } catch {
                // A file that cannot be read decides nothing; reading it by itself reports why.
                return false
            }
        }
    }

    /// The digest of the folder's content up to the moment.
    ///
    /// - Throws: `InputError` when a file cannot be read.
    func digest() throws -> String {
        digest(of: try files.map { try Digest.ofFile($0.path).digest })
    }

    /// The digest of the folder's content where its files have these.
    func digest(of digests: [String]) -> String {
        var digest = Digest()
        for (file, its) in zip(files, digests) { digest.update("\(its) \(file.name)\n") }
        for name in untimed { digest.update("- \(name)\n") }
        return digest.finish()
    }
}

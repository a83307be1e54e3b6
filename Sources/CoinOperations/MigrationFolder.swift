internal import CoinModel
internal import CoinSources
internal import Foundation
internal import RawInput

/// A folder of migrations: one input, of which the files up to a moment count, in the order of their names.
///
/// Files whose names begin with no time that exists are no part of the taxonomy for its own publisher; they are passed over
/// and told. What else lies there — hidden files, folders, links — is not looked at.
struct MigrationFolder {
    /// A migration.
    struct File {
        let name: String
        let path: String
        let time: Instant
    }

    /// The migrations up to the moment, oldest first; those of one time by name in byte order.
    private(set) var files: [File] = []
    /// The names that begin with no time, in byte order.
    private(set) var untimed: [String] = []
    /// The bytes of the migrations, and when the newest changed, in nanoseconds since 1970.
    private(set) var size = 0
    private(set) var modified = 0

    /// The most files of a folder.
    private static let limit = 1 << 20

    /// Lists the folder.
    ///
    /// - Throws: `SourceError` when there are too many files.
    init(_ path: String, upTo observed: AsOf?) throws(SourceError) {
        let names = MigrationFolder.names(in: path)
        guard names.count <= MigrationFolder.limit else {
            throw SourceError("too-large", detail: "holds more than \(MigrationFolder.limit) files")
        }
        for name in names {
            let file = path.hasSuffix("/") ? path + name : path + "/" + name
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            guard let time = MigrationName.time(of: name) else {
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
    }

    /// Whether a folder holds migrations: one of its first files with a time in its name begins with one of their
    /// commands.
    static func isOne(_ path: String) -> Bool {
        for name in names(in: path).filter({ MigrationName.time(of: $0) != nil }).prefix(5) {
            do {
                var file = try InputFile(path: path + "/" + name)
                if Migrations.recognises(try file.peek(InputHead.length)) { return true }
            } catch {
                // A file that cannot be read tells nothing of the folder; reading it by itself says why.
                continue
            }
        }
        return false
    }

    /// The digest of all that the folder says up to the moment.
    ///
    /// - Throws: `InputError` when a file cannot be read.
    func digest() throws -> String {
        var digest = Digest()
        for file in files { digest.update("\(try Digest.ofFile(file.path).digest) \(file.name)\n") }
        for name in untimed { digest.update("- \(name)\n") }
        return digest.finish()
    }

    private static func names(in path: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            // It is no folder, or none that can be listed: then nothing in it is a migration.
            return []
        }
    }
}

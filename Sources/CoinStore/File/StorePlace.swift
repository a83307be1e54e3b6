internal import CoinModel
internal import Foundation

/// Where the file of a store lies, or is to lie: behind all links that its name is, which may lead to nothing yet.
struct StorePlace {
    /// The file as the person named it.
    let named: String
    let path: String

    /// The ending of the name of the journal that SQLite writes beside a file.
    static let journal = "-journal"

    /// - Throws: `StoreError` for a loop of links.
    init(_ named: String) throws(StoreError) {
        self.named = named
        var place = named
        for _ in 0..<40 {
            guard let target = StorePlace.target(ofLink: place) else {
                path = place
                return
            }
            place = target.hasPrefix("/") ? target : StorePlace.folder(of: place) + "/" + target
        }
        throw StoreError(.failed, at: named, "is a loop of links; name a regular file")
    }

    var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }

    var folder: String { StorePlace.folder(of: path) }

    /// Makes the folder, and those that it lies in.
    func makeFolder() throws(StoreError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let detail = "the folder \(folder) could not be made (\(error.localizedDescription)); name another file"
            throw StoreError(.readOnly, at: named, detail)
        }
    }

    /// Refuses the place if a journal lies beside it: SQLite would undo by it whatever file takes the place.
    func refuseJournal() throws(StoreError) {
        guard StorePlace.exists(path + StorePlace.journal) else { return }
        let found = "has the journal of an unfinished write next to it"
        throw StoreError(.failed, at: named, "\(found), which would spoil the new file; name another file")
    }

    private static func target(ofLink path: String) -> String? {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: path)
        } catch {
            return nil
        }
    }

    /// Whether there is a file at a path, links followed.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// What there is at a path, links followed, that is not opened as a store; nil for all else.
    static func obstacle(_ path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: "is a folder"
        // Opening one waits for a writer.
        case S_IFIFO: "is a pipe"
        default: nil
        }
    }

    /// A path that SQLite takes for nothing but a file: not for a database in memory, nor for a URI.
    static func literal(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    /// Whether two paths lead to one file that is there.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The folder as the path names it.
    static func folder(of path: String) -> String {
        // Foundation of Swift 6.3 on Linux traps over a path of one letter.
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension StoreError {
    init(missing path: String) {
        let hasFolder = FileManager.default.fileExists(atPath: StorePlace.folder(of: path))
        let what = hasFolder ? "does not exist" : "is in a folder that does not exist"
        let next = "load something first (`assay demo FOLDER` has data to try), or name it with --store"
        self.init(.missing, at: path, "\(what); \(next)")
    }
}

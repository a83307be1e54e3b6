internal import CoinModel
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// The folder of mirrors: `owner__name.git` each, complete whenever it has that name.
///
/// A new mirror grows beside its place, in a hidden folder that no load looks into, and is renamed.
final class MirrorFolder: Sendable {
    let path: String
    private let lock: FileLock

    /// Makes the folder and locks it for this process, as long as this object lives.
    ///
    /// - Throws: `OperationError` when another process fetches into it, or it cannot be made.
    init(_ path: String) throws {
        let url = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw MirrorFolder.unusable(path, "made")
        }
        self.path = url.path
        guard access(url.path, W_OK) == 0 else { throw MirrorFolder.unusable(path, "written into") }
        lock = try MirrorFolder.lock(url.path, named: path)
    }

    private static func lock(_ folder: String, named path: String) throws -> FileLock {
        do throws(OutputError) {
            return try FileLock(folder, .exclusive, wait: 2)
        } catch {
            guard error.reason == .busy else { throw MirrorFolder.unusable(path, "opened") }
            let next = "another process fetches into it; wait for its end"
            throw OperationError(.busy, "mirrors-busy", place: path, next)
        }
    }

    /// Where a repository's mirror is, or is to be.
    func place(of origin: MirrorOrigin) -> String { path + "/" + origin.folder }

    static func hasMirror(of origin: MirrorOrigin, in path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + origin.folder)
    }

    /// The bytes that files below a folder take on the disk.
    static func size(of path: String) -> Int {
        guard let names = FileManager.default.enumerator(atPath: path) else { return 0 }
        var size = 0
        for case let name as String in names {
            var status = stat()
            if lstat(path + "/" + name, &status) == 0 { size += Int(status.st_blocks) * 512 }
        }
        return size
    }

    /// Prepares a git directory to fetch into: the mirror as it was, or a new and empty one beside its place.
    ///
    /// - Throws: `WorkerFault` when what stands there is none of ours.
    func begin(_ origin: MirrorOrigin) throws -> String {
        let settings = MirrorSettings(address: origin.address)
        let place = place(of: origin)
        let isNew = !FileManager.default.fileExists(atPath: place)
        let work = isNew ? path + "/." + origin.folder + ".part" : place
        if FileManager.default.fileExists(atPath: work) { try MirrorFolder.waitForPrograms(in: work) }
        if isNew {
            try discard(work)
            for folder in ["objects/pack", "objects/info", "refs/heads"] {
                try FileManager.default.createDirectory(atPath: work + "/" + folder, withIntermediateDirectories: true)
            }
            try MirrorFolder.write("ref: refs/heads/main\n", to: work + "/HEAD")
            try MirrorFolder.write(settings.text, to: work + "/config")
        } else {
            let config = try Data(contentsOf: URL(fileURLWithPath: work + "/config"))
            guard MirrorSettings.isOurs(String(decoding: config, as: UTF8.self)) else {
                let why = "was not made by assay, or its settings were changed; move it away, or give --mirrors"
                throw WorkerFault(.otherMirror, "\(work) \(why)")
            }
            if config != Data(settings.text.utf8) { try MirrorFolder.write(settings.text, to: work + "/config") }
            try removeRemains(in: work)
        }
        return work
    }

    private static func write(_ text: String, to file: String) throws {
        try OutputPlace(file, reading: []).replace(with: Array(text.utf8))
    }

    /// Gives a new mirror its name.
    func publish(_ work: String, _ origin: MirrorOrigin) throws {
        guard work != place(of: origin) else { return }
        try FileManager.default.moveItem(atPath: work, toPath: place(of: origin))
        lock.sync()
    }

    /// Removes what is not to be a mirror.
    func discard(_ work: String) throws {
        guard FileManager.default.fileExists(atPath: work) else { return }
        try FileManager.default.removeItem(atPath: work)
    }

    /// Removes what a killed program left in a mirror: locks and unfinished files, which no process holds any more.
    private func removeRemains(in work: String) throws {
        guard let names = FileManager.default.enumerator(atPath: work) else { return }
        for case let name as String in names {
            let last = (name as NSString).lastPathComponent
            if last.hasSuffix(".lock") || last.hasPrefix("tmp_") || last.hasSuffix(".keep") {
                try FileManager.default.removeItem(atPath: work + "/" + name)
            }
        }
    }

    /// Waits until no program works in a folder any more: those of a killed run end with it, but not at once.
    private static func waitForPrograms(in work: String) throws {
        do throws(OutputError) {
            _ = try FileLock(work, .exclusive, wait: 10)
        } catch {
            throw WorkerFault(.unreadable, "\(work) is not a folder, or another program works in it; check it")
        }
    }

    private static func unusable(_ path: String, _ what: String) -> OperationError {
        OperationError(.failed, "no-folder", place: path, "cannot be \(what); see to its rights, or give --mirrors")
    }
}

/// The configuration of a mirror: nothing but this is ever in it, so nothing else is ever obeyed.
struct MirrorSettings {
    /// The file.
    let text: String

    init(address: String) {
        text = MirrorSettings.head + address + MirrorSettings.tail
    }

    /// Whether a file is such a configuration, whatever the address.
    static func isOurs(_ config: String) -> Bool {
        // Mirrors of versions before 0.1 took no tags.
        let config = config.replacing("\ttagOpt = --no-tags\n", with: "")
        return config.hasPrefix(head) && config.hasSuffix(tail) && config.utf8.count > head.utf8.count + tail.utf8.count
            && !config.dropFirst(head.count).dropLast(tail.count).contains(where: \.isNewline)
    }

    private static let head = """
        [core]
        \trepositoryformatversion = 1
        \tbare = true
        \thooksPath = /dev/null
        \tlogAllRefUpdates = false
        \tfsync = all
        [gc]
        \tauto = 0
        [remote "origin"]
        \turl =\u{20}
        """

    private static let tail = """

        \tpromisor = true
        \tpartialclonefilter = tree:0

        """
}

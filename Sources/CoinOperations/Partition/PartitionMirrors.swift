internal import CoinModel
internal import CoinSources
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// Mirrors of addresses, each of which is there only while it is counted: the disk is bounded by one a thread.
final class PartitionMirrors: Sendable {
    private let folder: MirrorFolder
    private let workers: MirrorWorkers

    /// What a folder of mirrors is called, before a number of its own.
    private static let start = "assay-partition-"

    init(_ request: PartitionRequest) throws {
        let parent = request.mirrors ?? FileManager.default.temporaryDirectory.path
        PartitionMirrors.removeStale(in: parent)
        // A folder of its own, so that several parts go on side by side; until it is locked another one may remove it.
        var made: MirrorFolder
        repeat {
            made = try MirrorFolder("\(parent)/\(PartitionMirrors.start)\(UUID().uuidString)")
        } while !FileManager.default.fileExists(atPath: made.path)
        folder = made
        var mirrored = MirrorsRequest(
            repositories: [],
            folder: made.path,
            searchPath: request.searchPath,
            now: request.now
        )
        mirrored.budget = .max
        mirrored.budgetEach = request.budgetEach
        mirrored.deadlineEach = request.deadlineEach
        mirrored.route = request.route
        let program: String
        do { program = try mirrored.program() } catch { throw OperationError(error) }
        workers = try MirrorWorkers(mirrored, program, folder)
    }

    /// Removes the folders of processes that ended without doing so: each is locked as long as its process lives.
    private static func removeStale(in parent: String) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: parent)
            where name.hasPrefix(start) && UUID(uuidString: String(name.dropFirst(start.count))) != nil {
                removeUnused(parent + "/" + name)
            }
        } catch {
            // Whatever is wrong with the place shows when a folder is made there.
        }
    }

    private static func removeUnused(_ folder: String) {
        do {
            let lock = try FileLock(folder, .exclusive, wait: 0)
            try FileManager.default.removeItem(atPath: folder)
            _ = consume lock
        } catch {
            // A part that is under way has it, or another user.
        }
    }

    /// Mirrors a repository, works on it, and removes it.
    ///
    /// - Throws: `WorkerFault` where it cannot be mirrored, `OperationError` where its address is none, what `work` throws.
    func withMirror<Value>(of entry: CommitPartition.Entry, _ work: (String) throws -> Value) throws -> Value {
        let origin = try MirrorOrigin(entry.repository, address: entry.place)
        defer { workers.drop(origin) }
        let report = try workers.outcome(of: origin).get()
        guard report.state != .empty else { throw Reject("no-rows", detail: "the repository has no commits") }
        return try work(folder.place(of: origin))
    }

    /// A text without the place of the mirrors, which is another one in each run.
    func hidingPlace(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }

    /// Removes the folder with all that is in it.
    func remove() {
        do {
            try folder.discard(folder.path)
        } catch {
            // What is left lies in a folder whose name says what it is.
        }
    }
}

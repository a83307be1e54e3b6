internal import CoinModel
internal import CoinSources
internal import Foundation
internal import WorkerProtocol

/// Mirrors of addresses, each of which is there only while it is counted: the disk is bounded by one a thread.
final class PartitionMirrors: Sendable {
    private let folder: MirrorFolder
    private let workers: MirrorWorkers

    init(_ request: PartitionRequest) throws {
        let parent = request.mirrors ?? FileManager.default.temporaryDirectory.path
        // A folder of its own, so that several parts go on side by side.
        let path = "\(parent)/assay-partition-\(UUID().uuidString)"
        var mirrored = MirrorsRequest(repositories: [], folder: path, searchPath: request.searchPath, now: request.now)
        mirrored.budgetEach = request.budgetEach
        mirrored.deadlineEach = request.deadlineEach
        mirrored.route = request.route
        let program: String
        do { program = try mirrored.program() } catch { throw OperationError(error) }
        folder = try MirrorFolder(path)
        workers = try MirrorWorkers(mirrored, program, folder)
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

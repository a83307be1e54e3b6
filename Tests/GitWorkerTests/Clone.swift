import Foundation
import TestPrograms
import Testing
import WorkerProtocol

/// A repository made for one test by the git program, from a `git fast-import` stream; gone with the test.
final class Clone {
    let folder: URL
    /// Workers that read this repository again and again.
    private let workers: HistoryWorkers

    var path: String { folder.path }

    init(_ stream: String = "", format: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-git-\(UUID().uuidString)")
        workers = HistoryWorkers(try Worker(named: "assay-git"), reading: [folder.path])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try git(["init", "-q", "--bare", "-b", "main"] + format)
        if !stream.isEmpty { try git(["fast-import", "--quiet", "--date-format=raw-permissive"], input: stream) }
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    /// Runs git in the repository, without the settings of whoever runs the test.
    @discardableResult
    func git(_ arguments: [String], input: String = "", file: URL? = nil) throws -> String {
        let source = file ?? folder.appendingPathComponent("input-\(UUID().uuidString)")
        if file == nil { try Data(input.utf8).write(to: source) }
        defer { do { try FileManager.default.removeItem(at: source) } catch { Issue.record("\(error)") } }
        let words = ["git", "--no-replace-objects", "-c", "gc.auto=0", "-c", "fastimport.unpackLimit=1"] + arguments
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
        ]
        let end = try Program.run(words, in: folder, environment: environment, input: source)
        try #require(end.status == 0, "git \(arguments.joined(separator: " ")): \(end.errors)")
        return end.output
    }

    /// A file of the repository.
    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The only file of a kind beneath a folder.
    func only(_ suffix: String, in name: String) throws -> URL {
        let names = try FileManager.default.contentsOfDirectory(atPath: file(name).path).filter { $0.hasSuffix(suffix) }
        return file(name).appendingPathComponent(try #require(names.count == 1 ? names.first : nil))
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let place = file(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
        try Data(bytes).write(to: place)
    }

    /// What the worker tells of the history, all batches as one.
    ///
    /// - Parameters:
    ///   - observedAt: when the repository was taken.
    ///   - tip: the commit to read from; empty for that of HEAD.
    ///   - known: what is known already.
    /// - Returns: the history.
    /// - Throws: `WorkerFault` when it cannot be read.
    func told(
        observedAt: Int64 = 1_800_000_000,
        from tip: String = "",
        since known: StoredHistory? = nil
    ) throws -> Told {
        var request = HistoryRequest(path: path, detail: .commits, observedAt: observedAt)
        request.tip = tip
        request.known = known
        var told = Told()
        told.summary = try workers.ask(request) { told.take($0) }
        return told
    }

    /// The reason for which it cannot be read, or nil when it can.
    func refusal() -> WorkerFault.Reason? {
        Clone.refusal(path)
    }

    /// The reason for which the repository at a path cannot be read, or nil when it can.
    static func refusal(_ path: String, _ detail: HistoryRequest.Detail = .commits) -> WorkerFault.Reason? {
        fault(path, detail)?.reason
    }

    /// Why the repository at a path cannot be read by a worker of its own, or nil when it can.
    static func fault(_ path: String, _ detail: HistoryRequest.Detail = .commits) -> WorkerFault? {
        do {
            let request = HistoryRequest(path: path, detail: detail, observedAt: 1_800_000_000)
            _ = try HistoryWorkers(Worker(named: "assay-git"), reading: [path]).ask(request) { _ in }
            return nil
        } catch {
            return error as? WorkerFault ?? WorkerFault(.crashed, "\(error)")
        }
    }
}

/// A history as it was told.
struct Told {
    var batch = CommitBatch()
    var developers: [String] = []
    var keys: [[UInt8]] = []
    var summary: HistorySummary?

    mutating func take(_ message: HistoryMessage) {
        switch message {
        case .developers(let keys):
            self.keys += keys
            developers += keys.map { String(decoding: $0, as: UTF8.self) }
        case .commits(let more):
            batch.coauthors += more.coauthors
            batch.coauthored += more.coauthored.map { $0 + UInt32(batch.count) }
            batch.flags += more.flags
            batch.committed += more.committed
            batch.landed += more.landed
            batch.landingIDs += more.landingIDs
            batch.authored += more.authored
            batch.developers += more.developers
            batch.works += more.works
            batch.ids += more.ids
        }
    }

    /// The first 16 digits of the ids.
    var ids: [String] { batch.ids.map { String(format: "%016lx", $0) } }
}

/// A history drawn by lot: side branches, octopus merges, clocks that are wrong, several spellings of one person.
struct RandomHistory {
    var stream = ""
    private var random: SplitMix

    init(seed: UInt64, commits: Int, mailmap: Bool = true) {
        random = SplitMix(seed: seed)
        var heads: [Int] = []
        for mark in 1...commits {
            var parents: [Int] = []
            if let newest = heads.last { parents = [Int.random(in: 0..<4, using: &random) == 0 ? heads[0] : newest] }
            if heads.count > 2, Int.random(in: 0..<6, using: &random) == 0 {
                parents += heads.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
            }
            if mark == commits { parents = heads.reversed() }
            parents = parents.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            let skew = Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: -200...200, using: &random) : 0
            let time = 1_300_000_000 + mark * 40_000 + skew * 86_400
            let person = Int.random(in: 0..<6, using: &random)
            let spelling = [
                "Ann <ann@example.org>", "Ann <ANN@Example.org>", "Ben <ben@old.example>",
                "Ben <77+ben@users.noreply.github.com>", "dependabot[bot] <x+dependabot[bot]@users.noreply.github.com>",
                "ben <ben@users.noreply.github.com>",
            ][person]
            stream += "commit refs/heads/main\nmark :\(mark)\nauthor \(spelling) \(time - 5000) +0100\n"
            stream += "committer Carl <carl@example.org> \(time) +0000\ndata 3\nm\(mark % 10)\n\n"
            for (index, parent) in parents.enumerated() { stream += "\(index == 0 ? "from" : "merge") :\(parent)\n" }
            if mailmap, mark == commits {
                let map = "# people\nBen Proper <Ben@new.example> <ben@old.example>\n"
                stream += "M 100644 inline .mailmap\ndata \(map.utf8.count)\n\(map)\n"
            }
            stream += "\n"
            heads = heads.filter { !parents.dropFirst().contains($0) || mark == commits }
            heads.append(mark)
            if heads.count > 8 { heads.removeFirst() }
        }
        stream += "done\n"
    }
}

import Foundation
import TestPrograms
import Testing
import WorkerProtocol

/// Many repositories in one worker: what is wrong with one costs no other.
@Suite struct BatchTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("batch-\(UUID().uuidString)")

    /// A repository whose newest commit is the change of an object that is a change of that commit: libgit2 goes round
    /// until its memory or its time is used up.
    private func makeCircle(_ name: String) throws {
        let script = """
            import hashlib, os, struct, sys, zlib
            folder = sys.argv[1]
            for part in ["objects/pack", "refs/heads"]:
                os.makedirs(os.path.join(folder, part))
            one, other = bytes([0x11] * 20), bytes([0x22] * 20)
            def entry(base):
                change = bytes([4, 4, 0x90, 4])
                return bytes([7 << 4 | len(change)]) + base + zlib.compress(change)
            pack = b"PACK" + struct.pack(">II", 2, 2)
            places = [len(pack)]
            pack += entry(other)
            places.append(len(pack))
            pack += entry(one)
            pack += hashlib.sha1(pack).digest()
            counts = b"".join(struct.pack(">I", (i >= 0x11) + (i >= 0x22)) for i in range(256))
            index = b"\\xfftOc" + struct.pack(">I", 2) + counts + one + other + bytes(8)
            index += struct.pack(">II", *places) + pack[-20:]
            index += hashlib.sha1(index).digest()
            for name, content in [("objects/pack/pack-x.pack", pack), ("objects/pack/pack-x.idx", index),
                                  ("HEAD", b"ref: refs/heads/main\\n"), ("refs/heads/main", b"11" * 20 + b"\\n")]:
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            """
        _ = try Program.run(["python3", "-c", script, folder.appendingPathComponent(name).path])
    }

    private var assay: String { Program.products.appendingPathComponent("assay").path }

    @Test("A repository whose reading never ends does not stop the others") func endlessRepository() throws {
        defer {
            for path in [folder.path, folder.path + ".sqlite"] {
                do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(error)") }
            }
        }
        let clones = try (1...2).map { try Clone(RandomHistory(seed: $0, commits: 30).stream) }
        for (name, clone) in zip(["o__a", "o__c"], clones) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: clone.folder, to: folder.appendingPathComponent(name))
        }
        try makeCircle("o__b")
        let store = folder.path + ".sqlite"
        let loaded = try Program.run([
            assay, "load", "commits", folder.path, "--store", store, "--observed-at", "2030-01-01",
        ])
        #expect(loaded.status == 4, "\(loaded.errors)")
        let isNamed = ["[memory-limit]", "[damaged-object]"].contains { loaded.errors.contains($0) }
        #expect(loaded.errors.contains("o__b: ") && isNamed, "\(loaded.errors)")
        #expect(loaded.errors.contains("2 loaded, 1 refused"), "\(loaded.errors)")
        // A load has no options for the limits of workers; a count has.
        #expect(!loaded.errors.contains("raise --"), "\(loaded.errors)")
    }

    @Test("One session reads good and bad repositories in any order") func mixedBatch() throws {
        let good = try Clone(RandomHistory(seed: 4, commits: 30).stream)
        let whole = try good.told()
        let bad = try Clone(RandomHistory(seed: 5, commits: 30).stream)
        try FileManager.default.removeItem(at: bad.only(".pack", in: "objects/pack"))
        let paths = [good.path, bad.path, "/nowhere"]
        let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: paths)
        for path in paths + paths.reversed() + paths {
            let request = HistoryRequest(path: path, detail: .commits, observedAt: 1_800_000_000)
            var told = Told()
            var reason: WorkerFault.Reason?
            do {
                told.summary = try workers.ask(request) { told.take($0) }
            } catch {
                reason = (error as? WorkerFault)?.reason
            }
            switch path {
            case good.path: #expect(told.batch == whole.batch && told.summary == whole.summary)
            case bad.path: #expect(reason == .missingObject)
            default: #expect(reason == .notARepository)
            }
        }
        let other = HistoryRequest(path: "/elsewhere", detail: .tip, observedAt: 0)
        #expect(throws: WorkerFault.self) { try workers.ask(other) { _ in } }
    }

    @Test("A worker is replaced before its processor time is used up") func usedUpWorker() throws {
        // Each reading takes little of the second that the limits grant; all together take more.
        let clone = try Clone(RandomHistory(seed: 6, commits: 3000).stream)
        var limits = WorkerLimits()
        limits.processorSeconds = 1
        let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: [clone.path], limits: limits)
        for _ in 0..<40 {
            var told = Told()
            let request = HistoryRequest(path: clone.path, detail: .commits, observedAt: 1_800_000_000)
            _ = try workers.ask(request) { told.take($0) }
            #expect(told.batch.count > 2000)
        }
    }
}

import Foundation
import Testing
import WorkerProtocol

/// Clones without trees and files, as git says so in their settings.
@Suite struct PartialCloneTests {
    private func treeless(_ origin: Clone) throws -> Clone {
        try origin.git(["config", "uploadpack.allowFilter", "true"])
        let clone = try Clone()
        try clone.git(["remote", "add", "origin", "file://\(origin.path)"])
        try clone.git(["fetch", "-q", "--filter=tree:0", "--no-tags", "origin", "+refs/heads/main:refs/heads/main"])
        // What names the packs is not needed to know what the clone is.
        try clone.git(["repack", "-a", "-d", "-q"])
        for name in try FileManager.default.contentsOfDirectory(atPath: clone.file("objects/pack").path)
        where name.hasSuffix(".promisor") {
            try FileManager.default.removeItem(at: clone.file("objects/pack/\(name)"))
        }
        return clone
    }

    @Test("A clone without trees is reported to lack its mailmap") func treelessClone() throws {
        let origin = try Clone(RandomHistory(seed: 11, commits: 60).stream)
        let clone = try treeless(origin)
        #expect(try clone.git(["config", "--get", "remote.origin.promisor"]) == "true\n")
        let told = try clone.told()
        let whole = try origin.told()
        #expect(told.ids.sorted() == whole.ids.sorted() && told.ids.count > 9)
        #expect(told.summary?.lacksMailmap == true && whole.summary?.lacksMailmap == false)
    }

    @Test("Once the mailmap is fetched its rules apply") func fetchedMailmap() throws {
        let origin = try Clone(RandomHistory(seed: 12, commits: 20).stream)
        let clone = try treeless(origin)
        for object in ["HEAD^{tree}", "HEAD:.mailmap"] {
            #expect(try clone.told().summary?.lacksMailmap == true)
            let id = try String(origin.git(["rev-parse", object]).dropLast())
            try clone.git([
                "-c", "fetch.negotiationAlgorithm=noop", "fetch", "-q", "--filter=tree:0", "--no-write-fetch-head",
                "origin", id,
            ])
        }
        #expect(try clone.told().summary?.lacksMailmap == false)
        #expect(try clone.told().developers == origin.told().developers)
    }

    @Test("A clone that lacks a commit is rejected") func missingCommit() throws {
        let origin = try Clone(RandomHistory(seed: 13, commits: 20, mailmap: false).stream)
        let clone = try treeless(origin)
        // A history without files has the one tree that need not be stored.
        #expect(try clone.told().summary?.lacksMailmap == false)
        let tree = try origin.git(["rev-parse", "HEAD^{tree}"]).prefix(40)
        let nowhere = String(repeating: "1", count: 40)
        let plain = "A <a@x> 1600000000 +0000"
        _ = try clone.commit(Array("tree \(tree)\nparent \(nowhere)\nauthor \(plain)\ncommitter \(plain)\n\n".utf8))
        #expect(clone.refusal() == .missingObject)
    }
}

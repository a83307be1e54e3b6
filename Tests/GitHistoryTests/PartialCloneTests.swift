import Foundation
import Testing
import WorkerProtocol

@testable import GitHistory

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

    @Test func aCloneWithoutTreesTellsThatItLacksTheMailmap() throws {
        let origin = try Clone(RandomHistory(seed: 11, commits: 60).stream)
        let clone = try treeless(origin)
        #expect(try clone.git(["config", "--get", "remote.origin.promisor"]) == "true\n")
        let told = try clone.told(.authored)
        let whole = try origin.told(.authored)
        #expect(told.ids.sorted() == whole.ids.sorted() && told.ids.count > 9)
        #expect(told.summary?.lacksMailmap == true && whole.summary?.lacksMailmap == false)
    }

    @Test func whatAMailmapLacksIsItsTreeAndThenTheFile() throws {
        let origin = try Clone(RandomHistory(seed: 12, commits: 20).stream)
        let clone = try treeless(origin)
        let tip = try String(origin.git(["rev-parse", "HEAD"]).dropLast())
        for object in ["HEAD^{tree}", "HEAD:.mailmap"] {
            let id = try String(origin.git(["rev-parse", object]).dropLast())
            #expect(try RepositoryHistory.objectMissing(forMailmapOf: tip, in: clone.path) == id)
            try clone.git([
                "-c", "fetch.negotiationAlgorithm=noop", "fetch", "-q", "--filter=tree:0", "--no-write-fetch-head",
                "origin", id,
            ])
        }
        #expect(try RepositoryHistory.objectMissing(forMailmapOf: tip, in: clone.path) == nil)
        #expect(try clone.told(.authored).developers == origin.told(.authored).developers)
        let plain = try Clone(RandomHistory(seed: 13, commits: 20, mailmap: false).stream)
        let other = try treeless(plain)
        let newest = try String(plain.git(["rev-parse", "HEAD"]).dropLast())
        // A history without files has the one tree that need not be stored.
        #expect(try RepositoryHistory.objectMissing(forMailmapOf: newest, in: other.path) == nil)
        #expect(throws: WorkerFault.self) { try RepositoryHistory.objectMissing(forMailmapOf: "x", in: other.path) }
    }
}

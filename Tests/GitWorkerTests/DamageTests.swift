import Foundation
import Testing
import WorkerProtocol

/// Files that are cut, flipped or zero-filled: a damaged repository is told right or not at all.
@Suite struct DamageTests {
    private func clone(commits: Int = 12) throws -> Clone {
        try Clone(RandomHistory(seed: 11, commits: commits).stream)
    }

    /// Changes a file in many ways; whatever is then told without a fault must be the same history.
    private func sweep(_ clone: Clone, _ file: URL, step: Int = 1) throws {
        let whole = try clone.told()
        let bytes = [UInt8](try Data(contentsOf: file))
        func check(_ changed: [UInt8], _ what: String) throws {
            try FileManager.default.removeItem(at: file)
            try Data(changed).write(to: file)
            do {
                let told = try clone.told()
                #expect(told.batch == whole.batch, "\(file.lastPathComponent) \(what)")
            } catch {
                #expect((error as? WorkerFault)?.detail.isEmpty == false)
            }
        }
        for place in stride(from: 0, to: bytes.count, by: step) {
            for mask in [1, 0x80, 0xff] as [UInt8] {
                var changed = bytes
                changed[place] ^= mask
                try check(changed, "byte \(place) ^ \(mask)")
            }
            try check(Array(bytes.prefix(place)), "cut at \(place)")
            var zeroed = bytes
            zeroed.replaceSubrange(
                place..<min(place + 16, bytes.count),
                with: repeatElement(0, count: min(16, bytes.count - place))
            )
            try check(zeroed, "zeros at \(place)")
        }
        try Data(bytes).write(to: file)
    }

    @Test("A damaged pack is an error, never a lower count") func damagedPack() throws {
        let clone = try clone()
        try sweep(clone, try clone.only(".pack", in: "objects/pack"), step: 17)
    }

    @Test("A damaged pack index is an error, never a lower count") func damagedIndex() throws {
        let clone = try clone()
        try sweep(clone, try clone.only(".idx", in: "objects/pack"), step: 31)
    }

    @Test("A damaged loose commit is an error, never a lower count") func damagedLooseCommit() throws {
        let clone = try clone(commits: 3)
        let id = try clone.git(["rev-parse", "HEAD"]).prefix(40)
        let text = try clone.git(["cat-file", "commit", "HEAD"])
        try clone.git(["update-ref", "refs/heads/main", "HEAD~1"])
        let tip = try clone.commit(Array("\(text)more".utf8))
        #expect(tip != id)
        try sweep(clone, clone.file("objects/\(tip.prefix(2))/\(tip.dropFirst(2))"), step: 3)
    }

    @Test("A damaged commit is the reason, not the parents that it seems to have") func damagedParent() throws {
        let clone = try clone(commits: 3)
        let parent = try clone.git(["rev-parse", "HEAD~1"]).prefix(40)
        let text = try clone.git(["cat-file", "commit", "HEAD"]) + "more"
        let missing = String(repeating: "0123456789", count: 4)
        let whole = try clone.commit(Array(text.utf8))
        let damaged = try clone.commit(Array(text.replacing(parent, with: missing).utf8))
        // The tip is read for its mailmap before the walk.
        let tip = try clone.commit(Array(text.replacing(parent, with: whole).utf8))
        try clone.git(["update-ref", "refs/heads/main", tip])
        let files = [whole, damaged].map { clone.file("objects/\($0.prefix(2))/\($0.dropFirst(2))") }
        try FileManager.default.removeItem(at: files[0])
        try FileManager.default.moveItem(at: files[1], to: files[0])
        #expect(clone.refusal() == .damagedObject)
    }
}

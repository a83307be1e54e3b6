import Foundation
import Testing
import WorkerProtocol

@testable import GitWorker

/// Histories whose parts are larger than those of any honest one, but not too large.
@Suite struct LargeFieldTests {
    /// A history of one commit with a `.mailmap` of so many lines.
    private func clone(mailmapLines count: Int) throws -> Clone {
        let map = (0..<count).map { "A <p@x> <\($0)@y>\n" }.joined()
        return try Clone(
            """
            commit refs/heads/main
            committer C <7@y> 1500000000 +0000
            data 1
            m
            M 100644 inline .mailmap
            data \(map.utf8.count)
            \(map)

            done

            """
        )
    }

    @Test("A mailmap of 50,000 lines is applied, and one of 200,000 rejected") func largeMailmap() throws {
        let many = try clone(mailmapLines: 50_000).told()
        #expect(many.developers == ["p@x"])
        #expect(try clone(mailmapLines: 200_000).refusal() == .tooLarge)
    }

    @Test("Developers with long addresses are split into several messages") func longAddresses() {
        // As many as would have taken more than one message may have.
        let long = [[UInt8]](repeating: [UInt8](repeating: 97, count: 16 << 10), count: 3300)
        let batches = HistoryMessageWriter.batches(of: long)
        #expect(batches.allSatisfy { !$0.isEmpty && $0.reduce(0) { $0 + $1.count } <= 8 << 20 })
        #expect(batches.map(\.startIndex) == [0] + batches.dropLast().map(\.endIndex))
        #expect(batches.count == 7 && batches.last?.endIndex == 3300)
        let short = [[UInt8]](repeating: [], count: 2 * CommitBatch.capacity + 1)
        #expect(HistoryMessageWriter.batches(of: short).map(\.count) == [8192, 8192, 1])
        let longest = [UInt8](repeating: 97, count: 9 << 20)
        #expect(HistoryMessageWriter.batches(of: [longest, [98]]).map(\.count) == [1, 1])
        #expect(HistoryMessageWriter.batches(of: []).isEmpty)
    }

    @Test("The largest pack is searched first") func packOrder() throws {
        let clone = try Clone(RandomHistory(seed: 3, commits: 60).stream)
        let large = try clone.only(".pack", in: "objects/pack").deletingPathExtension().lastPathComponent
        try clone.shell(
            "for i in $(seq 20); do echo $i | git hash-object -w --stdin | git pack-objects -q objects/pack/pack; done"
        )
        let names = try RepositoryGuard(RepositoryPlace(clone.path)).packs().names
        // Databases are asked in the opposite order.
        #expect(names.count == 21 && names.last == large, "\(names)")
    }
}

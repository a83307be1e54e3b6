import Testing
import WorkerProtocol

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

    @Test func aMailmapOfManyLinesIsAppliedAndOneOfTooManyIsNamed() throws {
        let many = try clone(mailmapLines: 50_000).told()
        #expect(many.developers == ["p@x"])
        #expect(try clone(mailmapLines: 200_000).refusal() == .tooLarge)
    }
}

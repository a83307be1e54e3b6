import Foundation
import Testing

/// What commands do to the files beside, below and instead of a store.
@Suite struct StoreFilesTests {
    /// Each folder of the script is the small store's; its lines are what is expected of it, and no other.
    private func expect(_ output: String, of script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try SmallStore.with { store in
            let result = try store.run(script)
            #expect(result.output == output, "\(result.errors)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: ["dangling/sub/out.csv", "dangling/sub/deep/out.csv", "dangling/out.csv"])
    func anOutputBehindADanglingLinkIsRefused(output: String) throws {
        try SmallStore.with { store in
            let result = try store.run("ln -s nowhere dangling; assay rank --output \(output)")
            #expect(result.status == 1 && result.errors.contains("[cannot-write]"), "\(result.errors)")
        }
    }

    /// Only the query is timed: who reads its answer may be slower.
    @Test func aQueryHasItsTimeAndItsReaderHasMore() throws {
        try expect(
            "2000000\n0\n",
            of: """
                { assay store sql "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT 1000)
                SELECT printf('%01999d', v) AS v FROM n" --timeout 0.9 --format csv; echo $? > status; } |
                { sleep 3; tail -n +2 | wc -c; }; cat status
                """
        )
    }
}

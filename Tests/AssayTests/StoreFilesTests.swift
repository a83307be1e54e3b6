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

    @Test func theSameNewFileIsLoadedByTwoAtOnce() throws {
        try SmallStore.with { store in
            try store.write("more.csv", "date,coin_id,price_usd\n2024-03-25,bitcoin,68000\n")
            try store.write(
                "hold.py",
                """
                import sqlite3, subprocess, time
                store = sqlite3.connect("assay.sqlite", isolation_level=None)
                store.execute("BEGIN IMMEDIATE")
                command = ["assay", "load", "market", "more.csv", "--wait", "30"]
                loads = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
                time.sleep(2)
                store.execute("ROLLBACK")
                ends = [load.communicate()[1] for load in loads]
                print(*[load.returncode for load in loads], *sorted(" known " in end for end in ends))
                """
            )
            let result = try store.run("python3 hold.py")
            #expect(result.output == "0 0 False True\n", "\(result.errors)")
            #expect(try store.assay(["store", "check"]).status == 0)
        }
    }
}

import Foundation
import Testing

/// What becomes of a command whose standard streams are closed, full, or read by nobody.
@Suite struct StandardStreamTests {
    /// A load with one good and one missing file tells much, and ends with 4.
    private let load = "assay load all market.csv nothing.csv coins.csv --store new.sqlite"

    @Test(
        "Closed or full output streams do not change how a load ends",
        arguments: ["2>&-", "2>/dev/full", "2>/dev/null", "0<&- 2>&-", "0<&- 1>&- 2>&-", "1>&- 2>/dev/full"]
    )
    func closedStreams(redirection: String) throws {
        try SmallStore.with { store in
            let result = try store.run(
                "\(load) \(redirection); echo $?; assay store check --store new.sqlite && assay find btc --store new.sqlite --format csv"
            )
            #expect(
                result.output.hasPrefix("4\n") && result.output.contains("bitcoin"),
                "\(result.output)\(result.errors)"
            )
        }
    }

    @Test("A load continues when the reader of its messages is gone", arguments: ["2", "1 2"])
    func goneReader(streams: String) throws {
        try SmallStore.with { store in
            // The reader of the pipe ends before the writer begins.
            let script = """
                import os, subprocess
                reading, writing = os.pipe()
                os.close(reading)
                streams = {"2": dict(stderr=writing), "1 2": dict(stdout=writing, stderr=writing)}["\(streams)"]
                print(subprocess.run("\(load)".split(), **streams).returncode)
                """
            let ended = try store.run("python3 -c '\(script)'")
            #expect(ended.output == "4\n", "\(ended.errors)")
            let checked = try store.assay(["store", "check", "--store", "new.sqlite"])
            #expect(checked.status == 0)
        }
    }

    @Test("Requested output that cannot be printed is an error") func unprintable() throws {
        try SmallStore.with { store in
            for redirection in [">&-", ">/dev/full"] {
                let result = try store.run("assay rank \(redirection)")
                #expect(result.status == 1, "\(result.errors)")
                #expect(
                    result.errors.contains("standard output could not be written (")
                        && result.errors.contains("[cannot-write]")
                )
            }
            #expect(try store.run("assay rank >&- 2>&-").status == 1)
            // Nothing was to be printed.
            #expect(try store.run("assay store info --output a.csv >&-").status == 0)
            #expect(try store.run("assay load all coins.csv >&-").status == 0)
        }
    }

    @Test("A command ends without message when its reader has read enough") func earlyExit() throws {
        try SmallStore.with { store in
            let result = try store.run(
                "(assay explain --format csv --color never; echo $? >&2) | head -n 1 > first; sleep 0.1; wc -l < first"
            )
            #expect(result.output == "1\n")
            // A short answer may be written before its reader goes.
            #expect(["141\n", "0\n"].contains(result.errors), "\(result.errors)")
            let gone =
                "import os, subprocess; r, w = os.pipe(); os.close(r); p = subprocess.run([\"assay\", \"explain\"], stdout=w, stderr=2); print(p.returncode)"
            let ended = try store.run("python3 -c '\(gone)'")
            #expect(ended.output == "141\n" && ended.errors.isEmpty, "\(ended.errors)")
        }
    }
}

import Testing

@testable import WorkerProtocol

@Suite struct ProgramRunTests {
    @Test("A program's output, errors and exit status are returned") func programOutcome() throws {
        let run = try ProgramRun("/bin/sh", ["-c", "echo out; echo err >&2; env; exit 3"], environment: ["A=1"])
        #expect(run.status == 3)
        #expect(run.output.hasPrefix("out\n") && run.output.contains("A=1\n") && !run.output.contains("HOME="))
        #expect(run.errors == "err\n")
        #expect(try ProgramRun("/bin/sh", ["-c", "kill -9 $$"], environment: []).status == 137)
        // It reads all and keeps what is worth keeping.
        let long = try ProgramRun(
            "/bin/sh",
            ["-c", "head -c 1000000 /dev/zero | tr '\\0' x"],
            environment: ["PATH=/usr/bin:/bin"]
        )
        #expect(long.status == 0 && long.output.utf8.count == 64 << 10)
        #expect(throws: WorkerFault.self) { try ProgramRun("/nowhere/program", [], environment: []) }
    }
}

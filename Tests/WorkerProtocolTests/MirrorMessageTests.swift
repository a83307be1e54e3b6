import Testing

@testable import WorkerProtocol

@Suite struct MirrorMessageTests {
    private let messages: [MirrorMessage] = {
        var limits = WorkerLimits()
        limits.fileBytes = 7
        let request = MirrorRequest(program: "/usr/bin/git", path: "/m/o__a.git", source: "/srv/a.git", limits: limits)
        let reports = MirrorReport.State.allCases.map { state in
            var report = MirrorReport(state)
            (report.branch, report.formerBranch, report.moved) = ("main", "master", "https://a.example/b")
            report.isRewritten = state == .updated
            return MirrorMessage.report(report)
        }
        return reports + [.request(request), .fault(WorkerFault(.overBudget, "why"))]
    }()

    @Test func everyMessageReadsBackAsItWasWritten() throws {
        for message in messages { #expect(try MirrorMessage(decoding: message.encoded()) == message) }
    }

    @Test func aMessageCutAnywhereOrWithMoreBehindItIsRefused() {
        for bytes in messages.map({ $0.encoded() }) {
            for length in 0..<bytes.count {
                #expect(throws: WorkerFault.self) { try MirrorMessage(decoding: Array(bytes[..<length])) }
            }
            #expect(throws: WorkerFault.self) { try MirrorMessage(decoding: bytes + [0]) }
        }
    }

    @Test func aProgramTellsWhatItWroteAndHowItEnded() throws {
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

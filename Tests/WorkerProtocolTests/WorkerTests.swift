import Testing

@testable import WorkerProtocol

/// Programs that are no workers stand in for workers that went wrong.
@Suite struct WorkerTests {
    private func reason(_ program: String, wall: Int = 20) -> WorkerFault.Reason? {
        var limits = WorkerLimits()
        limits.wallSeconds = wall
        do {
            let request = HistoryRequest(path: "/nowhere", detail: .commits, observedAt: 0)
            _ = try Worker(program: program).ask(request, limits: limits) { _ in }
            return nil
        } catch {
            return (error as? WorkerFault)?.reason
        }
    }

    @Test func aWorkerThatIsNotThereIsNamed() {
        #expect(reason("/nowhere/assay-git") == .noWorker)
        #expect(throws: WorkerFault.self) { try Worker(named: "assay-no-such-worker") }
    }

    @Test func aWorkerThatEndsWithoutAWordIsAFault() {
        #expect(reason("/bin/true") == .crashed)
        #expect(reason("/bin/false") == .crashed)
    }

    @Test func aWorkerThatSaysSomethingElseIsAFault() {
        #expect(reason("/bin/cat") == .protocolBroken)
        #expect(reason("/usr/bin/yes") == .protocolBroken)
    }

    @Test func aWorkerThatHangsIsEndedAtItsDeadline() {
        let clock = ContinuousClock()
        // Without an argument it reads its input to the end, which never comes.
        let time = clock.measure { #expect(reason("/usr/bin/tail", wall: 1) == .deadline) }
        #expect(time < .seconds(10))
    }
}

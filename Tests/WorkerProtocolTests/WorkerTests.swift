import Foundation
import TestPrograms
import Testing

@testable import WorkerProtocol

/// Programs that are no workers stand in for workers that went wrong.
@Suite struct WorkerTests {
    private func reason(_ program: String, wall: Int = 20, path: String = "/nowhere") -> WorkerFault.Reason? {
        var limits = WorkerLimits()
        limits.wallSeconds = wall
        do {
            let request = HistoryRequest(path: path, detail: .commits, observedAt: 0)
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

    @Test func aWorkerThatDoesNotListenIsEndedAtItsDeadline() throws {
        let program = try script("sleep 20")
        defer { unlink(program) }
        // No socket takes so much at once.
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(reason(program, wall: 1, path: String(repeating: "x", count: 8 << 20)) == .deadline)
        }
        #expect(time < .seconds(10))
    }

    /// A program in a file of its own, for the caller to remove.
    private func script(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)").path
        // Another process writes it: a child of another test would inherit a descriptor that is open here for writing, and
        // no system runs a file that is.
        let writing = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod 700 \"$0\""
        _ = try Program.run(["sh", "-c", writing, file, text])
        return file
    }
}

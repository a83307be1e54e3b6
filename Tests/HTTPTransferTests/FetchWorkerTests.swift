import Foundation
import TestPrograms
import Testing

@testable import WorkerProtocol

/// Programs that are no fetch workers stand in for ones that went wrong; what is told speaks of a fetch.
@Suite struct FetchWorkerTests {
    private func fault(_ program: String, wall: Int = 20) -> WorkerFault? {
        var order = FetchOrder(targets: [], token: Secret("ghp_x"), budget: 1, patience: 1, seed: 1)
        order.limits.wallSeconds = wall
        do {
            _ = try Worker(program: program).fetch(order) { _ in [] }
            return nil
        } catch {
            return error as? WorkerFault
        }
    }

    private func fault(script: String) throws -> WorkerFault? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)")
        // Another process writes it: a child of another test would inherit a descriptor that is open here for writing, and
        // no system runs a file that is.
        let writing = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod 700 \"$0\""
        _ = try Program.run(["sh", "-c", writing, file.path, script])
        defer { unlink(file.path) }
        return fault(file.path)
    }

    @Test("A missing worker or one with another protocol is an error") func missingWorker() {
        #expect(fault("/nowhere/assay-fetch")?.reason == .noWorker)
        #expect(fault("/bin/cat")?.reason == .protocolBroken)
    }

    @Test("A crashed worker is reported with its signal") func crashedWorker() throws {
        let step = "what was answered is stored: run the command again"
        let killed = try fault(script: "kill -9 $$")
        #expect(killed == WorkerFault(.crashed, "assay-fetch was ended by signal 9; \(step)"))
        let spent = try fault(script: "kill -XCPU $$")
        #expect(spent == WorkerFault(.processorLimit, "assay-fetch took more than 60 s of processor time; \(step)"))
        let silent = try fault(script: "exit 1")
        #expect(silent?.reason == .crashed && silent?.detail.hasPrefix("assay-fetch ended") == true)
    }

    @Test("A worker that hangs is stopped and reported") func hangingWorker() {
        let clock = ContinuousClock()
        // Without an argument it reads its input to the end, which never comes.
        let time = clock.measure {
            let fault = fault("/usr/bin/tail", wall: 1)
            #expect(fault?.reason == .deadline && fault?.detail.hasPrefix("assay-fetch gave no answer for 1 s") == true)
        }
        #expect(time < .seconds(10))
    }
}

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
            _ = try HistoryWorkers(Worker(program: program), reading: [path], limits: limits).ask(request) { _ in }
            return nil
        } catch {
            return (error as? WorkerFault)?.reason
        }
    }

    @Test("A worker that does not exist is an error") func missingWorker() {
        #expect(reason("/nowhere/assay-git") == .noWorker)
        #expect(throws: WorkerFault.self) { try Worker(named: "assay-no-such-worker") }
    }

    @Test("A worker that exits without an answer has crashed") func earlyExit() {
        #expect(reason("/bin/true") == .crashed)
        #expect(reason("/bin/false") == .crashed)
    }

    @Test("A worker that writes something else breaks the protocol") func wrongProtocol() {
        #expect(reason("/bin/cat") == .protocolBroken)
        #expect(reason("/usr/bin/yes") == .protocolBroken)
    }

    @Test("A worker that never answers is stopped at its deadline") func hangingWorker() {
        let clock = ContinuousClock()
        // Without an argument it reads its input to the end, which never comes.
        let time = clock.measure { #expect(reason("/usr/bin/tail", wall: 1) == .deadline) }
        #expect(time < .seconds(10))
    }

    @Test("A worker that does not read its input is stopped at its deadline") func deafWorker() throws {
        let program = try script("sleep 20")
        defer { unlink(program) }
        // No socket takes so much at once.
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(reason(program, wall: 1, path: String(repeating: "x", count: 8 << 20)) == .deadline)
        }
        #expect(time < .seconds(10))
    }

    @Test("After a batch hangs once, each repository is read separately") func hangingBatch() throws {
        // Of more than one repository it never comes to answer; of one it says that it is none.
        let program = try script(
            """
            exec python3 -c '
            import os, struct, time
            def take(count):
                got = b""
                while len(got) < count:
                    more = os.read(0, count - len(got))
                    if not more: os._exit(0)
                    got += more
                return got
            def message(): return take(struct.unpack("=I", take(4))[0])
            batch = message()
            if struct.unpack("=q", batch[14:22])[0] > 1: time.sleep(60)
            while True:
                message()
                text = lambda word: struct.pack("=q", len(word)) + word
                answer = batch[:1] + text(b"fault") + text(b"not-a-repository") + text(b"x")
                os.write(1, struct.pack("=I", len(answer)) + answer)
            '
            """
        )
        defer { unlink(program) }
        var limits = WorkerLimits()
        limits.wallSeconds = 3
        let paths = ["/a", "/b", "/c"]
        let workers = HistoryWorkers(Worker(program: program), reading: paths, limits: limits)
        let time = ContinuousClock().measure {
            for path in paths {
                let request = HistoryRequest(path: path, detail: .tip, observedAt: 0)
                let fault = #expect(throws: WorkerFault.self) { try workers.ask(request) { _ in } }
                #expect(fault?.reason == .notARepository, "\(path): \(String(describing: fault))")
            }
        }
        // Time was lost once.
        #expect(time < .seconds(8))
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

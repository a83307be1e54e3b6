import Testing

@testable import WorkerProtocol

@Suite struct MessageTests {
    private let messages: [Message] = {
        var batch = CommitBatch()
        batch.marks = [.merge, [.bot, .replacedTime]]
        batch.committed = [.min, .max]
        batch.landed = [1, -1]
        batch.authored = [0, 1 << 40]
        batch.developers = [0, CommitBatch.nobody]
        batch.ids = Array(0..<40)
        var counts = CommitBatch()
        counts.marks = [[]]
        counts.committed = [7]
        var limits = WorkerLimits()
        limits.memory = 1 << 33
        return [
            .announcement(path: "/a b/ü", limits), .announcement(path: "", WorkerLimits()),
            .request(HistoryRequest(path: "/a b/ü", detail: .committed(within: nil), observedAt: -5, limits: limits)),
            .request(HistoryRequest(path: "", detail: .committed(within: 0), observedAt: .max)),
            .request(HistoryRequest(path: "x", detail: .landed, observedAt: 0)),
            .request(HistoryRequest(path: "x", detail: .authored, observedAt: 0)),
            .developers([[], [0, 255], Array("ann@example.org".utf8)]), .commits(batch), .commits(counts),
            .commits(CommitBatch()), .summary(HistorySummary(commits: 2, developers: 1, newest: nil)),
            .summary(HistorySummary(commits: 0, newest: -1, leavesOutOlder: true, lacksMailmap: true)),
        ] + WorkerFault.Reason.allCases.map { .fault(WorkerFault($0, "why: \u{1F600}")) }
    }()

    @Test func everyMessageReadsBackAsItWasWritten() throws {
        for message in messages { #expect(try Message(decoding: message.encoded()) == message) }
    }

    @Test func aMessageCutAnywhereOrWithMoreBehindItIsRefused() {
        for bytes in messages.map({ $0.encoded() }) {
            for length in 0..<bytes.count {
                #expect(throws: WorkerFault.self) { try Message(decoding: Array(bytes.prefix(length))) }
            }
            #expect(throws: WorkerFault.self) { try Message(decoding: bytes + [0]) }
        }
    }

    @Test func flippedBitsNeverTrap() {
        for bytes in messages.map({ $0.encoded() }) {
            for bit in 0..<bytes.count * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                do throws(WorkerFault) {
                    _ = try Message(decoding: changed)
                } catch {
                    #expect(error.reason == .protocolBroken)
                }
            }
        }
    }
}

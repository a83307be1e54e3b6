import Testing

@testable import WorkerProtocol

/// Every message of every worker, through the one form in which they travel.
@Suite struct MessageTests {
    private static let order: Message = {
        let targets =
            [
                FetchOrder.Target(address: "https://a.example/x", tag: "W/\"1\""), FetchOrder.Target(address: ""),
                FetchOrder.Target(address: "https://a.example/y", preface: "p", body: "b", attempts: 1),
                FetchOrder.Target(address: "https://a.example/z", preface: "p", body: "c"),
                FetchOrder.Target(address: "https://a.example/z", preface: "q"),
            ] + ["r", "r", "s", "r"].map { FetchOrder.Target(address: "", preface: String(repeating: $0, count: 300)) }
        var order = FetchOrder(targets: targets, token: Secret("ghp_canary"), budget: 5, patience: 6, seed: .max)
        (order.credential, order.headers) = ("x-key: ", ["Accept: a/b"])
        (order.requestsAMinute, order.requestsBefore, order.isJudged) = (5, 2, true)
        order.route = NetworkRoute(proxy: Secret("http://me:canary@x"), direct: ".y,z", certificates: "/c.pem")
        return .order(order)
    }()

    private let histories: [Message] = {
        var batch = CommitBatch()
        batch.flags = [.merge, [.bot, .replacedTime]]
        batch.committed = [.min, .max]
        batch.landed = [1, -1]
        batch.landingIDs = [0, .max]
        batch.authored = [0, 1 << 40]
        batch.developers = [0, CommitBatch.noDeveloper]
        batch.works = [0, .max]
        batch.ids = [0, .max]
        batch.coauthors = [7, .max, 7]
        batch.coauthored = [0, 0, 1]
        var limits = WorkerLimits()
        limits.memory = 1 << 33
        var known = HistoryRequest(path: "/a b/ü", detail: .commits, observedAt: -5)
        known.tip = String(repeating: "a", count: 40)
        known.known = StoredHistory(tip: known.tip, mailmap: 7, ids: [1, .max])
        var summary = HistorySummary(commits: 0, newest: -1, lacksMailmap: true)
        (summary.tip, summary.origin, summary.upstream) = (known.tip, "https://a.example/b", "u")
        (summary.mailmap, summary.roots, summary.isContinued) = (.max, [3, 4], true)
        let parts: [HistoryMessage] = [
            .developers([[], [0, 255], Array("ann@example.org".utf8)]), .commits(batch), .commits(CommitBatch()),
        ]
        return [
            .batch(RepositoryBatch(["/a b/ü", ""], limits: limits)),
            .batch(RepositoryBatch([], limits: WorkerLimits())),
            .request(HistoryRequest(path: "", detail: .tip, observedAt: .max)), .request(known),
            .summary(HistorySummary(commits: 2, developers: 1, newest: nil)), .summary(summary),
        ] + parts.map { .history($0) }
    }()

    private let others: [Message] = {
        var limits = WorkerLimits()
        limits.fileBytes = 7
        let request = MirrorRequest(program: "/usr/bin/git", path: "/m/o__a.git", source: "/srv/a.git", limits: limits)
        let mirrors: [Message] =
            MirrorReport.State.allCases.map { state in
                var report = MirrorReport(state)
                (report.branch, report.formerBranch, report.moved) = ("main", "master", "https://a.example/b")
                report.isRewritten = state == .updated
                return .mirrored(report)
            } + [.mirror(request)]
        let answer = FetchAnswer(
            number: 1,
            status: 200,
            headers: ["etag: \"2\""],
            body: [0, 255],
            moved: "https://a.example/y"
        )
        let more = FetchOrder.Target(address: "https://a.example/y", preface: "p", body: "b", attempts: 1)
        let fetches: [Message] =
            [.fetched(.answer(answer)), .stored([]), .stored([more]), .end(FetchCost(requests: 9, bytes: 7))]
            + [.again, .hold(7), .stop].map { .stored(FetchReply($0, asking: [more])) }
            + FetchFailure.allCases.map { .fetched(.failure(4, $0)) }
        let faults = WorkerFault.Reason.allCases.map { Message.fault(WorkerFault($0, "why: \u{1F600}")) }
        return mirrors + fetches + faults + [MessageTests.order]
    }()

    @Test("Every message decodes to what was encoded") func roundTrip() throws {
        for message in histories + others { #expect(try Message(message.encoded()) == message) }
    }

    @Test("A long text shared by many targets is sent once") func sharedText() throws {
        let preface = String(repeating: "p", count: 10_000)
        let targets = Array(repeating: FetchOrder.Target(address: "a", preface: preface, body: "b"), count: 100)
        #expect(try Message.stored(FetchReply(asking: targets)).encoded().count < 20_000)
    }

    @Test("A message cut at any byte or followed by more is rejected") func wrongLength() throws {
        for bytes in try (histories + others).map({ try $0.encoded() }) {
            for length in 0..<bytes.count {
                #expect(throws: WorkerFault.self) { try Message(Array(bytes.prefix(length))) }
            }
            #expect(throws: WorkerFault.self) { try Message(bytes + [0]) }
        }
    }

    @Test("A message with a flipped bit decodes or is a protocol error") func flippedBits() throws {
        for bytes in try (histories + others).map({ try $0.encoded() }) {
            for bit in 0..<bytes.count * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                do throws(WorkerFault) {
                    _ = try Message(changed)
                } catch {
                    #expect(error.reason == .protocolBroken)
                }
            }
        }
    }

    @Test("Descriptions of an order show neither its token nor the proxy password") func hiddenSecrets() {
        var shown = ""
        dump(MessageTests.order, to: &shown)
        shown += "\(MessageTests.order) " + String(reflecting: MessageTests.order)
        #expect(!shown.contains("canary"))
        #expect(shown.contains("a.example"))
    }
}

import Testing

@testable import WorkerProtocol

@Suite struct FetchMessageTests {
    private let messages: [FetchMessage] = {
        let targets = [
            FetchOrder.Target(address: "https://a.example/x", tag: "W/\"1\""), FetchOrder.Target(address: ""),
            FetchOrder.Target(address: "https://a.example/y", preface: "p", body: "b", attempts: 1),
            FetchOrder.Target(address: "https://a.example/z", preface: "p", body: "c"),
            FetchOrder.Target(address: "https://a.example/z", preface: "q"),
        ]
        var order = FetchOrder(targets: targets, token: Secret("ghp_canary"), budget: 5, patience: 6, seed: .max)
        order.route = NetworkRoute(proxy: Secret("http://me:canary@x"), direct: ".y,z", certificates: "/c.pem")
        let answer = FetchAnswer(
            number: 1,
            status: 200,
            headers: [FetchAnswer.Header(name: "etag", value: "\"2\"")],
            body: [0, 255],
            moved: "https://a.example/y"
        )
        return [
            .order(order), .answer(answer), .kept([]), .kept(targets), .end(requests: 9),
            .fault(WorkerFault(.crashed, "why")),
        ]
            + FetchSilence.allCases.map { .silence(4, $0) }
    }()

    @Test func everyMessageReadsBackAsItWasWritten() throws {
        for message in messages { #expect(try FetchMessage(decoding: message.encoded()) == message) }
    }

    @Test func aMessageCutAnywhereOrWithMoreBehindItIsRefused() {
        for bytes in messages.map({ $0.encoded() }) {
            for length in 0..<bytes.count {
                #expect(throws: WorkerFault.self) { try FetchMessage(decoding: Array(bytes[..<length])) }
            }
            #expect(throws: WorkerFault.self) { try FetchMessage(decoding: bytes + [0]) }
        }
    }

    @Test func noDescriptionOfAnOrderShowsItsTokenOrTheProxysPassword() {
        var shown = ""
        dump(messages[0], to: &shown)
        shown += "\(messages[0]) " + String(reflecting: messages[0])
        #expect(!shown.contains("canary"))
        #expect(shown.contains("a.example"))
    }
}

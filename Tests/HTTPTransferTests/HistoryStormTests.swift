import Synchronization
import Testing
import WorkerProtocol

@testable import HTTPTransfer

/// Histories asked for by POST, with a clock that waits nothing.
@Suite struct HistoryStormTests {
    private static let preface = "{\"query\":\"w20251221:history(\",\"variables\":"

    private struct Outcome {
        var answers: [Int: FetchAnswer] = [:]
        var silences: [Int: FetchSilence] = [:]
        var requests = 0
        var seen: [ScriptedServer.Request] = []
        var seenElsewhere = 0
    }

    private func ask(_ numbers: [Int], budget: Int = .max) throws -> Outcome {
        let other = try ScriptedServer { _ in ScriptedServer.Reply(200, [], "{}") }
        let script = HistoryScript(elsewhere: other.address(""), clock: 1_767_225_600)
        let server = try ScriptedServer { script.reply($0) }
        defer {
            other.stop()
            server.stop()
        }
        let order = FetchOrder(
            targets: numbers.map {
                let address = server.address("/graphql#o/\($0)/1")
                return FetchOrder.Target(address: address, body: "{\"owner\":\"o\",\"name\":\"\($0)\"}}")
            },
            preface: HistoryStormTests.preface,
            token: Secret(AssayRun.token),
            budget: budget,
            patience: 10_000_000,
            seed: 1
        )
        let transfer = try CurlTransfer(token: order.token)
        let clock = ExchangeClock(
            now: { (script.clock.withLock { $0 } ?? 0) * 1000 },
            wait: { wait in script.clock.withLock { $0 = ($0 ?? 0) + (wait + 999) / 1000 } }
        )
        var exchange = Exchange(order, clock: clock) { transfer.send($0, tag: $1, body: $2, number: $3) }
        var outcome = Outcome()
        outcome.requests = try exchange.run { (message) throws(WorkerFault) in
            switch message {
            case .answer(let answer): outcome.answers[numbers[answer.number]] = answer
            case .silence(let number, let silence): outcome.silences[numbers[number]] = silence
            default: break
            }
        }
        outcome.seen = server.requests
        outcome.seenElsewhere = other.requests.count
        return outcome
    }

    @Test(.timeLimit(.minutes(2))) func whatIsToldIsTheCountOrAReasonAndNeverAZero() throws {
        let numbers = Array(1...700)
        let outcome = try ask(numbers)
        for number in numbers {
            let body = outcome.answers[number].map { String(decoding: $0.body, as: UTF8.self) }
            switch HistoryScript.fate(number) {
            case .data, .limited, .partialOnce, .stormy, .cut, .secondary, .renamed:
                #expect(body?.contains("\"w20251221\":{\"totalCount\":\(number)}") == true, "\(number)")
                #expect(body?.contains("errors") == false)
            case .gone: #expect(body?.contains("NOT_FOUND") == true)
            case .forbidden: #expect(body?.contains("FORBIDDEN") == true)
            case .unknownFault: #expect(body?.contains("SERVICE_UNAVAILABLE") == true)
            case .empty: #expect(body?.contains("\"defaultBranchRef\":null}") == true)
            case .noCommit: #expect(body?.contains("\"target\":{}") == true)
            case .elsewhere: #expect(body == nil && outcome.silences[number] == .redirect)
            case .neverWhole: #expect(body == nil && outcome.silences[number] == .failing)
            }
        }
        #expect(outcome.requests == outcome.seen.count)
        #expect(outcome.seenElsewhere == 0)
        #expect(outcome.seen.allSatisfy { $0.head.hasPrefix("POST /graphql HTTP/") })
        #expect(outcome.seen.allSatisfy { $0.header("content-type") == "application/json" })
        #expect(outcome.seen.allSatisfy { $0.header("authorization") == "Bearer \(AssayRun.token)" })
        #expect(!outcome.seen.contains { $0.body.contains("canary") })
    }

    @Test func postsAreWithinTheBudget() throws {
        for budget in [0, 1, 20] {
            let outcome = try ask(Array(1...60), budget: budget)
            #expect(outcome.requests == budget && outcome.seen.count == budget)
            #expect(outcome.answers.count + outcome.silences.count == 60)
            #expect(outcome.silences.values.contains(.budget))
        }
    }

    @Test func aPostIsRedirectedNowhere() throws {
        let start = try #require(WebAddress("https://api.github.com/graphql"))
        for status in [301, 302, 303, 307, 308] {
            var rule = RedirectRule(start, isPosted: true)
            #expect(rule.judge(status: status, location: "/other") == .refuse)
        }
        var rule = RedirectRule(start, isPosted: true)
        #expect(rule.judge(status: 200, location: nil) == .stay)
    }

    @Test(arguments: [
        (#"{"errors":[{"type":"RATE_LIMITED","message":"x"}]}"#, 429),
        (#"{"message":"You have exceeded a secondary rate limit"}"#, 429),
        (#"{"data":null,"errors":[{"message":"Something went wrong while executing your query"}]}"#, 502),
        (#"{"data":{"repository":{"nameWithOwner":"o/RATE_LIMITED"}}}"#, 200),
        (#"{"data":{"repository":{"nameWithOwner":"timed-out/of-a-timeout"}}}"#, 200),
        (#"{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"o/n"}]}"#, 200),
    ])
    func whatA200SaysBelowIsReadAsItsStatus(body: String, status: Int) {
        let answer = FetchAnswer(number: 0, status: 200, body: Array(body.utf8))
        #expect(answer.asAnswerToQuery.status == status)
        #expect(FetchAnswer(number: 0, status: 404, body: answer.body).asAnswerToQuery.status == 404)
    }
}

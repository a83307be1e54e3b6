import Synchronization
import Testing
import WorkerProtocol

@testable import HTTPTransfer

/// Histories asked for by POST, with a clock that waits nothing.
@Suite struct HistoryStormTests {
    private static let preface = "{\"query\":\"w20251221:history(\",\"variables\":"

    private struct Outcome {
        var answers: [Int: FetchAnswer] = [:]
        var silences: [Int: FetchFailure] = [:]
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
                let body = "{\"owner\":\"o\",\"name\":\"\($0)\"}}"
                return FetchOrder.Target(address: address, preface: HistoryStormTests.preface, body: body)
            },
            token: Secret(AssayRun.token),
            budget: budget,
            patience: 10_000_000,
            seed: 1
        )
        let transfer = try CurlTransfer(order)
        let clock = SchedulerClock(
            now: { (script.clock.withLock { $0 } ?? 0) * 1000 },
            wait: { wait in script.clock.withLock { $0 = ($0 ?? 0) + (wait + 999) / 1000 } }
        )
        var scheduler = FetchScheduler(order, clock: clock, send: transfer.send)
        var outcome = Outcome()
        outcome.requests = try scheduler.run { (message) throws(WorkerFault) in
            switch message {
            case .answer(let answer): outcome.answers[numbers[answer.number]] = answer
            case .failure(let number, let silence): outcome.silences[numbers[number]] = silence
            }
            return []
        }.requests
        outcome.seen = server.requests
        outcome.seenElsewhere = other.requests.count
        return outcome
    }

    @Test("Each history is its count or a reason, never a wrong zero", .timeLimit(.minutes(2))) func counts() throws {
        let numbers = Array(1...700)
        let outcome = try ask(numbers)
        for number in numbers {
            let body = outcome.answers[number].map { String(decoding: $0.body, as: UTF8.self) }
            switch HistoryScript.fate(number) {
            case .data, .limited, .partialOnce, .stormy, .cut, .secondary, .renamed, .heavy, .limits, .cutPages,
                .partial,
                .short, .heavyWeek:
                #expect(body?.contains("\"w20251221\":{\"totalCount\":\(number)}") == true, "\(number)")
                #expect(body?.contains("errors") == false)
            case .gone: #expect(body?.contains("NOT_FOUND") == true)
            case .forbidden: #expect(body?.contains("FORBIDDEN") == true)
            case .unknownFault: #expect(body?.contains("SERVICE_UNAVAILABLE") == true)
            case .empty: #expect(body?.contains("\"defaultBranchRef\":null}") == true)
            case .noCommit: #expect(body?.contains("\"target\":{}") == true)
            case .elsewhere: #expect(body == nil && outcome.silences[number] == .redirect)
            case .neverWhole:
                // It may hold something in part, which is not judged here.
                #expect(outcome.answers[number]?.status == 502)
            }
        }
        #expect(outcome.requests == outcome.seen.count)
        #expect(outcome.seenElsewhere == 0)
        #expect(outcome.seen.allSatisfy { $0.head.hasPrefix("POST /graphql HTTP/") })
        #expect(outcome.seen.allSatisfy { $0.header("content-type") == "application/json" })
        #expect(outcome.seen.allSatisfy { $0.header("authorization") == "Bearer \(AssayRun.token)" })
        #expect(!outcome.seen.contains { $0.body.contains("canary") })
    }

    @Test("Posted requests stay within the budget") func budget() throws {
        for budget in [0, 1, 20] {
            let outcome = try ask(Array(1...60), budget: budget)
            #expect(outcome.requests == budget && outcome.seen.count == budget)
            #expect(outcome.answers.count + outcome.silences.count == 60)
            #expect(outcome.silences.values.contains(.budget))
        }
    }

    @Test("A posted request is never redirected") func postRedirect() throws {
        let start = try #require(WebAddress("https://api.github.com/graphql"))
        for status in [301, 302, 303, 307, 308] {
            var rule = RedirectRule(start, isPosted: true)
            #expect(rule.judge(status: status, location: "/other") == .refuse)
        }
        var rule = RedirectRule(start, isPosted: true)
        #expect(rule.judge(status: 200, location: nil) == .stay)
    }

    @Test(
        "An error in the body of a 200 is read as its status",
        arguments: [
            (#"{"errors":[{"type":"RATE_LIMITED","message":"x"}]}"#, 429),
            (#"{"message":"You have exceeded a secondary rate limit"}"#, 429),
            (#"{"data":null,"errors":[{"message":"Something went wrong while executing your query"}]}"#, 502),
            (#"{"data":{"repository":{"nameWithOwner":"o/RATE_LIMITED"}}}"#, 200),
            (#"{"data":{"repository":{"nameWithOwner":"timed-out/of-a-timeout"}}}"#, 200),
            (#"{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"o/n"}]}"#, 200),
            (
                #"{"data":{"repository":null},"errors":[{"type":"RESOURCE_LIMITS_EXCEEDED","path":["repository"]}]}"#,
                502
            ),
        ]
    )
    func bodyStatus(body: String, status: Int) {
        let answer = FetchAnswer(number: 0, status: 200, body: Array(body.utf8))
        #expect(answer.asAnswerToQuery.status == status)
        #expect(FetchAnswer(number: 0, status: 404, body: answer.body).asAnswerToQuery.status == 404)
    }

    @Test("A limit that is too low for the next request is waited for") func pointLimit() {
        let headers = [
            "x-ratelimit-remaining: 7",
            "x-ratelimit-reset: 1767225630",
        ]
        let verdict = { (body: String) in
            let answer = FetchAnswer(number: 0, status: 200, headers: headers, body: Array(body.utf8))
            return RetryRule(seed: 1).judge(answer.asAnswerToQuery, attempt: 0, now: 1_767_225_600_000)
        }
        let points = { (cost: Int, left: Int) in
            #"{"data":{"rateLimit":{"cost":\#(cost),"remaining":\#(left),"resetAt":""},"repository":null}}"#
        }
        #expect(verdict(points(8, 7)) == .settled(hold: 31_000))
        #expect(verdict(points(7, 7)) == .settled())
        #expect(verdict(points(1, 0)) == .settled(hold: 31_000))
        // The limit of points is used up although its header speaks of some.
        #expect(verdict(#"{"errors":[{"type":"RATE_LIMITED"}]}"#) == .hold(31_000))
        #expect(verdict(#"{"message":"You have exceeded a secondary rate limit."}"#) == .hold(60_000))
    }

    /// A scheduler of one target of which less may be asked; `more` says what is, by what came.
    private func divide(
        _ statuses: [Int],
        budget: Int = 100,
        more: (FetchMessage) -> [FetchOrder.Target]
    ) throws -> (waits: [Int64], messages: [FetchMessage], requests: Int) {
        let target = FetchOrder.Target(address: "http://127.0.0.1/a", body: "{}", attempts: 1)
        let order = FetchOrder(targets: [target], token: Secret(""), budget: budget, patience: 10_000, seed: 1)
        var (now, waits, sent) = (Int64(0), [Int64](), 0)
        let clock = SchedulerClock(now: { now }, wait: { wait in (now, waits) = (now + wait, waits + [wait]) })
        var scheduler = FetchScheduler(order, clock: clock) { request in
            defer { sent += 1 }
            return .answer(FetchAnswer(number: request.number, status: statuses[min(sent, statuses.count - 1)]))
        }
        var messages: [FetchMessage] = []
        let requests = try scheduler.run { (message) throws(WorkerFault) in
            messages.append(message)
            return FetchReply(asking: more(message))
        }.requests
        return (waits, messages, requests)
    }

    @Test("A split request waits as another attempt, and not after a success") func splitRequests() throws {
        let half = FetchOrder.Target(address: "http://127.0.0.1/b", body: "{}", attempts: 4)
        var asked = 0
        let outcome = try divide([502, 502, 502, 502, 200, 200]) { message in
            asked += 1
            return asked < 3 ? [half] : []
        }
        // The first fails once, its half three times before it comes; what follows that does so at once.
        #expect(outcome.requests == 6 && outcome.messages.count == 3)
        #expect(outcome.waits.count == 4)
        for (wait, least) in zip(outcome.waits, [1000, 2000, 4000, 8000] as [Int64]) {
            #expect((least...least * 3 / 2).contains(wait))
        }
        guard case .answer(let first) = outcome.messages[0], case .answer(let last) = outcome.messages[2] else {
            Issue.record("\(outcome.messages)")
            return
        }
        #expect(first.status == 502 && first.number == 0 && last.status == 200 && last.number == 2)
    }

    @Test("Split requests stay within the budget") func splitBudget() throws {
        let half = FetchOrder.Target(address: "http://127.0.0.1/b", body: "{}", attempts: 1)
        let outcome = try divide([502], budget: 3) { message in
            if case .answer = message { [half] } else { [] }
        }
        #expect(outcome.requests == 3)
        #expect(outcome.messages.last == .failure(3, .failing))
    }
}

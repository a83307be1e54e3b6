import Synchronization
import TestPrograms
import Testing
import WorkerProtocol

@testable import HTTPTransfer

/// Orders carried out against the scripted server, with a clock that waits nothing.
@Suite struct StormTests {
    /// Ends a scheduler where a person might.
    private static let killed = WorkerFault(.crashed, "killed")
    private static let token = "ghp_canary0123456789"

    /// Two servers: GitHub, and another host that must see nothing.
    private final class World {
        let other: ScriptedServer
        let script: GitHubScript
        let server: ScriptedServer
        var answers: [Int: FetchAnswer] = [:]
        var silences: [Int: FetchFailure] = [:]
        var waited: Int64 = 0

        init() throws {
            other = try ScriptedServer { _ in ScriptedServer.Reply(200, [], "[]") }
            let script = GitHubScript(elsewhere: other.address(""))
            self.script = script
            server = try ScriptedServer { script.reply($0) }
        }

        deinit {
            other.stop()
            server.stop()
        }

        /// Asks about repositories of some numbers; ends after so many answers.
        func ask(
            _ numbers: [Int],
            budget: Int = .max,
            patience: Int = 10_000_000,
            seconds: Int = 100_000_000,
            killAfter: Int = .max
        ) throws -> Int {
            let targets = numbers.map {
                FetchOrder.Target(address: server.address("/repos/o\($0)/stats/commit_activity"))
            }
            let token = Secret(StormTests.token)
            var order = FetchOrder(targets: targets, token: token, budget: budget, patience: patience, seed: 1)
            order.milliseconds = 1000 * seconds
            let transfer = try CurlTransfer(order)
            let clock = SchedulerClock(
                now: { [script] in script.clock.withLock { $0 } * 1000 },
                wait: { [self] milliseconds in
                    waited += milliseconds
                    script.clock.withLock { $0 += (milliseconds + 999) / 1000 }
                }
            )
            var scheduler = FetchScheduler(order, clock: clock, send: transfer.send)
            var told = 0
            return try scheduler.run { (message) throws(WorkerFault) in
                guard told < killAfter else { throw StormTests.killed }
                told += 1
                switch message {
                case .answer(let answer): answers[numbers[answer.number]] = answer
                case .failure(let number, let silence): silences[numbers[number]] = silence
                }
                return []
            }.requests
        }
    }

    @Test("Among thousands of repositories no count is a wrong zero", .timeLimit(.minutes(3))) func thousands() throws {
        let world = try World()
        let numbers = Array(1...Depth.rounds(10_000))
        let requests = try world.ask(numbers)
        #expect(requests == world.server.requests.count)
        for number in numbers {
            let answer = world.answers[number]
            switch GitHubScript.fate(number) {
            case .data:
                #expect(answer?.status == 200)
                #expect(answer?.body == Array(GitHubScript.activity(number).utf8))
            case .renamed:
                #expect(answer?.body == Array(GitHubScript.activity(number).utf8))
                #expect(answer?.moved == world.server.address("/repositories/\(number)/stats/commit_activity"))
            case .empty: #expect(answer?.status == 409)
            case .gone: #expect(answer?.status == 404)
            case .blocked: #expect(answer?.status == 451)
            case .noContent: #expect(answer?.status == 204)
            case .refused: #expect(answer?.status == 422)
            case .neverReady: #expect(answer == nil && world.silences[number] == .pending)
            case .elsewhere: #expect(answer == nil && world.silences[number] == .redirect)
            }
        }
        #expect(world.other.requests.isEmpty)
        let withoutToken = world.server.requests.count {
            $0.header("authorization") != "Bearer \(StormTests.token)" || $0.header("user-agent") == nil
        }
        #expect(withoutToken == 0)
        #expect(!world.server.requests.contains { $0.path.contains("canary") })
    }

    @Test("Requests stay within the budget and all others are reported") func requestBudget() throws {
        for budget in [0, 1, 7, 50] {
            let world = try World()
            let requests = try world.ask(Array(1...100), budget: budget)
            #expect(requests == budget && world.server.requests.count == budget)
            #expect(world.answers.count + world.silences.count == 100)
            #expect(world.silences.values.contains(.budget))
        }
    }

    @Test("Waiting stops at the wait limit") func waitLimit() throws {
        for patience in [0, 5, 60] {
            let world = try World()
            _ = try world.ask(Array(1...200), patience: patience)
            #expect(world.waited <= Int64(patience) * 1000)
            #expect(world.answers.count + world.silences.count == 200)
        }
    }

    @Test("Nothing is requested or waited for after the deadline") func timeUp() throws {
        for seconds in [0, 5, 100_000] {
            let world = try World()
            let begin = world.script.clock.withLock { $0 }
            let requests = try world.ask(Array(1...200), seconds: seconds)
            #expect(world.script.clock.withLock { $0 } - begin <= seconds)
            #expect(world.answers.count + world.silences.count == 200)
            #expect(world.silences.values.contains(.deadline) == (seconds < 100_000))
            #expect((requests == 0) == (seconds == 0))
        }
    }

    @Test("A killed run does not request received answers again") func resumedRequests() throws {
        let world = try World()
        let numbers = Array(1...200)
        #expect(throws: StormTests.killed) { try world.ask(numbers, killAfter: 60) }
        let first = world.server.requests.count
        let kept = Set(world.answers.keys)
        #expect(kept.count > 30)
        _ = try world.ask(numbers.filter { !kept.contains($0) })
        let again = world.server.requests.dropFirst(first).map(\.path)
        for number in kept { #expect(!again.contains("/repos/o\(number)/stats/commit_activity")) }
        #expect(world.answers.count + world.silences.count == 200 + kept.intersection(world.silences.keys).count)
    }

    @Test("A rejected token is sent once") func rejectedToken() throws {
        let server = try ScriptedServer { _ in ScriptedServer.Reply(401, [], "{\"message\":\"Bad credentials\"}") }
        defer { server.stop() }
        let targets = (0..<50).map { FetchOrder.Target(address: server.address("/\($0)")) }
        let order = FetchOrder(targets: targets, token: Secret("ghp_x"), budget: 100, patience: 100, seed: 1)
        let transfer = try CurlTransfer(order)
        var scheduler = FetchScheduler(order, clock: SchedulerClock(now: { 0 }, wait: { _ in }), send: transfer.send)
        var silences: [FetchFailure] = []
        let requests = try scheduler.run { (message) throws(WorkerFault) in
            if case .failure(_, let silence) = message { silences.append(silence) }
            return []
        }.requests
        #expect(requests == 1)
        #expect(silences == Array(repeating: .token, count: 50))
    }

    @Test("Whatever ends a request when the time is over, the deadline is named", arguments: 0..<3)
    func deadline(_ ending: Int) throws {
        let endings: [TransferEvent] = [.nothing, .unreachable, .failure(.proxy)]
        var now: Int64 = 0
        let targets = [FetchOrder.Target(address: "https://a.example/x")]
        var order = FetchOrder(targets: targets, token: Secret(""), budget: 9, patience: 9, seed: 1)
        order.milliseconds = 4000
        let clock = SchedulerClock(now: { now }, wait: { now += $0 })
        var scheduler = FetchScheduler(order, clock: clock) { _ in
            now += 4000
            return endings[ending]
        }
        var failures: [FetchFailure] = []
        _ = try scheduler.run { (message) throws(WorkerFault) in
            if case .failure(_, let failure) = message { failures.append(failure) }
            return []
        }
        #expect(failures == [.deadline])
    }
}

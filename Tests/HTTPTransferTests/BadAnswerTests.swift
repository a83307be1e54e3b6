import Foundation
import Synchronization
import TestPrograms
import Testing

/// The built program against answers that come late, in part, or say what nobody asked.
@Suite struct BadAnswerTests {
    /// A server of `o/1`, `o/2` …: which of them answer a byte a second, as long as they do.
    private final class World {
        let server: ScriptedServer

        init(_ reply: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Reply) throws {
            server = try ScriptedServer(limit: 100, script: reply)
        }

        deinit { server.stop() }

        func fetch(_ numbers: ClosedRange<Int>, _ more: [String], in folder: URL) throws -> AssayRun {
            let words = ["fetch", "github"] + numbers.map { "o/\($0)" } + ["--api", server.address("")]
            return try AssayRun(words + more, in: folder)
        }
    }

    private static let figures = GitHubScript.activity(3)
    private static let date = "Date: Thu, 01 Jan 2026 00:00:00 GMT"

    @Test("A slow answer ends with the deadline and the next run continues") func deadline() throws {
        let slow = Mutex("/repos/o/4/")
        let world = try World { request in
            let isSlow = slow.withLock { request.path.hasPrefix($0) }
            return ScriptedServer.Reply(200, [BadAnswerTests.date], BadAnswerTests.figures, isSlow: isSlow)
        }
        try AssayRun.inFolder { folder in
            let clock = ContinuousClock()
            let time = try clock.measure {
                let first = try world.fetch(1...6, ["--deadline", "2"], in: folder)
                #expect(first.status == 4, "\(first.errors)")
                // What came is loaded, what was under way and what was never begun is named.
                #expect(first.errors.contains("3 without figures (o/4, o/5, o/6)"), "\(first.errors)")
                #expect(first.errors.contains("[deadline-passed]"), "\(first.errors)")
                #expect(first.errors.contains("rows taken: \(3 * 52)"), "\(first.errors)")
            }
            #expect(time > .seconds(1.9) && time < .seconds(15))
            #expect(world.server.requests.count == 4)
            slow.withLock { $0 = "none" }
            let second = try world.fetch(1...6, ["--deadline", "60"], in: folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.errors.contains("6 with figures, 0 without; 3 requests made, 3 cached"), "\(second.errors)")
        }
    }

    @Test("A slow proxy is not reported as refusing") func slowProxy() throws {
        let proxy = try World { _ in ScriptedServer.Reply(200, isSlow: true) }
        try AssayRun.inFolder { folder in
            let words = ["fetch", "github", "o/1", "o/2", "--api", "https://127.0.0.1:9", "--deadline", "1"]
            let environment = ["https_proxy": proxy.server.address("")]
            let result = try AssayRun(words, in: folder, environment: environment)
            #expect(result.status == 1 && result.errors.contains("2 without figures (o/1, o/2)"), "\(result.errors)")
            #expect(result.errors.contains("[deadline-passed]") && proxy.server.requests.count == 1)
        }
    }

    @Test("After a run is killed no more requests are made") func killedRun() throws {
        let world = try World { _ in ScriptedServer.Reply(202) }
        try AssayRun.inFolder { folder in
            let words = ["fetch", "github", "o/1", "--api", world.server.address("")]
            let run = try AssayRun.started(words, in: folder)
            let patience = Date(timeIntervalSinceNow: 30)
            while world.server.requests.isEmpty, patience.timeIntervalSinceNow > 0 { usleep(2000) }
            usleep(300_000)
            run.signal(SIGKILL)
            _ = try run.wait()
            // It would have asked again two seconds after its first question.
            sleep(3)
            #expect(world.server.requests.count == 1)
        }
    }

    @Test("A wait longer than the deadline is not begun") func waitPastDeadline() throws {
        let world = try World { _ in ScriptedServer.Reply(429, ["Retry-After: 50"]) }
        try AssayRun.inFolder { folder in
            let time = try ContinuousClock().measure {
                let result = try world.fetch(1...2, ["--deadline", "40", "--patience", "100"], in: folder)
                #expect(result.status == 1 && result.errors.contains("[rate-limited]"), "\(result.errors)")
                #expect(result.errors.contains("[deadline-passed]") && world.server.requests.count == 1)
            }
            #expect(time < .seconds(30))
        }
    }

    @Test("Weeks that came before the deadline are loaded and the others named") func partialHistory() throws {
        let script = HistoryScript(elsewhere: "", clock: nil)
        let isSlow = Mutex(true)
        let world = try World { request in
            var reply = script.reply(request)
            // The first page comes in part; what is asked for then does not come.
            reply.isSlow = isSlow.withLock { $0 } && request.body.matches(of: /history\(/).count < 52
            return reply
        }
        let number = HistoryScript.numbers(.partial)[0]
        try AssayRun.inFolder { folder in
            let first = try world.fetch(number...number, ["--ask", "history", "--deadline", "2"], in: folder)
            #expect(first.status == 4, "\(first.errors)")
            #expect(first.errors.contains("1 without all weeks (o/\(number): "), "\(first.errors)")
            #expect(first.errors.contains("[deadline-passed]"), "\(first.errors)")
            let weeks = world.server.requests.map { $0.body.matches(of: /history\(/).count }
            #expect(weeks.count == 2, "\(weeks)")
            #expect(first.errors.contains("rows taken: \(52 - weeks[1])"), "\(first.errors)")
            isSlow.withLock { $0 = false }
            let second = try world.fetch(number...number, ["--ask", "history"], in: folder)
            #expect(second.status == 0 && second.errors.contains("1 with figures"), "\(second.errors)")
            #expect(world.server.requests[2].body.matches(of: /history\(/).count == weeks[1])
        }
    }

    @Test("A transfer of one byte a second fails") func slowTransfer() throws {
        let world = try World { _ in ScriptedServer.Reply(200, [], BadAnswerTests.figures, isSlow: true) }
        try AssayRun.inFolder { folder in
            let time = try ContinuousClock().measure {
                let result = try world.fetch(1...1, ["--patience", "0"], in: folder)
                #expect(result.status == 1 && result.errors.contains("[network]"), "\(result.errors)")
            }
            // The most time of a request is a minute.
            #expect(time < .seconds(45))
        }
    }

    @Test("304 without a sent tag is an error") func unexpectedNotModified() throws {
        let world = try World { request in
            let isUnasked = request.path.hasPrefix("/repos/o/2/")
            return ScriptedServer.Reply(isUnasked ? 304 : 200, [BadAnswerTests.date], BadAnswerTests.figures)
        }
        try AssayRun.inFolder { folder in
            let result = try world.fetch(1...2, [], in: folder)
            #expect(result.status == 4 && result.errors.contains("1 with figures, 1 without"), "\(result.errors)")
            #expect(result.errors.contains("1 without figures (o/2)"), "\(result.errors)")
            #expect(result.errors.contains("[unexpected-not-modified]") && world.server.requests.count == 2)
        }
        let alone = try World { _ in ScriptedServer.Reply(304) }
        try AssayRun.inFolder { folder in
            let result = try alone.fetch(1...1, [], in: folder)
            #expect(result.status == 1 && result.errors.contains("[unexpected-not-modified]"), "\(result.errors)")
        }
    }

    @Test("A gzip body without its trailer is not loaded") func incompleteGzip() throws {
        let whole = try CurlTransferTests.gzip("printf '\(BadAnswerTests.figures)'")
        let cuts = Mutex([4, 8])
        let world = try World { _ in
            var reply = ScriptedServer.Reply(200, [BadAnswerTests.date, "Content-Encoding: gzip"])
            reply.body = whole.dropLast(cuts.withLock { $0.popLast() ?? 0 })
            return reply
        }
        try AssayRun.inFolder { folder in
            for _ in 0..<2 {
                let result = try world.fetch(1...1, ["--patience", "0"], in: folder)
                #expect(result.status == 1 && result.errors.contains("[network]"), "\(result.errors)")
            }
            let whole = try world.fetch(1...1, ["--patience", "0"], in: folder)
            #expect(whole.status == 0 && whole.errors.contains("rows taken: 52"), "\(whole.errors)")
        }
    }

    @Test(
        "A deadline that is not a number of seconds is rejected",
        arguments: ["0", "-1", "nan", "inf", "1e300", "0x10", "99999999999999999999", "1000001", ""]
    )
    func badDeadline(_ text: String) throws {
        try AssayRun.inFolder { folder in
            for kind in ["github", "git"] {
                let result = try AssayRun(["fetch", kind, "o/1", "--deadline=\(text)"], in: folder)
                #expect(result.status == 2 && result.errors.contains("--deadline"), "\(result.errors)")
            }
            #expect(try AssayRun.files(in: folder).all == 0)
        }
    }
}

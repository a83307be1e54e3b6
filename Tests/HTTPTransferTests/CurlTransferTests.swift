import Foundation
import TestPrograms
import Testing
import WorkerProtocol

@testable import HTTPTransfer

@Suite struct CurlTransferTests {
    /// What one request brings from a server that says one thing.
    private func received(_ reply: ScriptedServer.Reply, tag: String = "") throws -> (
        TransferEvent, ScriptedServer.Request?
    ) {
        let server = try ScriptedServer(limit: 3) { _ in reply }
        defer { server.stop() }
        let address = try #require(WebAddress(server.address("/x")))
        var request = WebRequest(address, number: 5)
        request.tag = tag
        let received = try CurlTransfer(.knownBy("ghp_x")).send(request)
        return (received, server.requests.first)
    }

    /// What a shell command prints, gzipped.
    static func gzip(_ command: String) throws -> [UInt8] {
        try Program.run(["sh", "-c", command + " | gzip -c"]).bytes
    }

    private func isTooLarge(_ received: TransferEvent) -> Bool {
        if case .failure(.tooLarge) = received { true } else { false }
    }

    private func isNothing(_ received: TransferEvent) -> Bool {
        if case .nothing = received { true } else { false }
    }

    @Test("A gzip body is decoded") func gzipBody() throws {
        var reply = ScriptedServer.Reply(200, ["Content-Encoding: gzip", "ETag: W/\"1\"", "X-Tab: a\tb"])
        reply.body = try CurlTransferTests.gzip("printf '[1]'")
        let (received, request) = try received(reply, tag: "\"0\"")
        guard case .answer(let answer) = received else {
            Issue.record("no answer came")
            return
        }
        #expect(answer.number == 5 && answer.status == 200 && answer.body == Array("[1]".utf8))
        #expect(answer.header("etag") == "W/\"1\"")
        #expect(answer.header("x-tab") == nil)
        #expect(request?.header("if-none-match") == "\"0\"")
        #expect(request?.header("user-agent") == "assay")
        #expect(request?.header("accept-encoding") == "gzip")
    }

    @Test("A body that inflates above the limit is rejected") func inflatedBody() throws {
        var reply = ScriptedServer.Reply(200, ["Content-Encoding: gzip"])
        reply.body = try CurlTransferTests.gzip("head -c 100000000 /dev/zero")
        #expect(reply.body.count < 1 << 20)
        #expect(isTooLarge(try received(reply).0))
    }

    @Test("A body or head above the limit is rejected") func largeBody() throws {
        var body = ScriptedServer.Reply(200)
        body.body = Array(repeating: 0x20, count: CurlTransfer.bodyLimit + 1)
        #expect(isTooLarge(try received(body).0))
        let head = ScriptedServer.Reply(200, (0..<2000).map { "X-\($0): \(String(repeating: "y", count: 50))" })
        #expect(isTooLarge(try received(head).0))
    }

    @Test("A truncated body is an error") func truncatedBody() throws {
        let reply = ScriptedServer.Reply(200, [], "[1,2,3,4]", isCut: true)
        #expect(isNothing(try received(reply).0))
    }

    @Test("A gzip body is accepted only with a complete and correct trailer") func gzipTrailer() throws {
        let whole = try CurlTransferTests.gzip("printf '[1,2,3]'")
        var bodies = (1...9).map { Array(whole.dropLast($0)) } + [[], Array("[1,2,3]".utf8), whole + Array("x".utf8)]
        for place in whole.count - 8..<whole.count {
            var wrong = whole
            wrong[place] ^= 1
            bodies.append(wrong)
        }
        for body in bodies {
            var reply = ScriptedServer.Reply(200, ["Content-Encoding: gzip"])
            reply.body = body
            #expect(isNothing(try received(reply).0), "\(body.count) of \(whole.count) bytes")
        }
    }

    @Test("A body in another encoding than gzip is an error") func otherEncoding() throws {
        for encoding in ["deflate", "br", "zstd", "gzip, gzip", "x"] {
            #expect(isNothing(try received(ScriptedServer.Reply(200, ["Content-Encoding: \(encoding)"], "[1]")).0))
        }
        for reply in [
            ScriptedServer.Reply(200, ["Content-Encoding: identity"], "[1]"),
            ScriptedServer.Reply(204, ["Content-Encoding: gzip"]),
        ] { #expect(!isNothing(try received(reply).0)) }
    }

    @Test("304 is accepted only for a request with a tag") func notModified() throws {
        guard case .failure(.unaskedNotModified) = try received(ScriptedServer.Reply(304)).0 else {
            Issue.record("a 304 that was not asked for was taken")
            return
        }
        guard case .answer(let answer) = try received(ScriptedServer.Reply(304), tag: "\"1\"").0 else {
            Issue.record("a 304 was not taken")
            return
        }
        #expect(answer.status == 304)
    }

    @Test("A request ends at its time limit") func timeLimit() throws {
        let server = try ScriptedServer { _ in ScriptedServer.Reply(200, [], "[1,2,3,4]", isSlow: true) }
        defer { server.stop() }
        var request = WebRequest(try #require(WebAddress(server.address("/x"))), number: 0)
        request.milliseconds = 300
        let transfer = try CurlTransfer(.knownBy(""))
        let time = ContinuousClock().measure { #expect(isNothing(transfer.send(request))) }
        #expect(time > .milliseconds(250) && time < .seconds(5))
    }

    @Test("A proxy that does not answer is reported as the cause") func deafProxy() throws {
        let proxy = try ScriptedServer(limit: 0) { _ in ScriptedServer.Reply(200) }
        defer { proxy.stop() }
        let address = try #require(WebAddress("https://127.0.0.1:9/x"))
        func isStopped(direct: String) throws -> Bool {
            let route = NetworkRoute(proxy: Secret("http://127.0.0.1:\(proxy.port)"), direct: direct)
            let received = try CurlTransfer(.knownBy("ghp_x", route)).send(WebRequest(address, number: 0))
            return if case .failure(.proxy) = received { true } else { false }
        }
        #expect(try isStopped(direct: ""))
        #expect(proxy.requests.map(\.path) == ["127.0.0.1:9"])
        // The host's own silence is not the proxy's.
        #expect(try !isStopped(direct: "127.0.0.1"))
        #expect(proxy.requests.count == 1)
    }

    @Test("The library does not follow redirects") func redirect() throws {
        let other = try ScriptedServer { _ in ScriptedServer.Reply(200) }
        defer { other.stop() }
        guard case .answer(let answer) = try received(ScriptedServer.Reply(302, ["Location: \(other.address("/"))"])).0
        else {
            Issue.record("no answer came")
            return
        }
        #expect(answer.status == 302)
        #expect(other.requests.isEmpty)
    }
}

extension FetchOrder {
    /// An order of nothing, for what it says of how to ask.
    fileprivate static func knownBy(_ token: String, _ route: NetworkRoute = NetworkRoute()) -> FetchOrder {
        var order = FetchOrder(targets: [], token: Secret(token), budget: 1, patience: 1, seed: 1)
        order.route = route
        return order
    }
}

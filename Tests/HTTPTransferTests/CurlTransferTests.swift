import Foundation
import Testing
import WorkerProtocol

@testable import HTTPTransfer

@Suite struct CurlTransferTests {
    /// What one request brings from a server that says one thing.
    private func received(_ reply: ScriptedServer.Reply, tag: String = "") throws -> (Received, ScriptedServer.Request?)
    {
        let server = try ScriptedServer(limit: 3) { _ in reply }
        defer { server.stop() }
        let address = try #require(WebAddress(server.address("/x")))
        let received = try CurlTransfer(token: Secret("ghp_x")).send(address, tag: tag, number: 5)
        return (received, server.requests.first)
    }

    private func gzip(_ command: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command + " | gzip -c"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return bytes
    }

    private func isTooLarge(_ received: Received) -> Bool {
        if case .tooLarge = received { true } else { false }
    }

    @Test func aCompressedBodyComesDecoded() throws {
        var reply = ScriptedServer.Reply(200, ["Content-Encoding: gzip", "ETag: W/\"1\"", "X-Tab: a\tb"])
        reply.body = try gzip("printf '[1]'")
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

    @Test func aBodyThatInflatesBeyondItsCapIsCutOff() throws {
        var reply = ScriptedServer.Reply(200, ["Content-Encoding: gzip"])
        reply.body = try gzip("head -c 100000000 /dev/zero")
        #expect(reply.body.count < 1 << 20)
        #expect(isTooLarge(try received(reply).0))
    }

    @Test func aBodyOrHeadLargerThanItsCapIsRefused() throws {
        var body = ScriptedServer.Reply(200)
        body.body = Array(repeating: 0x20, count: CurlTransfer.bodyLimit + 1)
        #expect(isTooLarge(try received(body).0))
        let head = ScriptedServer.Reply(200, (0..<2000).map { "X-\($0): \(String(repeating: "y", count: 50))" })
        #expect(isTooLarge(try received(head).0))
    }

    @Test func aCutBodyIsNoAnswer() throws {
        let reply = ScriptedServer.Reply(200, [], "[1,2,3,4]", isCut: true)
        guard case .nothing = try received(reply).0 else {
            Issue.record("a cut body was taken")
            return
        }
    }

    @Test func aProxyThatSaysNothingIsTold() throws {
        let proxy = try ScriptedServer(limit: 0) { _ in ScriptedServer.Reply(200) }
        defer { proxy.stop() }
        let address = try #require(WebAddress("https://127.0.0.1:9/x"))
        func isStopped(direct: String) throws -> Bool {
            let route = NetworkRoute(proxy: Secret("http://127.0.0.1:\(proxy.port)"), direct: direct)
            let received = try CurlTransfer(token: Secret("ghp_x"), route: route).send(address, number: 0)
            return if case .refusedByProxy = received { true } else { false }
        }
        #expect(try isStopped(direct: ""))
        #expect(proxy.requests.map(\.path) == ["127.0.0.1:9"])
        // The host's own silence is not the proxy's.
        #expect(try !isStopped(direct: "127.0.0.1"))
        #expect(proxy.requests.count == 1)
    }

    @Test func aRedirectIsNotFollowedByTheLibrary() throws {
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

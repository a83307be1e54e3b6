import Foundation
import Testing

/// What an answer says may be quoted; it neither steers a terminal nor begins a line.
@Suite struct HostileAnswerTests {
    private static let text = "\u{1B}[31m\u{9B}31m\u{7}\u{202E}\u{2028}\u{85}assay: error: forged"
    /// The same as JSON writes it, with a line feed in front.
    private static let quoted = "\\nassay: error: forged\\u001b[31m\\u009b\\u202e\\u2028"

    /// Answers that are refused with a word of their own.
    private static let answers: [ScriptedServer.Reply] = [
        ScriptedServer.Reply(301, ["Location: /\(text)"]), ScriptedServer.Reply(301, ["Location: http://\(text)/"]),
        ScriptedServer.Reply(301, ["Location: /repositories/1/\u{202E}stats"]),
        ScriptedServer.Reply(403, ["X-RateLimit-Reset: \(text)"], "{\"message\":\"\(quoted)\"}"),
        ScriptedServer.Reply(422, ["ETag: \"\(text)\""], "{\"message\":\"\(quoted)\"}"),
        ScriptedServer.Reply(200, ["Content-Encoding: \(text)"], "[]"), ScriptedServer.Reply(200, [], text),
        ScriptedServer.Reply(200, ["Content-Type: \(text)"], "{\"\(quoted)\":1}"),
        ScriptedServer.Reply(200, [], "{\"errors\":[{\"type\":\"\(quoted)\",\"message\":\"\(quoted)\"}]}"),
        ScriptedServer.Reply(
            200,
            [],
            "{\"data\":{\"r0\":null},\"errors\":[{\"type\":\"NOT_FOUND\",\"message\":\"\(quoted)\"}]}"
        ),
        ScriptedServer.Reply(200, [], "{\"message\":\"\(quoted)\"}"),
    ]

    @Test(
        "Text of an answer cannot forge or steer messages",
        arguments: answers.indices,
        [["commit_activity"], ["history"]]
    )
    func answerText(number: Int, question: [String]) throws {
        let server = try ScriptedServer(limit: 20) { _ in HostileAnswerTests.answers[number] }
        defer { server.stop() }
        try AssayRun.inFolder { folder in
            let words = ["fetch", "github", "o/1", "--api", server.address(""), "--patience", "0", "--budget", "4"]
            let result = try AssayRun(words + question.flatMap { ["--ask", $0] }, in: folder)
            #expect(!server.requests.isEmpty)
            #expect(result.errors.hasPrefix("assay: "), "\(result.errors)")
            let steering = result.errors.unicodeScalars.filter { scalar in
                [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            }
            #expect(steering.allSatisfy { $0 == "\n" }, "\(result.errors.debugDescription)")
            #expect(!result.errors.split(separator: "\n").contains { $0.hasPrefix("assay: error: forged") })
        }
    }
}

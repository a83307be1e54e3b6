import CoinSources
import Testing

@testable import CoinOperations

/// How lines of a client are cut, read and refused.
@Suite struct AssistantMessageTests {
    private func call(_ text: String) throws -> AssistantCall {
        guard case .call(let call) = try AssistantMessage(Array(text.utf8)) else { throw NoCall() }
        return call
    }

    private struct NoCall: Error {}

    @Test("Lines are the same wherever the stream is cut, and blank ones are none", arguments: [1, 2, 3, 7, 100])
    func cuts(size: Int) {
        var lines = AssistantLines()
        var found: [AssistantLine] = []
        let bytes = Array("one\r\n\n  \ntwo\n\tthree".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += lines.take(bytes[start..<min(start + size, bytes.count)])
        }
        found += [lines.finish()].compactMap { $0 }
        #expect(found == ["one\r", "two", "\tthree"].map { .bytes(Array($0.utf8)) })
    }

    @Test("A line over the limit is said once, and the next one is read") func tooLong() {
        var lines = AssistantLines()
        let part = [UInt8](repeating: 120, count: AssistantLines.limit)
        #expect(lines.take(part[...]).isEmpty)
        #expect(lines.take(part[...]).isEmpty)
        #expect(lines.take([120, 10, 121, 10]) == [.tooLong, .bytes([121])])
        #expect(lines.take(part + [10]) == [.bytes(part)])
    }

    @Test(
        "An id comes back as it was given",
        arguments: [
            ("7", "7"), ("-7", "-7"), ("\"a\\\"b\"", "\"a\\\"b\""), ("\"\\u202e\"", "\"\\u202E\""), ("7.0", "7"),
        ]
    )
    func ids(given: String, written: String) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":\#(given),"method":"m"}"#).id == written)
    }

    @Test("Names of arguments may have any characters") func names() throws {
        let read = try call(
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":{"a/b":1,"~":[2],"c":null,"":"x"}}}"#
        )
        let expected: [String: AssistantCall.Value] = [
            "a/b": .one(.number(1)), "~": .list([.number(2)]), "c": .one(.missing), "": .one(.text("x")),
        ]
        #expect(read.arguments == expected)
    }

    @Test("Objects and arrays without end are refused, not counted") func endless() {
        let members = (0...300).map { "\"\($0)\":1" }.joined(separator: ",")
        for value in ["{\(members)}", "{\"list\":[\(String(repeating: "1,", count: 300))1]}"] {
            let line = #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":\#(value)}}"#
            let fault = #expect(throws: ProtocolFault.self) { _ = try AssistantMessage(Array(line.utf8)) }
            #expect(fault?.code == .notRequest)
        }
    }

    @Test("JSON is written in ASCII and reads back") func ascii() {
        let text = JSONText.text("a\u{202E}b\n\u{1F600}é\u{E0041}\"")
        #expect(text == #""a\u202Eb\n\uD83D\uDE00\u00E9\uDB40\uDC41\"""#)
    }
}

import Testing

@testable import WorkerProtocol

@Suite struct SecretEchoTests {
    private let key = "Key-Canary/0123456789"

    @Test(
        "A key is hidden in every form that a source may repeat it in",
        arguments: [
            "Key-Canary/0123456789", "key-canary/0123456789", "KEY-CANARY/0123456789", "Key%2DCanary%2F0123456789",
            "%4b%65%79-Canary/0123456789", "Key-Canary%252f0123456789", "Key-Canary\\/0123456789",
            "\\u004bey-Canary\\u002f0123456789", "Key-Canary/01234\n56789", "Key-Canary/0123 456 789",
            "Key-Canary/0123-4567-89", "KEY%2dcanary/01234\\n56789",
        ]
    )
    func spelling(_ echo: String) {
        let hidden = SecretEcho(Secret(key)).hidden(in: "{\"error\":\"bad \(echo), sorry\"}")
        #expect(hidden == "{\"error\":\"bad \(String(repeating: "*", count: echo.utf8.count)), sorry\"}")
    }

    @Test("Text similar to a key stays, and a short key is not searched in parts")
    func others() {
        let echo = SecretEcho(Secret(key))
        for text in ["", "Key-Canary/012345678", "Key-Canary/0123,456,789", "%4", "\\", "\\u00", "%25", "Key"] {
            #expect(echo.hidden(in: text) == text)
        }
        #expect(SecretEcho(Secret("12345678")).hidden(in: "1234-5678 12345678") == "1234-5678 ********")
        #expect(SecretEcho(Secret("")).hidden(in: "x") == "x")
        let answer = FetchAnswer(number: 0, status: 401, headers: ["a: KEY-CANARY/0123456789"])
        #expect(answer.hiding(Secret(key)).headers == ["a: " + String(repeating: "*", count: 21)])
    }

    @Test(
        "An address is shown without user, password, query and fragment",
        arguments: [
            ("https://a.example/x?key=1#y", "https://a.example/x"),
            ("https://me:p@a.example:8/x", "https://a.example:8/x"),
            ("https://me:p/w?d@a.example/x?k=1", "https://a.example/x"),
            ("https://a.example/x?u=a@b", "https://a.example/x"),
            ("https://a.example/@user/x", "https://a.example/@user/x"), ("https://[::1]:9/x?k", "https://[::1]:9/x"),
            ("https://[::1]/x?k=@", "https://[::1]/x"), ("owner/name", "owner/name"), ("https://a#k", "https://a"),
        ]
    )
    func address(_ text: String, _ shown: String) { #expect(shownAddress(text) == shown) }
}

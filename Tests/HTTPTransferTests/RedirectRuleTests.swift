import Testing

@testable import HTTPTransfer

@Suite struct RedirectRuleTests {
    private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

    @Test("Only HTTPS and loopback addresses are accepted") func addresses() {
        for text in [
            "https://api.github.com/repos/a/b?x=1", "http://127.0.0.1:8080/", "http://[::1]:1/x", "HTTPS://A.example",
            "https://[2001:db8::1]/x",
        ] { #expect(WebAddress(text) != nil, "\(text)") }
        for text in [
            "http://api.github.com/", "ftp://a.example/", "file:///etc/passwd", "https://user:word@a.example/",
            "https://a.example@127.0.0.1/", "https://", "https://a.example:0/", "https://a.example:65536/",
            "https://a.example:+1/", "https://a b.example/", "https://a.example\\@b.example/", "http://localhost/",
            "http://127.0.0.1.example/", "http://[::2]/", "https://[::1]x/", "https://ä.example/", "//a.example/",
            "a.example", "/x", "", "https://a.example/ä", "https://a.example/\u{7f}", "https://a.example/\t",
            "https://a.example/x\r\nHost: b",
        ] { #expect(WebAddress(text) == nil, "\(text)") }
    }

    @Test("An address is shown as it is requested") func normalForm() throws {
        #expect(try address("https://a.example:443/x?y#z").description == "https://a.example/x?y")
        #expect(try address("HTTPS://A.Example").origin == address("https://a.example:443/b").origin)
        #expect(try address("https://a.example/b/../c").description == "https://a.example/c")
        #expect(try address("http://2130706433:80/x").description == "http://127.0.0.1/x")
        #expect(try address("http://127.0.0.1:8080/").port == 8080 && address("https://a.example").port == 443)
    }

    @Test("Redirects are followed only within their origin") func sameOrigin() throws {
        let start = try address("https://api.github.com/repos/a/b")
        let cases = [
            ("https://api.github.com/repositories/1", true), ("/repositories/1", true),
            ("https://API.github.com:443/repositories/1", true), ("https://evil.example/repositories/1", false),
            ("http://api.github.com/repositories/1", false), ("https://api.github.com:444/x", false),
            ("https://api.github.com.evil.example/x", false), ("http://127.0.0.1/x", false),
            ("//evil.example/x", false),
            ("file:///etc/passwd", false), ("../repositories/1", true), ("?b", true), ("", false),
            ("https://me@api.github.com/x", false), ("//api.github.com/x", true),
        ]
        for (location, isAllowed) in cases {
            var rule = RedirectRule(start)
            let verdict = rule.judge(status: 302, location: location)
            #expect((verdict == .refuse) != isAllowed, "\(location)")
        }
        var rule = RedirectRule(start)
        #expect(rule.judge(status: 301, location: nil) == .refuse)
    }

    @Test("A redirect loop and a sixth redirect are rejected") func redirectLimit() throws {
        let start = try address("https://a.example/0")
        var circle = RedirectRule(start)
        #expect(circle.judge(status: 302, location: "/1") != .refuse)
        #expect(circle.judge(status: 302, location: "/0") == .refuse)
        var chain = RedirectRule(start)
        for step in 1...5 { #expect(chain.judge(status: 301, location: "/\(step)") != .refuse) }
        #expect(chain.judge(status: 301, location: "/6") == .refuse)
    }

    @Test("Only permanent redirects are remembered") func permanentRedirects() throws {
        let start = try address("https://a.example/old")
        var renamed = RedirectRule(start)
        _ = renamed.judge(status: 301, location: "/new")
        #expect(renamed.judge(status: 200, location: nil) == .stay)
        #expect(renamed.moved?.description == "https://a.example/new")
        var elsewhere = RedirectRule(start)
        _ = elsewhere.judge(status: 301, location: "/new")
        _ = elsewhere.judge(status: 307, location: "/other")
        #expect(elsewhere.moved == nil)
    }
}

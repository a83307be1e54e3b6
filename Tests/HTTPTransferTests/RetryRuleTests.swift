import Testing
import WorkerProtocol

@testable import HTTPTransfer

@Suite struct RetryRuleTests {
    private let rule = RetryRule(seed: 7)
    /// 2026-01-01T00:00:00Z, which our clock believes.
    private let now: Int64 = 1_767_225_600_000

    private func judge(
        _ status: Int,
        _ headers: [String: String] = [:],
        body: String = "",
        attempt: Int = 0
    ) -> RetryRule.Verdict {
        let fields = headers.map { "\($0.key): \($0.value)" }
        let answer = FetchAnswer(number: 3, status: status, headers: fields, body: Array(body.utf8))
        return rule.judge(answer, attempt: attempt, now: now)
    }

    @Test("Final statuses are not requested again") func finalStatuses() {
        for status in [200, 204, 304, 403, 404, 409, 422, 451] { #expect(judge(status) == .settled()) }
    }

    @Test("A pending answer is requested again after growing waits") func pending() {
        #expect(judge(202) == .later(2000, .pending))
        #expect(judge(202, attempt: 3) == .later(16_000, .pending))
        #expect(judge(202, attempt: 9) == .later(60_000, .pending))
    }

    @Test("Retry-After is read as seconds and as a date") func retryAfter() {
        #expect(judge(429, ["retry-after": "30"]) == .hold(30_000))
        #expect(judge(403, ["retry-after": "0"]) == .hold(1000))
        #expect(judge(403, ["retry-after": "9999999999"]) == .hold(9_999_999_999_000))
        // The answer's own clock is an hour ahead of ours: only the distance between its two dates counts.
        let dates = ["retry-after": "Thu, 01 Jan 2026 01:02:00 GMT", "date": "Thu, 01 Jan 2026 01:00:00 GMT"]
        #expect(judge(429, dates) == .hold(120_000))
        #expect(judge(429, ["retry-after": "soon"]) == .hold(60_000))
        #expect(judge(429, ["retry-after": "-5"]) == .hold(60_000))
        #expect(judge(503, ["retry-after": "7"]) == .later(7000, .failing))
    }

    @Test("A date after the year 9999 is rejected") func distantDate() {
        #expect(RetryRule.date("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799)
        let late = "Sat, 01 Jan 2147483647 00:00:00 GMT"
        #expect(RetryRule.date(late) == nil)
        #expect(judge(429, ["retry-after": late]) == .hold(60_000))
        #expect(judge(429, ["retry-after": "Thu, 01 Jan 2026 00:02:00 GMT", "date": late]) == .hold(120_000))
    }

    @Test("A rate limit is waited for until its reset") func rateLimit() {
        let used = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225630"]
        #expect(judge(403, used) == .hold(31_000))
        #expect(judge(200, used) == .settled(hold: 31_000))
        #expect(judge(403, ["x-ratelimit-remaining": "0"]) == .hold(60_000))
        #expect(judge(403, ["x-ratelimit-remaining": "12"]) == .settled())
    }

    @Test("The secondary limit is recognised by its message") func secondaryLimit() {
        let sample = #"{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}"#
        #expect(judge(403, body: sample) == .hold(60_000))
        #expect(judge(403, body: sample, attempt: 2) == .hold(240_000))
        #expect(judge(403, body: "You have triggered an abuse detection mechanism.") == .hold(60_000))
        #expect(judge(403, body: "Repository access blocked") == .settled())
    }

    @Test("Failures are repeated after a wait that doubles, up to half longer") func failures() {
        var waits: Set<Int64> = []
        for attempt in 0..<10 {
            let least = min(Int64(1000) << attempt, 60_000)
            guard case .later(let wait, .failing) = judge(502, attempt: attempt) else {
                Issue.record("502 is not repeated")
                continue
            }
            #expect((least...least * 3 / 2).contains(wait))
            waits.insert(wait)
            #expect(judge(502, attempt: attempt) == .later(wait, .failing))
        }
        #expect(waits.count == 10)
        guard case .later(_, .network) = rule.judge(nil, attempt: 0, now: now) else {
            Issue.record("a cut answer is not repeated")
            return
        }
    }

    @Test("An unknown token stops all requests") func unknownToken() {
        #expect(judge(401) == .stop(.token))
    }

    @Test("All three date forms of HTTP are read") func httpDates() {
        #expect(RetryRule.date("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(RetryRule.date("Mon, 11 Nov 2013 01:17:12 GMT") == 1_384_132_632)
        #expect(RetryRule.date("Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199)
        #expect(RetryRule.date("Sunday, 06-Nov-94 08:49:37 GMT") == 784_111_777)
        #expect(RetryRule.date("Sun Nov  6 08:49:37 1994") == 784_111_777)
        for text in ["", "0", "soon", "Mon, 32 Nov 2013 01:17:12 GMT", "Mon, 11 Nov 2013 25:17:12 GMT", "x y z 1 2 3"] {
            #expect(RetryRule.date(text) == nil, "\(text)")
        }
    }
}

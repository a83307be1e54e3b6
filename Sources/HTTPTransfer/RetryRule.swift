internal import CCurl
internal import WorkerProtocol

/// When a question is asked again, which `AnswerVerdict` says of its status: a function of its answer, how often it was asked, and
/// the clock.
///
/// | Answer | What follows |
/// |---|---|
/// | 202 | this question again after 2, 4, 8 … 60 s; never a zero |
/// | 403, 429 with `Retry-After` | nothing before that time |
/// | 403, 429 with `x-ratelimit-remaining: 0` | nothing before `x-ratelimit-reset`, by the answer's own clock |
/// | 429, or 403 that names the secondary limit | nothing for 60, 120, 240 … s |
/// | 408, 425, 5xx, or no whole answer | this question again after 1, 2, 4 … 60 s and up to half as much, or `Retry-After` |
/// | 401 | nothing at all |
/// | all others | settled; after one with nothing left of the limit nothing before its reset |
struct RetryRule: Sendable {
    /// What follows an answer.
    enum Verdict: Hashable, Sendable {
        /// It settles its question; nothing is to be asked for so many milliseconds.
        case settled(hold: Int64 = 0)
        /// This question is to be asked again after so many milliseconds; others may go before.
        case later(Int64, FetchFailure)
        /// Nothing is to be asked for so many milliseconds, then this question again.
        case hold(Int64)
        /// Nothing is to be asked any more.
        case stop(FetchFailure)
    }

    /// What the jitter of waits is drawn from.
    let seed: UInt64

    /// What follows an answer, or nil where none came whole, to a question that was asked `attempt` times before; its status
    /// says what it means where nobody else does.
    func judge(_ answer: FetchAnswer?, as verdict: AnswerVerdict? = nil, attempt: Int, now: Int64) -> Verdict {
        guard let answer else { return .later(backoff(attempt, salt: 0), .network) }
        let asked = retryAfter(answer, now)
        let left = untilReset(answer, now)
        let isLimit = asked != nil || left != nil || RetryRule.namesLimit(answer.body)
        switch verdict ?? AnswerVerdict(status: answer.status, isLimit: isLimit) {
        case .pending: return .later(doubled(2000, attempt), .pending)
        case .stop: return .stop(.token)
        case .hold(let milliseconds) where milliseconds != 0: return .hold(Int64(min(milliseconds, 1 << 50)))
        case .hold: return .hold(asked ?? left ?? 60_000 << min(attempt, 10))
        case .again: return .later(asked ?? backoff(attempt, salt: UInt64(answer.number)), .failing)
        case .settled: return .settled(hold: left ?? 0)
        }
    }

    /// Milliseconds that `Retry-After` asks for, in seconds or as a date; at least a second, nil for anything else.
    private func retryAfter(_ answer: FetchAnswer, _ now: Int64) -> Int64? {
        guard let text = answer.header("retry-after") else { return nil }
        if let seconds = RetryRule.seconds(text) { return max(1, seconds) * 1000 }
        return RetryRule.date(text).map { max(1, $0 - serverTime(answer, now)) * 1000 }
    }

    /// Milliseconds until the limit is new, where nothing is left of it: a minute where its time is not given.
    private func untilReset(_ answer: FetchAnswer, _ now: Int64) -> Int64? {
        guard answer.header("x-ratelimit-remaining") == "0" else { return nil }
        guard let reset = answer.header("x-ratelimit-reset").flatMap(RetryRule.seconds) else { return 60_000 }
        return max(1, reset - serverTime(answer, now) + 1) * 1000
    }

    /// The answer's own clock in seconds; ours may be wrong.
    private func serverTime(_ answer: FetchAnswer, _ now: Int64) -> Int64 {
        answer.header("date").flatMap(RetryRule.date) ?? now / 1000
    }

    private func doubled(_ first: Int64, _ attempt: Int) -> Int64 {
        min(first << min(max(attempt, 0), 10), 60_000)
    }

    /// A doubled wait and up to half of it more, so that many who failed together do not return together.
    private func backoff(_ attempt: Int, salt: UInt64) -> Int64 {
        let wait = doubled(1000, attempt)
        // SplitMix64.
        var state = seed &+ 0x9e37_79b9_7f4a_7c15 &* (salt &* 64 &+ UInt64(truncatingIfNeeded: attempt) &+ 1)
        state = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        state = (state ^ (state >> 27)) &* 0x94d0_49bb_1331_11eb
        state ^= state >> 31
        return wait + Int64(state % UInt64(wait / 2 + 1))
    }

    /// Whole seconds of at most ten digits.
    private static func seconds(_ text: String) -> Int64? {
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// Seconds since 1970 of a date up to the year 9999; nil for any other, and for what is none.
    ///
    /// libcurl reads more forms than HTTP allows, and years of which no number of milliseconds can be made.
    static func date(_ text: String) -> Int64? {
        let seconds = unsafe Int64(curl_getdate(text, nil))
        return 0...endOfTime ~= seconds ? seconds : nil
    }

    /// 9999-12-31T23:59:59Z: HTTP writes no later year.
    private static let endOfTime: Int64 = 253_402_300_799

    static func namesLimit(_ body: [UInt8]) -> Bool {
        let text = String(decoding: body.prefix(4096), as: UTF8.self).lowercased()
        return ["secondary rate limit", "abuse detection", "rate limit exceeded"].contains { text.contains($0) }
    }
}

internal import WorkerProtocol

extension FetchAnswer {
    /// The answer to a posted query with the status that other answers have where this one has 200 and an error in its body.
    ///
    /// GraphQL reports with status 200 that a limit is used up (429 here) and that it took too long or too much (502 here).
    /// Only what is to be asked again is distinguished: all else settles the question. The words hold
    /// blanks, or quotes on both sides, as no repository's name does. Where less of the limit is left than the question
    /// cost, another would find it used up: then it is, whatever the headers say.
    var asAnswerToQuery: FetchAnswer {
        guard status == 200 else { return self }
        let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
        var result = self
        let isUsedUp = text.contains("\"RATE_LIMITED\"")
        if isUsedUp || RetryRule.namesLimit(body) {
            result.status = 429
        } else if FetchAnswer.failures.contains(where: text.contains) {
            result.status = 502
        }
        if isUsedUp || FetchAnswer.leavesLessThanItCost(text) {
            result.headers.insert("x-ratelimit-remaining: 0", at: 0)
        }
        return result
    }

    private static func leavesLessThanItCost(_ text: String) -> Bool {
        guard let match = text.firstMatch(of: /"rateLimit":\{"cost":(\d{1,9}),"remaining":(\d{1,9}),/),
            let cost = Int(match.1), let left = Int(match.2)
        else { return false }
        return left < cost
    }

    /// What stands in an answer that its source was not done with.
    private static let failures = [
        "\"RESOURCE_LIMITS_EXCEEDED\"", "Something went wrong", "timed out", "of a timeout",
    ]
}

internal import WorkerProtocol

extension FetchAnswer {
    /// The answer to a posted query with the status that other answers bear where this one has 200 and says it below.
    ///
    /// GraphQL says with status 200 that a limit is used up (429 here) and that it took too long (502 here). Only what
    /// is to be asked again is told apart: all else settles the question, whatever it says. The words hold blanks, or
    /// quotes on both sides, as no repository's name does.
    var asAnswerToQuery: FetchAnswer {
        guard status == 200 else { return self }
        let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
        var meant = self
        if text.contains("\"RATE_LIMITED\"") || RetryRule.namesLimit(body) {
            meant.status = 429
        } else if ["Something went wrong", "timed out", "of a timeout"].contains(where: text.contains) {
            meant.status = 502
        }
        return meant
    }
}

internal import CoinModel
internal import CoinRanking

extension PastWeeks {
    /// What is to be said before the figures: whether they were known then, what was judged, and by how much of it.
    func notes(_ request: EvaluationRequest, _ book: TrialBook, coins: [String]) -> [String] {
        let count = weeks.count
        let inTime = isPointInTime.count { $0 }
        let pointInTime =
            request.ranking.known.map { "Not point in time: every week is scored from the loads known on \($0)." }
            ?? known.sentence(count, known: inTime)
        let weeks =
            "\(count) weeks from \(weeks[0].week) to \(weeks[count - 1].week) are judged by what followed up to "
            + "\(asOf)"
        let lost = closes.lost.count { coins.contains($0) }
        let dead =
            lost == 0
            ? "no coin was lost on the way"
            : "never priced again although a whole list goes on without it: \(counted(lost, "coin")), and what was paid counts as lost"
        return [
            pointInTime, "\(weeks); \(dead).",
            "\(book.trials.count == 1 ? "1 trial was" : "\(book.trials.count) trials were") made on this store (\(book.digest)); q is p adjusted for all of them, by "
                + "Benjamini and Hochberg. `--trials \(book.trials.count)` makes this report again.",
            "This informs about what was; it is no advice.",
        ]
    }

    func provenance(_ request: EvaluationRequest) -> Provenance {
        let preset = Preset(rawValue: request.ranking.preset)
        return Provenance(
            asOf: asOf,
            known: request.ranking.known,
            section: Hash128(texts: digests).description,
            preset: preset.map { ($0.rawValue, $0.digest(request.ranking.options)) },
            preferred: request.ranking.preferredSources
        )
    }

    /// A trial of these weeks.
    func trial(_ request: EvaluationRequest, signal: String, horizon: Int, p: Double) -> TrialBook.Trial {
        TrialBook.Trial(
            preset: request.ranking.preset,
            options: request.ranking.canonicalOptions,
            signal: signal,
            horizon: horizon,
            since: weeks.first?.week.description ?? "",
            until: weeks.last?.week.description ?? "",
            asOf: asOf.description,
            section: Hash128(texts: digests).description,
            p: p.isNaN ? nil : p
        )
    }
}

internal import CoinModel
internal import CoinRanking

extension PastWeeks {
    /// What is to be said before the figures: whether they were known then, what was judged, and by how much of it.
    func notes(_ request: EvaluationRequest, _ log: TrialLog?, coins: [String]) -> [String] {
        let count = weeks.count
        let inTime = isPointInTime.count { $0 }
        let pointInTime =
            request.ranking.known.map { "Not point in time: every week is scored from the loads known on \($0)." }
            ?? known.sentence(count, known: inTime)
        let weeks =
            "\(count) weeks from \(weeks[0].week) to \(weeks[count - 1].week) are judged by what followed up to "
            + "\(asOf)"
        return [
            pointInTime, "\(weeks).", endings(coins), log?.note, "Past results. Not advice.",
        ].compactMap(\.self)
    }

    /// Which coins have no price any more, by name, and what counts as their return.
    private func endings(_ ids: [String]) -> String {
        let gone = ids.filter { closes.end(of: $0) != nil }
        func named(_ ids: [String]) -> String { listed(ids.map { coins[$0]?.name ?? $0 }, most: 40) }
        let dead = gone.filter { closes.evidenceOfDeath(of: $0) != nil }.map { id in
            "\(named([id])) (\(closes.evidenceOfDeath(of: id) ?? ""))"
        }
        let censored = gone.filter { closes.evidenceOfDeath(of: $0) == nil }
        let lost = dead.isEmpty ? "No coin was lost" : "Lost in the rows `loss`: \(listed(dead, most: 40))"
        return lost + (censored.isEmpty ? "." : "; returns that end at the last price: \(named(censored)).")
    }

    /// Where the figures come from: of a screen those that it reads.
    func provenance(_ request: EvaluationRequest, of screen: Int = 0) -> Provenance {
        let preset = Preset(rawValue: request.ranking.preset)
        return Provenance(
            asOf: asOf,
            known: request.ranking.known,
            section: Hash128(texts: digests[screen]).description,
            preset: preset.map { ($0.rawValue, $0.digest(request.ranking.options)) },
            preferred: request.ranking.preferredSources
        )
    }

    /// A trial of these weeks, of a screen by what it reads of them.
    func trial(
        _ request: EvaluationRequest,
        of screen: Int = 0,
        signal: String,
        horizon: Int,
        p: Double,
        sharpe: Double = .nan
    ) -> TrialLog.Trial {
        TrialLog.Trial(
            preset: request.ranking.preset,
            options: request.canonicalOptions,
            signal: signal,
            horizon: horizon,
            since: weeks.first?.week.description ?? "",
            until: weeks.last?.week.description ?? "",
            asOf: asOf.description,
            section: Hash128(texts: digests[screen]).description,
            p: p.isNaN ? nil : p,
            sharpe: sharpe.isNaN ? nil : sharpe
        )
    }
}

extension TrialLog {
    /// How many trials count.
    var note: String {
        "\(trials.count == 1 ? "1 trial was" : "\(trials.count) trials were") made on this store (\(digest)); q is p adjusted for all of them, by "
            + "Benjamini and Hochberg. `--trials \(trials.count)` makes this report again."
    }
}

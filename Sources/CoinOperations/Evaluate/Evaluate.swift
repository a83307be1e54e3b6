internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// Whether a ranking, or columns of it, say anything about what comes: one row a signal and horizon, with errors that hold
/// their level.
///
/// Each complete week with a year behind it is scored as `rank --as-of` scores it, bought a week later, and judged by what
/// followed, coins that were lost among it. All trials that were ever made on the store count when p-values are adjusted.
///
/// - Parameters:
///   - request: what is judged, and how.
///   - location: the store.
///   - progress: takes the number of weeks read and of all.
/// - Returns: the table, with further ones for the pictures of a page.
/// - Throws: `OperationError` `few-periods` (8) when no horizon has 30 periods that do not overlap, unless that is forced;
///   other ones as `rank` has them.
public func evaluate(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> Table {
    let judged = try JudgedWeeks(request, in: location, progress: progress)
    let evaluation = judged.evaluation
    let longest = evaluation.evidence.map(\.ic.periods).max() ?? 0
    guard request.isForced || longest >= SignalEvidence.fewestPeriods else {
        let counts = request.horizons.map { horizon in
            let periods = evaluation.evidence.filter { $0.horizon == horizon }.map(\.ic.periods).max() ?? 0
            return "\(periods) of \(horizon) weeks"
        }
        let detail =
            "has fewer than \(SignalEvidence.fewestPeriods) periods that do not overlap (\(counts.joined(separator: ", "))), "
            + "too few to call anything; --force shows the figures all the same, a longer history gives more"
        throw OperationError(.nothingSelected, "few-periods", place: location.path, detail)
    }
    let trials = judged.trials(request)
    let book = try TrialBook(noting: trials, first: request.trials, of: location)
    var table = evaluation.table(adjusted: book.adjusted(trials), trials: book.trials.count)
    table.title = "Evidence for \(request.signals.joined(separator: ", ")) of \(request.ranking.preset)"
    table.notes = judged.notes(request, book) + table.notes + [judged.provenance(request).note]
    return table
}

/// Past weeks with what was made of them.
struct JudgedWeeks {
    let past: PastWeeks
    let panel: EvaluationPanel
    let evaluation: Evaluation

    init(_ request: EvaluationRequest, in location: StoreLocation, progress: (Int, Int) -> Void) throws {
        try request.checkSignals()
        past = try PastWeeks(request, in: location, progress: progress)
        panel = past.panel()
        var options = EvaluationOptions()
        options.horizons = request.horizons
        options.costs = request.tradingCosts
        evaluation = Evaluation(panel, past.signals(request.signals, of: panel), options)
    }

    /// The trials of a request, in the order of the evidence.
    func trials(_ request: EvaluationRequest) -> [TrialBook.Trial] {
        let section = Hash128(texts: past.digests).description
        return evaluation.evidence.map { evidence in
            TrialBook.Trial(
                preset: request.ranking.preset,
                options: request.ranking.canonicalOptions,
                signal: evidence.signal,
                horizon: evidence.horizon,
                since: past.weeks.first?.week.description ?? "",
                until: past.weeks.last?.week.description ?? "",
                asOf: past.asOf.description,
                section: section,
                p: evidence.p.isNaN ? nil : evidence.p
            )
        }
    }

    /// What is to be said before the figures: whether they were known then, what was judged, and by how much of it.
    func notes(_ request: EvaluationRequest, _ book: TrialBook) -> [String] {
        let count = past.weeks.count
        let known = past.isPointInTime.count { $0 }
        let pointInTime =
            request.ranking.known.map { "Not point in time: every week is scored from the loads known on \($0)." }
            ?? past.known.sentence(count, known: known)
        let weeks =
            "\(count) weeks from \(past.weeks[0].week) to \(past.weeks[count - 1].week) are judged by what followed up to "
            + "\(past.asOf)"
        let lost = past.closes.lost.count { panel.coins.contains($0) }
        let dead =
            lost == 0
            ? "no coin was lost on the way"
            : "\(lost) coins were never priced again although their source went on: what was paid for them counts as lost"
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
            asOf: past.asOf,
            known: request.ranking.known,
            section: Hash128(texts: past.digests).description,
            preset: preset.map { ($0.rawValue, $0.digest(request.ranking.options)) },
            preferred: request.ranking.preferredSources
        )
    }
}

extension EvaluationRequest {
    /// What trades cost, by how much coins are traded.
    var tradingCosts: TradingCosts { TradingCosts(low: costs.low, middle: costs.middle, high: costs.high) }
}

extension TrialBook {
    /// p of some trials adjusted for all that count; NaN of one that does not.
    func adjusted(_ made: [Trial]) -> [Double] {
        let adjusted = FalseDiscovery.adjusted(trials.map { $0.p ?? .nan })
        return made.map { trial in zip(trials, adjusted).first { $0.0.isSame(as: trial) }?.1 ?? .nan }
    }
}

extension TrialBook.Trial {
    /// Whether it is the same trial, whatever came of it.
    fileprivate func isSame(as other: TrialBook.Trial) -> Bool {
        var (own, others) = (self, other)
        (own.p, others.p) = (nil, nil)
        return own == others
    }
}

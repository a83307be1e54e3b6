internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// The rankings of all past weeks that have a year behind them, and what coins cost then and later.
///
/// One week after another is read, each as of its end: from what was known then where all sources' facts of it were, else
/// from all that is known. Closes are always by all that is known.
struct PastWeeks {
    /// The rankings, oldest week first, without gaps.
    private(set) var weeks: [ScoredWeek] = []
    /// Whether each was scored from what was known then.
    private(set) var isPointInTime: [Bool] = []
    /// What coins cost, week by week, from the oldest of the store up to the newest week.
    let closes: ChainedCloses
    /// The coins of the newest week, by id.
    let coins: [String: Coin]
    /// Which ranked coins are judged.
    let bounds: UniverseBounds
    /// Which facts were known when.
    private(set) var known: PointInTimeCoverage
    /// The moment up to which facts entered.
    let asOf: AsOf
    /// The digests of the cross-sections in order, as far as each screen reads them; of a request without screens those of the signals.
    private(set) var digests: [[String]]
    /// Of each screen the ids of the coins that passed in each week, in its order.
    private(set) var members: [[[String]]]

    /// Reads the weeks; O(weeks · coins log coins).
    ///
    /// - Throws: an error when the store has no observation, or fewer weeks than a year.
    init(_ request: EvaluationRequest, in location: StoreLocation, progress: (Int, Int) -> Void) throws {
        let ranking = request.ranking
        let preset = try ranking.knownPreset()
        let firstLoad = try location.open(.read).ledger(withReasons: false).first { !$0.isRefused }?.acceptedAt
        let reading = try WeeklyReading(request, preset)
        bounds = request.bounds
        digests = reading.partsOfEach.map { _ in [] }
        members = reading.screens.map { _ in [] }
        (asOf, known, closes, coins) = try location.panel(for: ranking) { panel in
            let asOf = try panel.asOf(ranking)
            let first = try panel.firstObservedWeek(upTo: asOf) ?? asOf.lastCompleteWeek
            let coins = panel.resolution(at: asOf).universe.coins
            return (
                asOf, PointInTimeCoverage(quote: panel.quote, firstLoad: firstLoad),
                try ChainedCloses(panel, from: first, upTo: asOf), Dictionary(firstOf: coins.map { ($0.id, $0) })
            )
        }
        try location.panel(for: ranking) { panel in
            let judged = try panel.judgedWeeks(request, upTo: asOf)
            let variations = try request.variations()
            let readsEarlierYear = variations.contains(where: \.readsEarlierYear)
            let parts = reading.parts
            let count = judged.lowerBound.distance(to: judged.upperBound) + 1
            for place in 0..<count {
                let week = judged.lowerBound.advanced(by: place)
                let asOf = AsOf.day(week.lastDay)
                progress(place, count)
                var seen = try panel.wholeSection(at: asOf, parts, needsRates: false)
                var earlier = readsEarlierYear ? try panel.yearBefore(week) : nil
                // What was asked to be read as known at a moment is read so throughout.
                let isThen =
                    try ranking.known == nil
                    && known.add(week, panel.reader) { moment, read in
                        try location.panel(for: ranking.asKnown(at: moment)) { try read($0.reader) }
                    }
                if isThen {
                    (seen, earlier) = try location.panel(for: ranking.asKnown(at: asOf)) {
                        let earlier = readsEarlierYear ? try $0.yearBefore(week) : nil
                        return (try $0.wholeSection(at: asOf, parts, needsRates: false), earlier)
                    }
                }
                isPointInTime.append(isThen)
                let digest = SectionDigest(seen, parts)
                for (place, parts) in reading.partsOfEach.enumerated() { digests[place].append(digest.text(of: parts)) }
                let scored = try scoredWeek(
                    of: seen,
                    preset: preset,
                    options: ranking.options,
                    signals: request.signals,
                    variations: variations,
                    earlier: earlier,
                    showing: reading.columns
                )
                weeks.append(scored)
                for (place, ids) in try reading.members(scored.table, asOf).enumerated() { members[place].append(ids) }
            }
            progress(count, count)
        }
    }
}

/// What is read of each week, once for all screens.
private struct WeeklyReading {
    /// The rows and columns of each screen.
    let screens: [Selection]
    /// The columns that screens read; nil without screens.
    let columns: Set<String>?
    /// The parts of a cross-section that each screen reads alone; of a request without screens those of its signals.
    let partsOfEach: [SectionParts]

    init(_ request: EvaluationRequest, _ preset: Preset) throws {
        screens = try request.screens.map { try Selection($0.idsAlone) }
        let read = screens.map { $0.needed.map(\.name) }
        columns = read.isEmpty ? nil : Set(read.joined())
        partsOfEach = (read.isEmpty ? [request.signals] : read).map {
            evidenceParts(of: $0, quote: request.ranking.quote, preset)
        }
    }

    /// The ids of the coins that pass each screen, of a week's table.
    func members(_ table: Table?, _ asOf: AsOf) throws -> [[String]] {
        try screens.map { screen in
            try table.map { try screen.apply(to: $0, asOf: asOf).rows.compactMap { $0.first?.text } } ?? []
        }
    }

    /// The parts that any of them reads.
    var parts: SectionParts { partsOfEach.reduce(into: []) { $0.formUnion($1) } }
}

extension Panel {
    /// The commits as of the end of the same week a year before.
    fileprivate func yearBefore(_ week: Week) throws -> CrossSection {
        try section(at: AsOf.day(week.lastDay).yearBefore, [.commits, .commitKinds])
    }

    /// The weeks that a request judges: those with a year behind them, up to a moment.
    ///
    /// - Throws: `OperationError` when there are none.
    func judgedWeeks(_ request: EvaluationRequest, upTo asOf: AsOf) throws -> ClosedRange<Week> {
        let last = asOf.lastCompleteWeek
        guard let first = try firstObservedWeek(upTo: asOf)?.advanced(by: 51), first <= last else {
            let detail = "has less than a year of weeks up to \(asOf); load older figures with `assay fetch history`"
            throw OperationError(.nothingSelected, "no-year", place: reader.path, detail)
        }
        let since = max(first, request.since.map { Week(containing: $0.advanced(by: 6)) } ?? first)
        let until = min(last, request.until.map { AsOf.day($0).lastCompleteWeek } ?? last)
        guard since <= until else {
            let detail =
                "has weeks with a year behind them from \(first) to \(last); name days between --since and --until in these"
            throw OperationError(.usage, "no-weeks", place: reader.path, detail)
        }
        return since...until
    }

    /// The first week with a price or commits by a moment; nil where there is none.
    func firstObservedWeek(upTo asOf: AsOf) throws -> Week? {
        let section = try section(at: asOf, [.firstClose, .commits])
        return (section.firstCloseWeek + section.repositories.map(\.firstActiveWeek)).compactMap(\.self)
            .filter { $0 <= asOf.lastCompleteWeek }.min()
    }
}

internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// The coins that pass a screen, under what it asks: that none does is an answer.
///
/// - Throws: an error when a column, order or filter does not read.
public func screen(
    _ asked: ScreenRequest,
    in location: StoreLocation
) throws -> (table: Table, failure: OperationError?) {
    let (table, failure) = try rank(asked.ranking, in: location)
    return (asked.answer(table), failure)
}

/// What the coins that passed screens earned in past weeks against all that were ranked, a table for each screen.
///
/// Each complete week with a year behind it is screened as `screen run --as-of` would have shown it, its members bought a week
/// later, coins that were lost among them. A week is ranked once for all screens, which are of the request's ranking but for
/// condition, order and length. A screen's definition is the trial: another name for it is none, nor are other screens next to it.
///
/// - Throws: `OperationError` `few-periods` (8) when no horizon has 30 periods that do not overlap, unless that is forced;
///   other ones as `rank` has them.
public func testScreens(
    _ screens: [ScreenRequest],
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> [Table] {
    let tested = try TestedScreens(screens, request, in: location, progress: progress)
    let log = try TrialLog(noting: tested.trials.flatMap(\.self), first: request.trials, of: location)
    return try tested.tables(log, in: location)
}

/// Screens of one preset, and what was made of past weeks by them.
private struct TestedScreens {
    let screens: [ScreenRequest]
    let request: EvaluationRequest
    let past: PastWeeks
    let coins: [String]
    let tests: [ScreenEvaluation]
    /// The trials of each screen, in the order of its decisive evidence.
    let trials: [[TrialLog.Trial]]

    init(
        _ screens: [ScreenRequest],
        _ request: EvaluationRequest,
        in location: StoreLocation,
        progress: (Int, Int) -> Void
    ) throws {
        var request = request
        (request.screens, request.signals) = (screens, [])
        let past = try PastWeeks(request, in: location, progress: progress)
        let panel = past.panel([], []).panel
        let tests = screens.indices.map { place in
            ScreenEvaluation(
                panel,
                members: past.members(of: place, in: panel),
                horizons: request.horizons,
                costs: request.tradingCosts
            )
        }
        let decisive = tests.flatMap(\.decisive)
        try request.check(decisive.map { ($0.horizon, $0.neutral.periods) }, of: location)
        trials = tests.enumerated().map { place, test in
            test.decisive.map { evidence in
                past.trial(
                    request,
                    of: place,
                    signal: screens[place].definition,
                    horizon: evidence.horizon,
                    p: evidence.neutral.p,
                    sharpe: evidence.sharpe
                )
            }
        }
        (self.screens, self.request, self.past, self.tests, coins) = (screens, request, past, tests, panel.coins)
    }

    /// A table for each screen, with p adjusted for all trials that count.
    func tables(_ log: TrialLog, in location: StoreLocation) throws -> [Table] {
        let credits = try Freshness.credits(of: request.ranking, in: location)
        return screens.indices.map { place in
            var table = tests[place].table(adjusted: log.adjusted(trials[place]))
            table.title = "Test of the screen \(screens[place].name)"
            table.lead = tests[place].sentence
            let now = past.members[place].last ?? []
            let names = now.compactMap { past.coins[$0]?.name ?? $0 }
            table.notes =
                [
                    "Judged is the \(screens[place].definition).",
                    "Members in the newest week: \(names.isEmpty ? "none" : listed(names, most: 20)).",
                ] + past.notes(request, log, coins: coins)
            var story = ScreenStory(tests[place], table, asking: screens[place].question).story
            story.asOf = past.asOf
            table.story = story
            table.frame.credits = credits
            table.notes.append(past.provenance(request, of: place).note)
            return table
        }
    }
}

/// The coins that pass a screen as of a moment, as bytes: what `screen test --self-test` compares.
public func screenMembers(_ request: RankRequest, _ location: StoreLocation) throws -> [UInt8] {
    let request = ScreenRequest("", asking: "", request).idsAlone
    let scored = try score(request, in: location, showing: [request])
    return try OutputWriter(format: "csv").bytes(of: scored.table(for: request))
}

extension ScreenEvaluation {
    /// What it says of the screen, by weeks held.
    fileprivate var sentence: String {
        decisive.map { "Held \(counted($0.horizon, "week")): \($0.verdict)" }.joined(separator: "; ") + "."
    }
}

extension PastWeeks {
    /// Which coins passed one of the screens in each week: 1 for those.
    func members(of screen: Int, in panel: EvaluationPanel) -> PanelMatrix {
        let places = Dictionary(firstOf: panel.coins.enumerated().map { ($1, $0) })
        var matrix = PanelMatrix(coins: panel.coins.count, weeks: panel.weeks)
        for (week, ids) in members[screen].enumerated() {
            for place in ids.compactMap({ places[$0] }) { matrix[place, week] = 1 }
        }
        return matrix
    }
}

extension SiteRequest {
    /// Shows screens on the site, each with its test; screens of another preset than the site's are of that preset's own weights.
    ///
    /// A store with less than a year of weeks has no test, and the pages say so.
    ///
    /// - Throws: an error when a column, order or filter does not read; other ones as `rank` has them.
    public mutating func add(
        _ screens: [ScreenRequest],
        in location: StoreLocation,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws {
        guard !screens.isEmpty else { return }
        var (tested, tests): ([TestedScreens], [String: Table]) = ([], [:])
        for (_, own) in Dictionary(grouping: screens, by: \.ranking.preset).sorted(by: { $0.key < $1.key }) {
            var request = EvaluationRequest(own[0].ranking.whole)
            request.isForced = true
            do {
                tested.append(try TestedScreens(own, request, in: location, progress: progress))
            } catch let error as OperationError where error.diagnostic.identifier == "no-year" {
                for screen in own { tests[screen.name] = .untested(error.diagnostic.message) }
            }
        }
        // All trials are noted before any counts, so that the same site has the same figures when it is made again.
        let trials = tested.flatMap { $0.trials.flatMap(\.self) }
        let log = try TrialLog(noting: trials, first: nil, of: location)
        for group in tested {
            for (screen, table) in zip(group.screens, try group.tables(log, in: location)) {
                tests[screen.name] = table
            }
        }
        self.screens = screens.compactMap { asked in tests[asked.name].map { SiteScreen(asked: asked, test: $0) } }
    }
}

extension Table {
    /// A test without a row, and why.
    fileprivate static func untested(_ why: String) -> Table {
        var table = Table(title: "", columns: [], rows: [])
        table.lead = "NO CALL: the store \(why)."
        return table
    }
}

internal import CoinModel
internal import Synchronization

/// What coins are measured from, and by which rules.
final class RankingInput: Sendable {
    let section: CrossSection
    let preset: Preset
    let options: RankingOptions
    /// The rows of the coins in order of id, so that sums do not depend on the input's order; a coin's place is its
    /// index here.
    let order: [Int]
    /// The cross-section of a year before, for windows that reach beyond a year, and the row of each coin in it.
    private let earlier: CrossSection?
    private let earlierRows: [String: Int]
    private let rule = Mutex<DerivativeRule?>(nil)
    /// The input of all coins, where this one holds the weeks of some.
    private let whole: RankingInput?

    init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions, earlier: CrossSection? = nil) {
        let ids = section.coins.map(\.id.utf8)
        order = ids.indices.sorted { ids[$0].lexicographicallyPrecedes(ids[$1]) }
        (self.section, self.preset, self.options) = (section, preset, options)
        self.earlier = options.activity.windows.reachBeyondYear ? earlier : nil
        let rows = self.earlier?.coins.enumerated().map { ($1.id, $0) } ?? []
        earlierRows = Dictionary(firstOf: rows)
        whole = nil
    }

    private init(_ whole: RankingInput, holding section: CrossSection) {
        (self.section, preset, options) = (section, whole.preset, whole.options)
        (order, earlier, earlierRows) = (whole.order, whole.earlier, whole.earlierRows)
        self.whole = whole
    }

    /// The input with the weeks of the coins at some places in memory, those of some parts; itself where it holds all.
    func holding(_ places: [Int], _ parts: SectionParts) -> RankingInput {
        guard !section.blocks.isEmpty else { return self }
        return RankingInput(self, holding: section.holding(places.map { order[$0] }, parts))
    }

    /// What is believed of a rate ratio where this one is usual; nil when there is none.
    func belief(_ rate: RateRatio?, usual: Double) -> RatePosterior? {
        rate?.posterior(usual: usual, units: options.activity.priorUnits)
    }

    // The section is handed on from here, where it lies: from elsewhere it would be copied for each coin.
    func development(of row: Int) -> DeveloperActivity {
        let before = earlier.flatMap { earlier in
            earlierRows[section.coins[row].id].map { DeveloperWeeks($0, earlier) }
        }
        return DeveloperActivity(row, section, options, earlier: before)
    }
    /// What a coin is a derivative of; the words of all coins are gathered when it is first asked.
    func derivative(of row: Int) -> Derivative? {
        if let whole { return whole.derivative(of: row) }
        let rule = rule.withLock { rule in
            let known = rule ?? DerivativeRule(section.coins)
            rule = known
            return known
        }
        return rule.derivative(of: row, in: section)
    }
    /// Whether a coin counts in what the market adds up to: neither a derivative nor one that another continues.
    func isCounted(_ row: Int, _ derivative: Derivative?) -> Bool {
        MarketTotals.counts(derivative) && section.migrations.migration(of: section.coins[row].id) == nil
    }
    func tags(of row: Int) -> [String] { section.tags(of: row) }
    func coveredCommits(of row: Int) -> WeeklySeries {
        let before = earlier.flatMap { earlier in
            earlierRows[section.coins[row].id].map { DeveloperWeeks.coveredCommits($0, earlier) }
        }
        return DeveloperWeeks.coveredCommits(row, section).continued(by: before)
    }
}

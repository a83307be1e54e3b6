public import CoinModel
public import CoinTables

/// How one column of one coin came about: its value, the formula over named numbers, and the weeks that it read.
public struct Explanation: Sendable {
    /// The column.
    public let column: Column
    /// Its value, or why there is none.
    public let value: Cell
    /// The formula over the names of the inputs, as `100 · (mean12 / mean52 − 1)`; nil where the column's meaning says all.
    ///
    /// Beside + − · / it knows ln, log₂, √, min, max, floor, ceiling, digamma, trigamma, cumulative(x), the probability below x
    /// of the standard normal distribution, and normal(p), below which lies its probability p, and of the beta
    /// distribution odds(α, β, p), below which odds lies the probability p, and above(α, β, x), the probability of odds
    /// above x.
    public let formula: String?
    /// The numbers and words that it was worked out from.
    public let inputs: [Input]
    /// The weeks that were read for it.
    public let series: [SeriesUse]

    /// A number or word that enters a column.
    public struct Input: Hashable, Sendable {
        /// Its name: a column's, which can be asked for in turn, or one that stands in this formula only.
        public let name: String
        /// Its value, or why there is none.
        public let value: Cell
        /// The unit of its value.
        public let unit: String
        /// What it is, in one sentence.
        public let meaning: String
    }
}

/// What a signal of a preset adds to the score of a coin.
public struct Contribution: Hashable, Sendable {
    /// The signal, as weights name it.
    public let signal: String
    /// Its value, or why there is none.
    public let value: Cell
    /// How the value stands among the coins, in the preset's own measure, or why that is not known.
    public let standing: Cell
    /// The weight that the preset gives it.
    public let weight: Double
    /// What it adds to the score; missing where the coin lacks it.
    public let amount: Cell
}

/// The coins of a cross-section as a preset ranks them, to be asked how each number came about.
public struct ExplainedRanking {
    private let universe: MeasuredUniverse
    private let entries: [String: ColumnDictionary.Entry]
    private let places: [String: Int]
    /// How many coins have a rank.
    public let rankedCount: Int

    /// Ranks the coins.
    ///
    /// - Parameters:
    ///   - section: the coins and all their weeks.
    ///   - preset: how to score.
    ///   - options: what to change of the preset.
    /// - Throws: `RankingError` when a weight names no signal of the preset or is no number to weigh with.
    public init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions) throws(RankingError) {
        try options.check(preset)
        universe = MeasuredUniverse(section, preset, options)
        let named = ColumnDictionary.entries(quote: section.quote, preset).map { ($0.column.name, $0) }
        entries = Dictionary(named, uniquingKeysWith: { first, _ in first })
        let ids = universe.order.enumerated().map { (section.coins[$1].id, $0) }
        places = Dictionary(ids, uniquingKeysWith: { first, _ in first })
        rankedCount = universe.ranking.count
    }

    /// How a column of a coin came about; nil when there is no such column or coin.
    ///
    /// - Parameters:
    ///   - name: the column's name.
    ///   - id: the coin's id.
    /// - Returns: its explanation.
    public func explanation(of name: String, _ id: String) -> Explanation? {
        guard let coin = places[id].map(universe.coin), let entry = entries[name] else { return nil }
        let derivation = Derivation.of(name, universe.section.quote, universe, coin)
        return Explanation(
            column: entry.column,
            value: entry.cell(coin),
            formula: derivation?.formula,
            inputs: (derivation?.columns ?? []).compactMap { input(named: $0, coin) } + (derivation?.locals ?? []),
            series: derivation.map(\.series).flatMap { $0.isEmpty ? nil : $0 } ?? SeriesUse.of(entry.parts)
        )
    }

    /// What each signal of the preset adds to the score of a coin, in the order of the preset.
    ///
    /// The amounts that are there add up to the score. None for a coin that is not known.
    ///
    /// - Parameter id: the coin's id.
    /// - Returns: a contribution a signal.
    public func contributions(to id: String) -> [Contribution] {
        places[id].map { universe.contributions(to: universe.coin($0)) } ?? []
    }

    private func input(named name: String, _ coin: CoinMeasures) -> Explanation.Input? {
        guard let entry = entries[name] else { return nil }
        return Explanation.Input(
            name: name,
            value: entry.cell(coin),
            unit: entry.column.unit,
            meaning: entry.column.meaning
        )
    }
}

extension SeriesUse {
    /// The series of some parts of a cross-section, over all weeks that are held.
    static func of(_ parts: SectionParts) -> [SeriesUse] {
        let series: [(SectionParts, [Series])] = [
            (.newest, [.price, .marketCap]), (.supplies, [.circulatingSupply, .totalSupply, .maxSupply]),
            (.close, [.close]), (.volumeMean, [.volumeMean]),
            (.volumeMedian, [.volumeMedian]), (.capitalisation, [.capitalisation]), (.commits, [.commits]),
            (.commitKinds, [.merges, .botCommits, .developers, .developerDays]), (.interest, [.interest]),
        ]
        return series.filter { parts.contains($0.0) }.flatMap(\.1).map { SeriesUse(series: $0, weeks: Window.year) }
    }
}

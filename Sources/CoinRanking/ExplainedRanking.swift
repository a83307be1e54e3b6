public import CoinModel
public import CoinTables

/// The coins of a cross-section as a preset ranks them, to be asked how each number came about.
public struct ExplainedRanking {
    private let universe: MeasuredUniverse
    private let entries: [String: ColumnEntry]
    private let places: [String: Int]
    /// How many coins have a rank.
    public let rankedCount: Int

    /// Ranks the coins.
    ///
    /// - Throws: `RequestError` when a weight names no signal of the preset or is not a number to weigh with.
    public init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions) throws(RequestError) {
        try options.check(preset)
        universe = MeasuredUniverse(section, preset, options)
        let named = ColumnDictionary.entries(quote: section.shownQuote, preset).map { ($0.column.name, $0) }
        entries = Dictionary(firstOf: named)
        let ids = universe.input.order.enumerated().map { (section.coins[$1].id, $0) }
        places = Dictionary(firstOf: ids)
        rankedCount = universe.ranking.count
    }

    /// All coins in their order, over all columns, as `ranking` has them.
    public var table: Table { ranking(of: universe) }

    /// What calls of the ranking rest on; nil where the past was not tested within four weeks.
    public var callBasis: CallBasis? { universe.callBasis }

    /// Why the coin with an id stands out, or why it does not, in a sentence; nil without a rank by `discovery`.
    public func standing(of id: String) -> String? { places[id].flatMap { universe.shortList.standings[$0]?.sentence } }

    /// How a column of the coin with an id came about; nil when there is no such column or coin.
    public func explanation(of name: String, _ id: String) -> Explanation? {
        guard let coin = places[id].map(universe.coin), let entry = entries[name] else { return nil }
        return explanation(of: entry, coin)
    }

    /// How all columns of the coin with an id came about, by their names; none for an unknown coin.
    public func explanations(of id: String) -> [String: Explanation] {
        places[id].map(universe.coin).map { coin in entries.mapValues { explanation(of: $0, coin) } } ?? [:]
    }

    private func explanation(of entry: ColumnEntry, _ coin: CoinMeasures) -> Explanation {
        let derivation = entry.derivation(universe, coin)
        let series = derivation.series.isEmpty ? entry.parts.series : derivation.series
        return Explanation(
            column: entry.column,
            value: entry.cell(universe)(coin),
            formula: derivation.formula,
            inputs: derivation.columns.compactMap { input(named: $0, coin) } + derivation.inputs,
            series: series.map { universe.preset == .classic ? $0 : $0.late }
        )
    }

    /// What each signal of the preset adds to the score of the coin with an id, in the order of the preset; the amounts
    /// that are there add up to the score, and an unknown coin has none.
    public func contributions(to id: String) -> [Contribution] {
        places[id].map { universe.contributions(universe.coin($0)) } ?? []
    }

    private func input(named name: String, _ coin: CoinMeasures) -> Explanation.Input? {
        guard let entry = entries[name] else { return nil }
        let (column, value) = (entry.column, entry.cell(universe)(coin))
        return Explanation.Input(name: name, value: value, unit: column.unit, meaning: column.meaning)
    }
}

extension SeriesUse {
    /// The weeks that are meant, for search is read a week late.
    fileprivate var late: SeriesUse {
        series == .interest ? SeriesUse(series: series, weeks: weeks.lowerBound + 1..<weeks.upperBound + 1) : self
    }
}

extension SectionParts {
    /// The series of these parts over Y.
    fileprivate var series: [SeriesUse] {
        let series: [(SectionParts, [SeriesUse.Series])] = [
            (.newest, [.price, .marketCap]), (.supplies, [.circulatingSupply, .totalSupply, .maxSupply]),
            (.close, [.close]), (.volumeMean, [.volumeMean]),
            (.volumeMedian, [.volumeMedian]), (.capitalisation, [.capitalisation]),
            (.commits, [.commits, .weeksWithoutRow]),
            (
                .commitKinds,
                [.merges, .botCommits, .agentCommits, .botMerges, .commitsByPeople, .developers, .developerDays]
            ), (.interest, [.interest]), (.fundamentals, Fundamental.allCases.map { .fundamental($0) }),
            (.use, WeeklyUse.allCases.map { .use($0) }),
        ]
        return series.filter { contains($0.0) }.flatMap(\.1).map { SeriesUse(series: $0, weeks: Window.year) }
    }
}

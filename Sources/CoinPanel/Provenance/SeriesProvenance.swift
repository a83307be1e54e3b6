internal import CoinIdentity
public import CoinModel
public import CoinStore

/// Where the weeks of a coin come from: the series of the store behind the rows of its cross-section.
public struct SeriesProvenance {
    /// The store.
    public var reader: StoreReader { panel.reader }
    let panel: Panel
    let resolution: EntityResolution
    /// The cross-section.
    public let section: CrossSection
    /// The coin's place in the cross-section.
    public let coin: Int
    /// Whether weeks count that a search-interest export may not have seen whole, and the newest capitalisation rather than
    /// the one beside the price, as the preset `classic` has both.
    private let isClassic: Bool

    /// The series behind one coin of a cross-section that a panel made.
    public init(_ panel: Panel, _ section: CrossSection, coin: Int, isClassic: Bool) {
        (self.panel, resolution, self.section) = (panel, panel.resolution(at: section.asOf), section)
        (self.coin, self.isClassic) = (coin, isClassic)
    }

    /// Some weeks of a series as the cross-section has them, and the facts behind them.
    public struct Weeks {
        /// What they are weeks of.
        public let name: String
        /// How many of them were observed.
        public let observed: Int
        /// The weeks and their values in words.
        public fileprivate(set) var detail: String
        /// The facts that they were made from.
        public let facts: [SourcedFacts]
    }

    /// A load, and how many of some facts it brought.
    public struct Load {
        /// Its number in the ledger.
        public let number: Int
        /// How many of the facts it brought.
        public let facts: Int
        /// The file that it read them from; of several of its format, that these are one or more of them.
        public let detail: String
    }

    /// The weeks of a use, for each repository or for the coin itself; none where no input has any.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func weeks(of use: SeriesUse) throws -> [Weeks] {
        let quote = section.quote
        let united = section.developerFacts[coin]
        switch use.series {
        case .commits: return try repositories(use, .commits, section.commits)
        case .weeksWithoutRow:
            return try repositories(use, .weeksWithoutRow, section.weeksWithoutRow).compactMap(listed)
        case .merges: return try repositories(use, .merges, section.merges)
        case .botCommits: return try repositories(use, .botCommits, section.botCommits)
        case .agentCommits: return try sparse(use, .agentCommits, section.agentCommits)
        case .commitsByPeople: return try sparse(use, .commitsByPeople, section.commitsByPeople)
        case .botMerges: return try sparse(use, .botMerges, section.botMerges)
        case .developers: return try repositories(use, .developers, section.developers, united?.developers)
        case .developerDays: return try repositories(use, .developerDays, section.developerDays, united?.developerDays)
        case .close: return try market(use, .close(quote), .price(quote), section.close)
        case .volumeMean: return try market(use, .volumeMean(quote), .volume(quote), section.volumeMean)
        case .volumeMedian: return try market(use, .volumeMedian(quote), .volume(quote), section.volumeMedian)
        case .capitalisation: return try market(use, .capitalisation(quote), .marketCap(quote), section.capitalisation)
        case .price: return try newestFact(.price(quote), section.lastPrice[coin])
        case .marketCap:
            let shown = isClassic ? nil : section.marketCap[coin]
            return try newestFact(.marketCap(quote), shown ?? section.lastMarketCap[coin])
        case .circulatingSupply: return try newestFact(.circulatingSupply, section.circulatingSupply[coin])
        case .totalSupply: return try newestFact(.totalSupply, section.totalSupply[coin])
        case .maxSupply: return try newestFact(.maxSupply, section.maxSupply[coin])
        case .fundamental(let fundamental): return try figures(of: fundamental)
        case .use(let kind): return try weeklyUse(kind, use)
        case .releases: return try ofHost(.releases)
        case .count(let count): return try ofHost(count.metric)
        case .interest: return try interest(use)
        }
    }

    /// A series that only repositories with any of it have.
    private func sparse(_ use: SeriesUse, _ metric: Metric, _ matrix: WeeklyMatrix) throws -> [Weeks] {
        try repositories(use, metric, matrix).filter { $0.observed > 0 }
    }

    private func repositories(
        _ use: SeriesUse,
        _ metric: Metric,
        _ matrix: WeeklyMatrix,
        _ united: [Double]? = nil
    ) throws -> [Weeks] {
        let names = RepositoryNames(reader.catalog.renames)
        let each = try section.repositoriesOfCoin[coin].map { row in
            let history = section.repositories[row]
            let facts = try history.source.map { source in
                let keys = Set(names.all(of: history.name.key))
                let entities = entities(.repository) { keys.contains($0.key) }
                return try sourced(metric, source, entities, history.name.description, instants(of: use))
            }
            return weeks("\(metric.name) of \(history.name)", Array(matrix[row: row]), use, facts.map { [$0] } ?? [])
        }
        guard let united, each.count > 1 else { return each }
        // A developer of several repositories counts once: that is what the coin's numbers are made from.
        return each + [weeks("\(metric.name) of all, each once", united, use, [])]
    }

    /// Weeks that are named for being among a series, without those that are not; nil where none is, as in most files.
    private func listed(_ weeks: Weeks) -> Weeks? {
        guard weeks.observed > 0 else { return nil }
        let names = weeks.facts.flatMap(\.facts).map { Week(containing: $0.at.day).description }
        var weeks = weeks
        weeks.detail = "taken for empty: " + Set(names).sorted().joined(separator: ", ")
        return weeks
    }

    private func market(_ use: SeriesUse, _ mart: Metric, _ fact: Metric, _ matrix: WeeklyMatrix) throws -> [Weeks] {
        var series = try panel.marketWeeks(at: section.asOf, resolution)
        let window = try series.window(mart)
        let (shares, newest) = (window.shares(of: coin), section.asOf.lastCompleteWeek)
        var givers: [Week: String] = [:]
        for link in window.chained[coin] ?? [] {
            for weeksBack in link.weeksBack { givers[newest.advanced(by: -weeksBack)] = link.source }
        }
        let facts = try shares.flatMap { source, _ in
            try continued(fact, source, instants(of: use)).map { series in
                var series = series
                series.keep { givers[$0.week, default: shares[0].source] == source }
                return series
            }
        }
        var all = weeks(mart.name, Array(matrix[row: coin]), use, facts)
        let given = shares.map { "\(counted($0.weeks, "week")) of the year by \($0.source)" }
        if !givers.isEmpty { all.detail += "; " + given.joined(separator: ", ") }
        return [all]
    }

    private func newestFact(_ metric: Metric, _ figure: DatedFigure?) throws -> [Weeks] {
        try newestFact(metric, figure.amount, figure)
    }

    /// The newest fact that counts, of the moment and source of a chosen figure where one is, and beside it that of each other
    /// source.
    private func newestFact(_ metric: Metric, _ value: Double, _ chosen: DatedFigure? = nil) throws -> [Weeks] {
        let oldest = section.asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks)
        let start = Instant(startOf: oldest.start)
        guard !value.isNaN, start <= section.asOf.limit else { return [] }
        let all = try reader.sources(of: metric).map { try continued(metric, $0, start...section.asOf.limit) }
        let newest = all.compactMap { series in
            let limit = series.first?.source == chosen?.source ? chosen?.time : nil
            return series.lazy.compactMap { $0.newest(upTo: limit ?? section.asOf.limit) }.first
        }
        let same = newest.filter { $0.values[0] == value }
        let source = chosen?.source ?? section.price[coin]?.source
        let best = same.first { $0.source == source } ?? same.first
        guard let best else { return [] }
        let detail = "\(shortest(value)) of \(best.facts[0].at)"
        let series = all.first { $0[0].source == best.source } ?? []
        let former = series.dropFirst().map { former in
            let last = former.values.last.map { ", the last one as \(shortest($0))" } ?? ""
            let (name, count) = ("\(metric.name), continued", former.facts.count)
            return Weeks(name: name, observed: count, detail: former.detail + last, facts: [former])
        }
        let others = newest.filter { $0.source != best.source }.map { other in
            let name = "\(metric.name) by \(other.source), not taken"
            let fact = other.facts[0]
            // Two sources differ about a day: what one says of another day is not a disagreement.
            let sameDay = series.first.flatMap { own in
                own.facts.lastIndex { $0.at.day == fact.at.day }.map { own.values[$0] }
            }
            let apart = sameDay.map { SuspectPrices.distance(other.values[0], $0) } ?? 0
            let mark = apart > 0 ? ": \(SuspectPrices.text(100 * apart)) % from \(best.source) on that day" : ""
            let detail = "\(shortest(other.values[0])) of \(fact.at)\(mark)"
            return Weeks(name: name, observed: 1, detail: detail, facts: [])
        }
        return [Weeks(name: metric.name, observed: 1, detail: detail, facts: [best])] + former + others
    }

    /// The weeks that are read, and where they are medians those of each pull.
    private func interest(_ use: SeriesUse) throws -> [Weeks] {
        guard let search = section.search[coin] else { return [] }
        let (series, pulls) = (search.term, search.pulls)
        let whole = SearchPull(export: search.export, weeks: Array(section.interest[row: coin]))
        func weeks(_ name: String, _ pull: SearchPull, _ facts: [SourcedFacts]) -> Weeks {
            let newest = section.asOf.lastCompleteWeek
            let values = isClassic ? pull.weeks : series.wholeWeeks(of: pull.weeks, newest: newest)
            return self.weeks(name, values, use, facts)
        }
        let name = "interest in `\(series.term)`"
        guard !pulls.isEmpty else {
            return [weeks(name, whole, try facts(of: series, whole, "`\(series.term)`", use))]
        }
        return try [weeks("\(name), median of \(pulls.count) pulls", whole, [])]
            + pulls.map { pull in
                let name = "pull \(SearchScale.name(ofExport: pull.export))"
                return weeks(name, pull, try facts(of: series, pull, "`\(series.term)`, \(name)", use))
            }
    }

    /// The facts of a search that an export brought.
    private func facts(of series: SearchTerm, _ pull: SearchPull, _ subject: String, _ use: SeriesUse) throws
        -> [SourcedFacts]
    {
        var facts: [SourcedFacts] = []
        for (term, match) in zip(reader.catalog.terms, resolution.coinsOfTerms)
        where match?.coin == coin && term.term.search == series.search {
            let entity = reader.catalog.entities[Int(term.entity)]
            guard entity.space == pull.export else { continue }
            facts += try reader.sources(of: .interest)
                .map { try sourced(.interest, $0, [entity], subject, instants(of: use)) }
                .filter { !$0.facts.isEmpty }
        }
        return facts
    }

    /// The weeks of a use among the weekly values from `w0` backwards.
    func weeks(_ name: String, _ values: [Double], _ use: SeriesUse, _ facts: [SourcedFacts]) -> Weeks {
        let span = span(of: use)
        let used = Array(values[use.weeks].reversed())
        let missing = used.indices.filter { used[$0].isNaN }.map { span.lowerBound.advanced(by: $0).description }
        let numbers = used.map { $0.isNaN ? "–" : shortest($0) }.joined(separator: " ")
        var detail = "\(span.lowerBound)" + (used.count == 1 ? "" : " to \(span.upperBound)")
        detail += missing.count == used.count ? ": none observed" : ", oldest first: \(numbers)"
        if !missing.isEmpty, missing.count < used.count {
            detail += "; not observed whole: " + CoinModel.listed(missing, most: 6)
        }
        return Weeks(name: name, observed: used.count - missing.count, detail: detail, facts: facts)
    }

    private func span(of use: SeriesUse) -> ClosedRange<Week> {
        let newest = section.asOf.lastCompleteWeek
        return newest.advanced(by: 1 - use.weeks.upperBound)...newest.advanced(by: -use.weeks.lowerBound)
    }

    func instants(of use: SeriesUse) -> ClosedRange<Instant> {
        let weeks = span(of: use)
        let last = Instant(milliseconds: weeks.upperBound.end.milliseconds - 1)
        return Instant(startOf: weeks.lowerBound.start)...last
    }

    private var entities: [Entity] { entities(.coin) { resolution.coinOfEntity[Int($0.id)] == Int32(coin) } }

    func entities(_ kind: Entity.Kind, _ belongs: (Entity) -> Bool) -> [Entity] {
        reader.catalog.entities.filter { $0.kind == kind && belongs($0) }
    }

    /// The facts of the coin by a source in a span of time, behind them those of the coins that it continues, as far as
    /// there are any.
    private func continued(_ metric: Metric, _ source: String, _ span: ClosedRange<Instant>) throws -> [SourcedFacts] {
        let id = section.coins[coin].id
        var found = [try sourced(metric, source, entities, id, span)]
        for predecessor in section.migrations.predecessors(of: id) {
            let resolved = resolution.migrations.first { $0.migration.former == predecessor.id }
            let entities = entities(.coin) { resolved?.entities.contains($0.id) ?? false }
            let factor = predecessor.ratio.factor(of: metric).map { " " + $0 } ?? ""
            let subject = "\(predecessor.id)\(factor) (\(predecessor.ratio) before \(predecessor.until))"
            var former = try sourced(metric, source, entities, subject, span)
            former.ratio = predecessor.ratio
            let day = Instant(startOf: predecessor.until)
            found[found.count - 1].keep { $0 >= day }
            former.keep { $0 < day }
            found.append(former)
        }
        return found.prefix(1) + found.dropFirst().filter { !$0.facts.isEmpty }
    }

    func sourced(
        _ metric: Metric,
        _ source: String,
        _ entities: [Entity],
        _ subject: String,
        _ span: ClosedRange<Instant>
    ) throws -> SourcedFacts {
        let facts = try entities.flatMap { try reader.traced(metric, source: source, of: $0.id, in: span) }
        return SourcedFacts(
            source: source,
            metric: metric,
            subject: subject,
            kind: entities.first.map(LoadKind.init) ?? .market,
            facts: facts.sorted { $0.at < $1.at },
            export: entities.first { $0.kind == .term }?.space
        )
    }
}

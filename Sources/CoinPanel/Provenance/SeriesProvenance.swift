public import CoinModel
public import CoinStore

/// Where the weeks of a coin come from: the series of the store behind the rows of its cross-section.
public struct SeriesProvenance {
    /// The store.
    public let reader: StoreReader
    private let panel: Panel
    /// The cross-section.
    public let section: CrossSection
    /// The coin's place in the cross-section.
    public let coin: Int
    /// Whether weeks count that a search-interest export may not have seen whole.
    private let takesPartial: Bool

    /// The series behind one coin of a cross-section that a panel made.
    public init(_ panel: Panel, _ section: CrossSection, coin: Int, takesPartial: Bool) {
        reader = panel.reader
        self.panel = panel
        self.section = section
        self.coin = coin
        self.takesPartial = takesPartial
    }

    /// Some weeks of a series as the cross-section has them, and the facts behind them.
    public struct Weeks {
        /// What they are weeks of.
        public let name: String
        /// How many of them were observed.
        public let observed: Int
        /// The weeks and their values in words.
        public let detail: String
        /// The facts that they were made from.
        public let facts: [SourcedFacts]
    }

    /// A load, and how many of some facts it brought.
    public struct Load {
        /// Its number in the ledger.
        public let number: Int
        /// How many of the facts it brought.
        public let facts: Int
        /// The files that it read them from.
        public let detail: String
    }

    /// The weeks of a use, for each repository or for the coin itself; none where no input tells of it.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func weeks(of use: SeriesUse) throws -> [Weeks] {
        let newest = section.asOf.lastCompleteWeek
        let span = newest.advanced(by: 1 - use.weeks.upperBound)...newest.advanced(by: -use.weeks.lowerBound)
        switch use.series {
        case .commits: return try repositories(use, .commits, section.commits, span)
        case .merges: return try repositories(use, .merges, section.merges, span)
        case .botCommits: return try repositories(use, .botCommits, section.botCommits, span)
        case .developers:
            let united = section.developerFacts[coin]?.developers
            return try repositories(use, .developers, section.developers, span, united: united)
        case .developerDays:
            let united = section.developerFacts[coin]?.developerDays
            return try repositories(use, .developerDays, section.developerDays, span, united: united)
        case .close: return try market(use, .close(section.quote), .price(section.quote), section.close, span)
        case .volumeMean:
            return try market(use, .volumeMean(section.quote), .volume(section.quote), section.volumeMean, span)
        case .volumeMedian:
            return try market(use, .volumeMedian(section.quote), .volume(section.quote), section.volumeMedian, span)
        case .capitalisation:
            let facts = Metric.marketCap(section.quote)
            return try market(use, .capitalisation(section.quote), facts, section.capitalisation, span)
        case .price: return try newestFact(.price(section.quote), section.price[coin])
        case .marketCap: return try newestFact(.marketCap(section.quote), section.marketCap[coin])
        case .circulatingSupply: return try newestFact(.circulatingSupply, section.circulatingSupply[coin])
        case .totalSupply: return try newestFact(.totalSupply, section.totalSupply[coin])
        case .maxSupply: return try newestFact(.maxSupply, section.maxSupply[coin])
        case .interest: return try interest(use, span)
        }
    }

    private func repositories(
        _ use: SeriesUse,
        _ metric: Metric,
        _ matrix: WeeklyMatrix,
        _ span: ClosedRange<Week>,
        united: [Double]? = nil
    ) throws -> [Weeks] {
        let each = try section.repositoriesOfCoin[coin].map { row in
            let history = section.repositories[row]
            let values = Array(matrix[row: row])
            let facts = try history.source.map { source in
                try sourced(
                    metric,
                    source,
                    entities(.repository) { $0.key == history.name.key },
                    history.name.description,
                    span
                )
            }
            return Weeks("\(metric.name) of \(history.name)", values, span, use, facts.map { [$0] } ?? [])
        }
        guard let united, each.count > 1 else { return each }
        // A developer of several repositories counts once: that is what the coin's numbers are made from.
        return each + [Weeks("\(metric.name) of all, each once", united, span, use, [])]
    }

    private func market(
        _ use: SeriesUse,
        _ mart: Metric,
        _ fact: Metric,
        _ matrix: WeeklyMatrix,
        _ span: ClosedRange<Week>
    ) throws -> [Weeks] {
        var weeks = MarketWeeks(reader, panel.resolution.coinOfEntity, section.coins.count, section.asOf)
        let facts = try weeks.best(mart).sources[coin].map {
            try sourced(fact, $0, entities, section.coins[coin].id, span)
        }
        return [Weeks(mart.name, Array(matrix[row: coin]), span, use, facts.map { [$0] } ?? [])]
    }

    /// The newest fact over all sources.
    private func newestFact(_ metric: Metric, _ value: Double) throws -> [Weeks] {
        let oldest = section.asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks)
        let span = Instant(startOf: oldest.start)...section.asOf.limit
        guard !value.isNaN, span.lowerBound <= span.upperBound else { return [] }
        let all = try reader.sources(of: metric).map { source in
            try sourced(metric, source, entities, section.coins[coin].id, span)
        }
        guard
            let best = all.compactMap({ facts in facts.facts.last.map { (facts, $0) } })
                .filter({ $0.1.value == value }).max(by: { $0.1.at < $1.1.at })
        else { return [] }
        let only = SourcedFacts(
            source: best.0.source,
            metric: metric,
            subject: best.0.subject,
            kind: .market,
            facts: [best.1]
        )
        return [Weeks(name: "\(metric.name)", observed: 1, detail: "\(shortest(value)) of \(best.1.at)", facts: [only])]
    }

    private func interest(_ use: SeriesUse, _ span: ClosedRange<Week>) throws -> [Weeks] {
        guard let series = section.interestSeries[coin] else { return [] }
        var facts: [SourcedFacts] = []
        for (term, match) in zip(reader.catalog.terms, panel.resolution.coinsOfTerms)
        where match?.coin == coin && term.term == series {
            for source in try reader.sources(of: .interest) {
                let found = try sourced(
                    .interest,
                    source,
                    [reader.catalog.entities[Int(term.entity)]],
                    "`\(series.term)`",
                    span
                )
                if !found.facts.isEmpty { facts.append(found) }
            }
        }
        var values = Array(section.interest[row: coin])
        if !takesPartial, let partial = series.partialFrom {
            let newest = section.asOf.lastCompleteWeek
            for ago in values.indices where newest.advanced(by: -ago) >= partial { values[ago] = .nan }
        }
        return [Weeks("interest in `\(series.term)`", values, span, use, facts)]
    }

    private var entities: [Entity] { entities(.coin) { panel.resolution.coinOfEntity[Int($0.id)] == Int32(coin) } }

    private func entities(_ kind: Entity.Kind, _ belongs: (Entity) -> Bool) -> [Entity] {
        reader.catalog.entities.filter { $0.kind == kind && belongs($0) }
    }

    private func sourced(
        _ metric: Metric,
        _ source: String,
        _ entities: [Entity],
        _ subject: String,
        _ weeks: ClosedRange<Week>
    ) throws -> SourcedFacts {
        let last = Instant(milliseconds: weeks.upperBound.end.milliseconds - 1)
        return try sourced(metric, source, entities, subject, Instant(startOf: weeks.lowerBound.start)...last)
    }

    private func sourced(
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

/// The facts of one metric of one source that stand behind some weeks.
public struct SourcedFacts: Hashable {
    /// The source that told them.
    public let source: String
    /// What they tell.
    public let metric: Metric
    /// The coin, repository or search term, in words.
    public let subject: String
    /// What such facts are loaded as.
    let kind: LoadKind
    /// The facts, oldest first.
    public private(set) var facts: [TracedFact]
    /// The digest of the file that they stand in, where the store knows it.
    var export: String?

    /// Whether others are of the same series.
    public func isSameSeries(_ other: SourcedFacts) -> Bool {
        (source, metric, subject) == (other.source, other.metric, other.subject)
    }

    /// Adds facts of the same series that are not among these.
    public mutating func add(_ other: SourcedFacts) {
        facts = Set(facts + other.facts).sorted { $0.at < $1.at }
    }

    /// What they are, in words.
    public var detail: String {
        guard let first = facts.first, let last = facts.last else { return "\(metric.name) of \(subject): none" }
        let span = first.at.day == last.at.day ? "on \(first.at.day)" : "from \(first.at.day) to \(last.at.day)"
        return "\(metric.name) of \(subject) \(span)"
    }
}

extension SeriesProvenance.Weeks {
    /// The weeks of a use among the weekly values from `w0` backwards.
    fileprivate init(
        _ name: String,
        _ values: [Double],
        _ span: ClosedRange<Week>,
        _ use: SeriesUse,
        _ facts: [SourcedFacts]
    ) {
        let used = Array(values[use.weeks].reversed())
        let missing = used.indices.filter { used[$0].isNaN }.map { span.lowerBound.advanced(by: $0).description }
        let numbers = used.map { $0.isNaN ? "–" : shortest($0) }.joined(separator: " ")
        var detail =
            span.lowerBound == span.upperBound ? "\(span.lowerBound)" : "\(span.lowerBound) to \(span.upperBound)"
        detail += missing.count == used.count ? ": none observed" : ", oldest first: \(numbers)"
        if !missing.isEmpty, missing.count < used.count {
            detail += "; not observed whole: " + missing.prefix(6).joined(separator: ", ")
            if missing.count > 6 { detail += " and \(missing.count - 6) more" }
        }
        self.init(name: name, observed: used.count - missing.count, detail: detail, facts: facts)
    }
}

extension LoadKind {
    /// What brings facts of an entity.
    fileprivate init(_ entity: Entity) {
        self =
            switch entity.kind {
            case .coin: .market
            case .repository: .commits
            case .term: .trends
            }
    }
}

internal import CoinIdentity
public import CoinModel
internal import CoinStore

extension Panel {
    /// The entities of the protocols and chains that make up a coin's fundamentals at a moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func protocols(of coin: Int, at asOf: AsOf) throws -> Set<Int32> {
        let figures = ProtocolFigures(reader, resolution(at: asOf), order, at: asOf)
        let parts = try figures.partsOfCoins()[coin]?.values.joined().map(\.entity.id) ?? []
        return Set(parts)
    }
}

extension SeriesProvenance {
    /// The figures of each protocol that make up one of the coin.
    func figures(of fundamental: Fundamental) throws -> [Weeks] {
        let figures = ProtocolFigures(reader, resolution, panel.order, at: section.asOf)
        let parts = try figures.partsOfCoins()[coin]?[fundamental] ?? []
        return try parts.sorted { $0.key.text < $1.key.text }.map { part in
            let (time, name) = (part.figure.time, part.key.name ?? part.key.id)
            let facts = try sourced(fundamental.metric, part.figure.source, [part.entity], name, time...time)
            let detail = "\(shortest(part.figure.value)) of \(time)"
            return Weeks(name: "\(fundamental.metric.name) of \(name)", observed: 1, detail: detail, facts: [facts])
        }
    }

    /// The weeks of a use, with the facts of each asset or article.
    func weeklyUse(_ kind: WeeklyUse, _ use: SeriesUse) throws -> [Weeks] {
        guard let weeks = section.use[coin]?[kind] else { return [] }
        if kind == .stars {
            let facts = try repositoryFacts(.stars, weeks.source, instants(of: use))
            return [self.weeks(kind.metric.name, weeks.values, use, facts)]
        }
        let named = entities(.coin) { resolution.certainCoinOfEntity[Int($0.id)] == Int32(coin) }
        let facts = try named.map {
            try sourced(kind.metric, weeks.source, [$0], $0.symbol ?? $0.key, instants(of: use))
        }
        return [self.weeks(kind.metric.name, weeks.values, use, facts.filter { !$0.facts.isEmpty })]
    }

    /// What a host says of the coin's repositories beside commits: the facts of each up to the moment.
    func ofHost(_ metric: Metric) throws -> [Weeks] {
        let first = Instant(startOf: section.asOf.limit.day.advanced(by: -7 * CrossSection.weeks))
        return try reader.sources(of: metric).flatMap { source in
            try repositoryFacts(metric, source, first...section.asOf.limit).map { facts in
                let name = "\(metric.name) of \(facts.subject)"
                let values = facts.facts.map { "\(shortest($0.value)) of \($0.at.day)" }
                return Weeks(name: name, observed: values.count, detail: listed(values), facts: [facts])
            }
        }
    }

    /// The facts of each counted repository in a span of time; those without any are left out.
    private func repositoryFacts(
        _ metric: Metric,
        _ source: String,
        _ span: ClosedRange<Instant>
    ) throws -> [SourcedFacts] {
        let names = RepositoryNames(reader.catalog.renames)
        return try section.repositoriesOfCoin[coin].map { section.repositories[$0].name }.compactMap { name in
            let keys = Set(names.all(of: name.key))
            let entities = entities(.repository) { keys.contains($0.key) }
            let facts = try sourced(metric, source, entities, name.description, span)
            return facts.facts.isEmpty ? nil : facts
        }
    }
}

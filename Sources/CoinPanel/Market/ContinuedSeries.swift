internal import CoinIdentity
internal import CoinModel
internal import CoinStore

extension EntityResolution {
    /// The migrations whose day has begun by a moment.
    func migrations(by asOf: AsOf) -> [ResolvedMigration] {
        migrations.filter { asOf.includes(Instant(startOf: $0.migration.terms.day)) }
    }
}

/// The figures of coins before they were themselves: those of the coins that became them, in their units.
///
/// A coin's own values begin on the day of its migration; before it those of its predecessor stand alone, by the same
/// source. Those of a coin with a first day begin on it (`CoinLives`), and before it there are none. So no week mixes two coins but that of the migration, which is made from the facts of both.
struct ContinuedSeries {
    /// Whose values one coin takes before a day.
    struct Piece {
        /// The row of the predecessor; one without entities where there is none.
        let row: Int
        /// The first day of the coin's own values.
        let until: Day
        /// So many units of the predecessor are so many of the coin.
        let ratio: MigrationRatio
    }

    /// The pieces of each coin, the newest first.
    let pieces: [Int: [Piece]]
    /// The row of the predecessor that each entity means, or −1.
    let rowOfEntity: [Int32]
    let rowCount: Int
    /// The entities of each row.
    let entities: [[Int32]]

    init(_ migrations: [ResolvedMigration], firstDays: [Int: Day], _ universe: Universe, entityCount: Int) {
        let isEmpty = migrations.isEmpty && firstDays.isEmpty
        var rowOfEntity = [Int32](repeating: -1, count: isEmpty ? 0 : entityCount)
        var rows: [String: Int] = [:]
        for (row, resolved) in migrations.enumerated() {
            rows[resolved.migration.former] = row
            for entity in resolved.entities { rowOfEntity[Int(entity)] = Int32(row) }
        }
        let all = migrations.map(\.migration)
        var pieces: [Int: [Piece]] = [:]
        for id in Set(all.map(\.current)) {
            guard let coin = universe.index(ofID: id) else { continue }
            pieces[coin] = all.predecessors(of: id).compactMap { predecessor in
                rows[predecessor.id].map { Piece(row: $0, until: predecessor.until, ratio: predecessor.ratio) }
            }
        }
        for (coin, day) in firstDays where pieces[coin] == nil {
            pieces[coin] = [Piece(row: migrations.count, until: day, ratio: .even)]
        }
        self.pieces = pieces
        self.rowOfEntity = rowOfEntity
        entities = migrations.map(\.entities) + (firstDays.isEmpty ? [] : [[]])
        rowCount = entities.count
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// Puts the weeks of predecessors into those of their coins, in a matrix of a weekly metric up to a week; the weeks in
    /// which a migration lies have been made from facts.
    func join(
        _ weeks: inout WeeklyMatrix,
        _ former: WeeklyMatrix,
        _ metric: Metric,
        newest: Week,
        _ weeksOfChange: [CoinWeek: Double],
        where isWanted: (Int) -> Bool = { _ in true }
    ) {
        for (coin, pieces) in pieces where isWanted(coin) {
            for weeksBack in 0..<weeks.weeks {
                let week = newest.advanced(by: -weeksBack)
                if let value = weeksOfChange[CoinWeek(coin: coin, week: week)] {
                    weeks[coin, weeksBack] = value
                    continue
                }
                guard let piece = pieces.last(where: { week.lastDay < $0.until }) else { continue }
                weeks[coin, weeksBack] = piece.ratio.converted(former[piece.row, weeksBack], of: metric)
            }
        }
    }

    /// The newest facts of coins, of which one without an own one since its day has that of its predecessor; `former` gives
    /// those of the predecessors of a coin before a day.
    func newest(
        _ own: [DatedFigure?],
        _ metric: Metric,
        _ former: (_ coin: Int, _ day: Day) throws -> [DatedFigure?]
    ) rethrows -> [DatedFigure?] {
        var newest = own
        for (coin, pieces) in pieces {
            for piece in pieces {
                let day = piece.until
                if let known = newest[coin], known.time >= Instant(startOf: day) { break }
                newest[coin] = try former(coin, day)[piece.row].map {
                    DatedFigure(piece.ratio.converted($0.value, of: metric), at: $0.time, by: $0.source)
                }
            }
        }
        return newest
    }

    struct CoinWeek: Hashable {
        let coin: Int
        let week: Week
    }

    /// The weeks of a metric of a source in which a migration lies, between others, made from the facts before and from it.
    func weeksOfChange(
        _ metric: Metric,
        _ source: String,
        in span: ClosedRange<Week>,
        _ reader: StoreReader,
        ownEntities: (Int) -> [Int32]
    ) throws -> [CoinWeek: Double] {
        guard let fact = metric.factOfWeek else { return [:] }
        var found: [CoinWeek: Double] = [:]
        for (coin, pieces) in pieces {
            for piece in pieces {
                let week = Week(containing: piece.until)
                guard week.start != piece.until, span.contains(week) else { continue }
                let instants = Instant(startOf: week.start)...Instant(milliseconds: week.end.milliseconds - 1)
                let facts = try facts(of: coin, fact, source, in: instants, reader, ownEntities(coin))
                found[CoinWeek(coin: coin, week: week)] = metric.valueOfWeek(facts.map(\.value)) ?? .nan
            }
        }
        return found
    }

    /// The facts of a coin by a source in a span of time, its predecessors' before it, oldest first.
    private func facts(
        of coin: Int,
        _ metric: Metric,
        _ source: String,
        in span: ClosedRange<Instant>,
        _ reader: StoreReader,
        _ own: [Int32]
    ) throws -> [(at: Instant, value: Double)] {
        func read(_ entities: [Int32]) throws -> [(at: Instant, value: Double)] {
            var seen: Set<Instant> = []
            return try entities.flatMap { try reader.traced(metric, source: source, of: $0, in: span) }
                .filter { seen.insert($0.at).inserted }.map { ($0.at, $0.value) }
        }
        return try (pieces[coin] ?? []).reduce(try read(own)) { facts, piece in
            let day = Instant(startOf: piece.until)
            let former = try read(entities[piece.row]).filter { $0.at < day }
            let ratio = piece.ratio
            return former.map { ($0.at, ratio.converted($0.value, of: metric)) } + facts.filter { $0.at >= day }
        }.sorted { $0.at < $1.at }
    }
}

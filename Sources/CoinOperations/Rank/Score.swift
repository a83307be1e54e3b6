public import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// A ranking as it was computed, with the state of the store that it saw.
public struct ScoredRanking: Sendable {
    /// The moment up to which facts entered.
    public let asOf: AsOf
    /// All coins, best first, over the columns that were asked for.
    public let table: Table
    /// The weekly series to draw beside its rows; none when nothing is drawn.
    public let traces: [Table.Trace]
    /// Which inputs the store had taken in, of those known then.
    public let state: String?

    let key: RankingKey
    let ledgerMark: Int
    /// The request, with the moment that it meant.
    let request: RankRequest
    /// The digest of what was read for it.
    let digest: SectionDigest
    /// The names of the columns that are kept in the store.
    let keptColumns: Set<String>
}

/// What of a ranking will be used, so that nothing else is worked out.
public struct RankingUse: Sendable {
    fileprivate let columns: Set<String>?
    fileprivate let isDrawn: Bool

    /// Whatever anybody may ask: all columns, and the series to draw.
    public static let anything = RankingUse(columns: nil, isDrawn: true)

    /// What some requests show that are alike in all but columns, order and filter, with what the store takes if stored.
    ///
    /// - Throws: `OperationError` when a column, order or filter does not read.
    public static func showing(
        _ requests: [RankRequest],
        drawing isDrawn: Bool,
        keeping isKept: Bool = true
    ) throws -> RankingUse {
        var columns: Set<String> = []
        for request in requests {
            if isKept { columns.formUnion(try request.knownPreset().keptColumns(quote: request.quote)) }
            columns.formUnion(try Selection(request).needed.map(\.name))
        }
        return RankingUse(columns: columns, isDrawn: isDrawn)
    }
}

/// Computes the ranking of all coins from the store, as far as it will be used.
///
/// - Throws: `OperationError` when the store holds no observation or the options name an unknown signal.
public func score(
    _ request: RankRequest,
    in location: StoreLocation,
    for use: RankingUse = .anything
) throws -> ScoredRanking {
    let preset = try request.knownPreset()
    let store = try location.open(.read)
    return try store.reading(known: request.known) { reader in
        let asOf = try asOf(of: request, reader)
        let panel = Panel(reader, quote: request.quote)
        let kept = preset.keptColumns(quote: request.quote)
        let parts = ColumnDictionary.parts(
            of: use.columns?.union(kept),
            quote: request.quote,
            preset,
            request.options
        ).union(use.isDrawn ? drawnParts : [])
        let section = try panel.wholeSection(at: asOf, parts)
        guard !section.coins.isEmpty else {
            throw OperationError(
                .nothingSelected,
                "no-coins",
                place: store.path,
                "holds no coin; load a coin list with `assay load coins FILE`"
            )
        }
        let digest = Future { SectionDigest(section, parts) }
        var ranking: Ranking
        do {
            ranking = try CoinRanking.ranking(
                of: section,
                preset: preset,
                options: request.options,
                columns: use.columns
            )
        } catch {
            throw OperationError(.usage, "bad-weights", "\(error)")
        }
        ranking.table.notes += try unmatchedRows(panel, upTo: asOf)
        return try ScoredRanking(
            asOf: asOf,
            table: ranking.table,
            traces: use.isDrawn ? traces(of: section, ranking.table) : [],
            state: reader.ledgerState()?.description,
            key: RankingKey(preset: preset.rawValue, asOf: asOf.description, options: request.canonicalOptions),
            ledgerMark: reader.catalog.ledgerMark,
            request: request.at(asOf),
            digest: digest.value(),
            keptColumns: kept
        )
    }
}

/// The moment that a request means.
func asOf(of request: RankRequest, _ reader: StoreReader) throws -> AsOf {
    if let asOf = request.asOf { return asOf }
    guard let newest = try reader.newestMarketFact(quote: request.quote) ?? reader.newestObservation() else {
        throw OperationError(
            .nothingSelected,
            "no-observations",
            place: reader.path,
            "holds no observation; load some with `assay load market FILE`"
        )
    }
    return newest
}

/// What `traces` reads.
private let drawnParts: SectionParts = [.commits, .close]

/// Weekly commits and closes of each row's coin over 52 weeks, oldest first.
private func traces(of section: CrossSection, _ table: Table) -> [Table.Trace] {
    guard let column = table.columns.firstIndex(where: { $0.name == "coin_id" }) else { return [] }
    let indexOfID = Dictionary(uniqueKeysWithValues: section.coins.enumerated().map { ($1.id, $0) })
    let coins = table.rows.map { row -> Int? in
        if case .text(let id) = row[column] { indexOfID[id] } else { nil }
    }
    func trace(_ title: String, _ unit: String, _ value: (Int, Int) -> Double) -> Table.Trace {
        Table.Trace(
            title: title,
            unit: unit,
            series: coins.map { coin in
                (0..<52).reversed().map { ago in coin.map { value($0, ago) } ?? .nan }
            }
        )
    }
    return [
        trace("Commits, 52 weeks", "commits a week") { coin, ago in
            section.repositoriesOfCoin[coin].reduce(Double.nan) { sum, repository in
                let value = section.commits[repository, ago]
                return value.isNaN ? sum : sum.isNaN ? value : sum + value
            }
        },
        trace("Close, 52 weeks", section.quote.uppercased()) { section.close[$0, $1] },
    ]
}

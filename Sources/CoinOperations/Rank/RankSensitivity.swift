internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// How the top of a ranking (20 coins without `top`) depends on its weights, its units and its sources, a row a change.
///
/// - Throws: `OperationError` when the store holds no observation or the options name an unknown signal.
public func rankSensitivity(_ request: RankRequest, in location: StoreLocation) throws -> Table {
    let preset = try request.knownPreset()
    return try location.open(.read).reading(known: request.known) { reader in
        let asOf = try asOf(of: request, reader)
        let panel = Panel(reader, quote: request.quote)
        let parts = ColumnDictionary.parts(of: ["rank"], quote: request.quote, preset, request.options)
        let section = try panel.wholeSection(at: asOf, parts)
        let metrics: [Metric] = [.close(request.quote), .volumeMedian(request.quote), .commits, .interest]
        let variants = try Set(metrics.flatMap(reader.sources)).sorted().map { source in
            let others = Panel(reader.excluding(source), quote: request.quote)
            return RankingVariant(change: "without source \(source)", section: try others.wholeSection(at: asOf, parts))
        }
        do {
            return try sensitivity(
                of: section,
                variants: variants,
                preset: preset,
                options: request.options,
                top: request.top ?? 20,
                naming: request.isForTerminal ? 2 : nil
            )
        } catch {
            throw OperationError(.usage, "bad-weights", "\(error)")
        }
    }
}

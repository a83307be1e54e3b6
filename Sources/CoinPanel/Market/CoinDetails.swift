internal import CoinIdentity
public import CoinModel
public import CoinStore

// What sources said last of coins beside their series.
extension Panel {
    /// What sources said of a coin at a moment or before, nil for all, the newest first.
    public func details(of coin: Int, upTo asOf: AsOf?) throws -> [StoredDetail] {
        let resolution = resolution(at: asOf)
        return try reader.details(upTo: asOf) { resolution.coin(of: $0) == coin }
            .sorted { ($1.time, $0.detail.source) < ($0.time, $1.detail.source) }
    }

    /// What sources state of how the price of each coin changed, by its place; the newest of each source.
    func statedChanges(at asOf: AsOf, _ resolution: EntityResolution) throws -> [Int: [StoredDetail]] {
        let fields = CoinField.allCases.filter { $0.span != nil }
        let stated = try reader.details(upTo: asOf, fields) { resolution.coin(of: $0) != nil }
        return Dictionary(grouping: stated) { resolution.coin(of: $0.detail.coin) ?? -1 }
    }

    /// The figures among it of all coins.
    func sourceFigures(at asOf: AsOf, _ resolution: EntityResolution) throws -> [SourceFigures] {
        var figures = [SourceFigures](repeating: SourceFigures(), count: resolution.universe.coins.count)
        let said = try reader.details(upTo: asOf, [.rank, .ath, .athDate]) { resolution.coin(of: $0) != nil }
        for stored in said {
            guard let coin = resolution.coin(of: stored.detail.coin) else { continue }
            func newer(_ field: CoinField, than known: SourceFigures.Figure?) -> SourceFigures.Figure? {
                guard let value = stored.detail[field]?.number else { return nil }
                let source = stored.detail.source
                if let known, (known.time, source) >= (stored.time, known.source) { return nil }
                return SourceFigures.Figure(value, by: source, at: stored.time)
            }
            if let rank = newer(.rank, than: figures[coin].rank) { figures[coin].rank = rank }
            if stored.detail.quote == quote, let ath = newer(.ath, than: figures[coin].ath) {
                (figures[coin].ath, figures[coin].athDate) = (ath, stored.detail[.athDate]?.text)
            }
        }
        return figures
    }
}

internal import CoinIdentity
public import CoinModel
public import CoinStore

// What sources said last of coins beside their series.
extension Panel {
    /// What sources said of a coin at a moment or before, nil for all, the newest first.
    public func details(of coin: Int, upTo asOf: AsOf?) throws -> [StoredDetail] {
        try details(ofAll: [coin], upTo: asOf)[coin] ?? []
    }

    /// The same of several coins, by their places; those of which nothing was said are absent.
    public func details(ofAll coins: Set<Int>, upTo asOf: AsOf?) throws -> [Int: [StoredDetail]] {
        let resolution = resolution(at: asOf)
        let said = try reader.details(upTo: asOf) { resolution.coin(of: $0).map(coins.contains) ?? false }
        return Dictionary(grouping: said) { resolution.coin(of: $0.detail.coin) ?? -1 }
            .mapValues { said in said.sorted { ($1.time, $0.detail.source) < ($0.time, $1.detail.source) } }
    }

    /// What sources state of how the price of each coin changed, by its place; the newest of each source.
    func statedChanges(at asOf: AsOf, _ resolution: EntityResolution) throws -> [Int: [StoredDetail]] {
        let fields = CoinField.allCases.filter { $0.span != nil }
        let stated = try reader.details(upTo: asOf, fields) { resolution.coin(of: $0) != nil }
        return Dictionary(grouping: stated) { resolution.coin(of: $0.detail.coin) ?? -1 }
    }

    /// The figures among it of all coins; with the volumes at the moments of their prices those of the last day too.
    func sourceFigures(
        at asOf: AsOf,
        _ resolution: EntityResolution,
        _ prices: [DatedFigure?],
        _ volumes: [Double]?
    ) throws -> [Int: SourceFigures] {
        let ofDay: [CoinField] = volumes == nil ? [] : [.high24h, .low24h, .atl, .capChange24h]
        let fields: [CoinField] = [.rank, .ath, .athDate, .categories] + ofDay + (volumes == nil ? [] : [.atlDate])
        let said = try reader.details(upTo: asOf, fields) { resolution.coin(of: $0) != nil }
        let stated = ofDay.map { field in
            newest(among: said, resolution) { stored in
                figure(stored, field).map { ($0, date: stored.detail[.atlDate]?.text) }
            }
        }
        let ranks = newest(among: said, resolution) { figure($0, .rank) }
        let highest = newest(among: said, resolution) { stored in
            figure(stored, .ath).map { ($0, date: stored.detail[.athDate]?.text) }
        }
        let tagged = Dictionary(grouping: said.filter { $0.detail[.categories] != nil }) {
            resolution.coin(of: $0.detail.coin) ?? -1
        }
        var found: [Int: SourceFigures] = [:]
        for coin in resolution.universe.coins.indices {
            var figures = SourceFigures()
            (figures.rank, figures.ath, figures.athDate) = (ranks[coin], highest[coin]?.0, highest[coin]?.date)
            let answers = tagged[coin, default: []].sorted {
                ($1.time, $0.detail.source) < ($0.time, $1.detail.source)
            }
            figures.categories = answers.flatMap { answer in
                (answer.detail[.categories]?.text ?? "").split(separator: "\n").map(String.init)
            }
            figures.categoriesTime = answers.first?.time
            for (field, newest) in zip(ofDay, stated) {
                figures.stated[field] = newest[coin]?.0
                if field == .atl { figures.atlDate = newest[coin]?.date }
            }
            if let volume = volumes?[coin], !volume.isNaN, let price = prices[coin] {
                figures.volume = DatedFigure(volume, at: price.time, by: price.source)
            }
            if figures != SourceFigures() { found[coin] = figures }
        }
        return found
    }

    /// A figure that a source states; nil for money in another currency.
    private func figure(_ stored: StoredDetail, _ field: CoinField) -> DatedFigure? {
        guard field.form.kind != .money || stored.detail.quote == quote else { return nil }
        return stored.detail[field]?.number.map { DatedFigure($0, at: stored.time, by: stored.detail.source) }
    }

    /// Where the image of each coin is by the newest word of its sources up to a moment, nil for all: addresses by the coins'
    /// ids; coins without one are absent.
    ///
    /// - Throws: an error of the store when it cannot be read.
    public func imageAddresses(upTo asOf: AsOf?) throws -> [String: String] {
        try newestTexts(.image, upTo: asOf) { $0 }
    }

    /// The newest texts of a field, by the coins' ids, as far as `read` finds something in them.
    private func newestTexts(_ field: CoinField, upTo asOf: AsOf?, _ read: (String) -> String?) throws -> [String:
        String]
    {
        let resolution = resolution(at: asOf)
        let said = try reader.details(upTo: asOf, [field]) { resolution.coin(of: $0) != nil }
        let newest = newest(among: said, resolution) { $0.detail[field]?.text.flatMap(read) }
        return Dictionary(firstOf: newest.map { (resolution.universe.coins[$0].id, $1) })
    }

    /// This is the only place where the newest word of a coin's sources is chosen, by the coin's place: what `read` finds in
    /// the newest detail, of one moment in that of the source with the smaller name.
    private func newest<Value>(
        among said: [StoredDetail],
        _ resolution: EntityResolution,
        _ read: (StoredDetail) -> Value?
    ) -> [Int: Value] {
        var newest: [Int: (stored: StoredDetail, value: Value)] = [:]
        for stored in said {
            guard let coin = resolution.coin(of: stored.detail.coin), let value = read(stored) else { continue }
            let known = newest[coin]?.stored
            let isOlder = known.map { ($0.time, stored.detail.source) >= (stored.time, $0.detail.source) } ?? false
            if !isOlder { newest[coin] = (stored, value) }
        }
        return newest.mapValues(\.value)
    }
}

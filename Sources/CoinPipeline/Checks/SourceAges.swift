internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// How new the facts of sources are, among those up to a day.
struct SourceAges {
    private let store: StoreLocation
    private let day: Day

    init(in store: StoreLocation, upTo day: Day) { (self.store, self.day) = (store, day) }

    /// The day of the newest fact of a source, of weekly ones that on which the week begins; nil where there is none.
    ///
    /// - Throws: `OperationError` when the store cannot be read.
    func newestDay(of source: String) throws -> Day? {
        let name = source.replacing("'", with: "''")
        let known = "WHERE source = '\(name)' AND first <= '\(day)'"
        let series = try rows("SELECT metric, resolution, last FROM v_coverage \(known)")
        return try series.compactMap { row -> Day? in
            guard case .text(let metric) = row[0], case .text(let resolution) = row[1], case .text(let last) = row[2],
                let newest = Day(last)
            else { return nil }
            let isWeekly = resolution == "week"
            // A week that begins by then and ends behind it may hold what came later.
            let end = isWeekly ? day.advanced(by: -6) : day
            guard newest > end else { return newest }
            // A look into the past: later facts do not count.
            let (function, time) = isWeekly ? ("weekly", "week_start") : ("snapshots", "time")
            let bounds = "'\(metric)', '1970-01-01', '\(end)'"
            let found = try rows("SELECT max(\(time)) FROM \(function)(\(bounds)) WHERE source = '\(name)'")
            guard case .text(let text)? = found.first?.first else { return nil }
            return Day(String(text.prefix(10)))
        }.max()
    }

    /// What may have been meant by the name of a source that the store does not have.
    func hint(near name: String) throws -> String {
        let names = try rows("SELECT DISTINCT source FROM v_coverage ORDER BY source").compactMap { row in
            if case .text(let name)? = row.first { name } else { nil }
        }
        return suggestion(for: name, among: names) ?? "there are: \(names.joined(separator: ", "))"
    }

    private func rows(_ sql: String) throws -> [[Cell]] {
        try storeQuery(sql, rows: 10_000, seconds: 60, in: store, tell: { _ in }).rows
    }
}

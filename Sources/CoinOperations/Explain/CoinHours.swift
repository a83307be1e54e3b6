internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables

/// How far back the hours of a coin are shown.
public enum HourSpan: String, CaseIterable, Sendable {
    case day = "24h"
    case week = "7d"

    fileprivate var milliseconds: Int64 { Instant.millisecondsPerDay * (self == .day ? 1 : 7) }
}

/// The hours of one coin, as sources gave them, the newest first: they are shown, and nothing is ranked by them.
struct CoinHours {
    private struct Row {
        let time: Instant
        let source: String
        /// One for each of the metrics, NaN where missing.
        var values: [Double]
    }

    private let coin: String
    private let quote: String
    private let span: HourSpan
    private let rows: [Row]

    /// The hours of a coin that end with the newest one up to a moment.
    ///
    /// - Throws: `OperationError` `no-hours` where there is none.
    init(of coin: Int, _ span: HourSpan, upTo asOf: AsOf?, _ section: CrossSection, _ panel: Panel) throws {
        (self.span, quote) = (span, section.quote)
        self.coin = section.coins[coin].id
        let metrics = CoinHours.metrics(quote)
        let resolution = panel.resolution(at: section.asOf)
        let entities = panel.reader.catalog.entities.filter {
            $0.kind == .coin && resolution.coinOfEntity[Int($0.id)] == Int32(coin)
        }
        var found: [String: [Int64: [Double]]] = [:]
        for series in try entities.flatMap({ try panel.reader.series(of: $0.id) }) where series.resolution == .snapshot
        {
            guard let place = metrics.firstIndex(of: series.metric) else { continue }
            for (time, value) in zip(series.times, series.values)
            where asOf?.includes(Instant(milliseconds: time)) ?? true {
                found[series.source, default: [:]][time, default: metrics.map { _ in .nan }][place] = value
            }
        }
        guard let newest = found.values.flatMap(\.keys).max() else {
            let what = "no hours of \(self.coin) in \(quote) are stored"
            let next = "load CoinGecko's market_chart of 2 to 90 days, or CryptoCompare's histohour"
            throw OperationError(.nothingSelected, "no-hours", "\(what); \(next)")
        }
        rows = found.flatMap { source, values in
            values.filter { $0.key > newest - span.milliseconds }.map {
                Row(time: Instant(milliseconds: $0), source: source, values: $1)
            }
        }
        .sorted { ($1.time, $0.source) < ($0.time, $1.source) }
    }

    private static func metrics(_ quote: String) -> [Metric] {
        [.price(quote).hourly, .marketCap(quote).hourly, .volume(quote).hourly, .tradedInHour(quote)]
    }

    /// A row for each hour and source.
    var table: Table {
        let unit = quote.uppercased()
        func money(_ name: String, _ title: String, _ meaning: String) -> Column {
            Column("\(name)_\(quote)", title, .number, unit: unit, display: .money, meaning: meaning)
        }
        let columns = [
            .text("time", "Time", "The moment of the price; of an hour's bar its last second, UTC."),
            money("price", "Price", "The price at that moment."),
            money("market_cap", "Market cap", "The market capitalisation at that moment."),
            money("volume", "Volume of 24 h", "What was traded in the 24 hours before."),
            money("traded_in_hour", "Volume of the hour", "What was traded in the hour."),
            .text("source", "Source", "The format that has it."),
        ]
        let cells = rows.map { row in
            [.text(row.time.description)] + row.values.map { Cell.number($0, orMissing: .notInSource) }
                + [.text(row.source)]
        }
        return Table(title: "Hours of \(coin)", columns: columns, rows: cells, notes: [summary, CoinHours.note])
    }

    private static let note = "Hours are shown as sources gave them; rankings, weeks and the newest price are of days."

    /// The change, the highest and the lowest price, by the source of the newest one.
    private var summary: String {
        let source = rows.first { !$0.values[0].isNaN }?.source ?? ""
        let prices = rows.filter { $0.source == source && !$0.values[0].isNaN }
        guard let last = prices.first, let first = prices.last,
            let high = prices.max(by: { $0.values[0] < $1.values[0] }),
            let low = prices.min(by: { $0.values[0] < $1.values[0] })
        else { return "No price in the last \(span.rawValue)." }
        let change = 100 * (last.values[0] / first.values[0] - 1)
        func text(_ row: Row) -> String { "\(shortest(row.values[0])) at \(row.time.description.prefix(16))Z" }
        return "Price in \(quote.uppercased()): \(text(last)), \(change < 0 ? "" : "+")\(tenths(change)) % since "
            + "\(text(first)); high \(text(high)), low \(text(low))."
    }
}

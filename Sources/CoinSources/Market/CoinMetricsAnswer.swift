internal import CoinModel

/// Coin Metrics' `/timeseries/asset-metrics` of the community API: a row for each asset and day, numbers in texts.
///
/// Read are the metrics that their CSV files are read for. A row describes the day it names; assets are named by codes of
/// their own, as in these files. A metric without a value is a missing key or null.
struct CoinMetricsAnswer: JSONSource {
    let id = "coinmetrics-answer"
    let kind = LoadKind.market
    let title = "Coin Metrics /timeseries/asset-metrics with PriceUSD, CapMrktCurUSD, AdrActCnt, TxCnt, … (JSON)"
    let shows = [["data/*/asset", "data/*/time"]]

    /// More metrics than there are.
    private static let metricLimit = 1 << 12

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let names = try document.names(of: "", rows: "data/*", limit: CoinMetricsAnswer.metricLimit)
        let found = DailyCSV.coinMetrics.values.compactMap { value in
            let name = names.first { value.names.contains($0.lowercased()) }
            return name.map { (metric: value.metric("usd"), form: value.form, name: $0) }
        }
        let unread = names.filter { name in !["asset", "time"].contains(name) && !found.contains { $0.name == name } }
        guard !found.isEmpty else {
            let others = listed(unread.map { "`\($0)`" })
            let name = "Coin Metrics' answer without a price, capitalisation, volume, supply or use"
            throw UnsupportedFormat(name: name, step: "\(others): \(UnsupportedFormat.notYet)").refusal
        }
        if !unread.isEmpty { try emit(.unreadColumns(unread)) }
        var facts = JSONFacts(id, .day, found.map(\.metric), context, asked: context.asked?.snapshot)
        var numbers: [String: Int] = [:]
        let numbering = facts.numbering
        try facts.takeAll("data/*", ["asset", "time"] + found.map(\.name), of: document, emit) { row in
            let (asset, time) = (try row.id(0), try row.requiredInstant(1))
            let isOver = Instant(lastSecondOf: time.day) <= context.seenUntil
            guard isOver else { throw RowError("partial", "\(time.day) may not have been over when it was observed") }
            var faults: [RowError] = []
            var values: [Double] = []
            for column in found.indices {
                let value = row.writtenAmount(2 + column, &faults)
                if found[column].metric.isPrice, let fault = faults.first { throw fault }
                values.append(found[column].form == .zeroIsUnknown ? value.zeroAsMissing : value)
            }
            // A metric that a day lacks is not a fault of the row.
            guard values.contains(where: { !$0.isNaN }) || !faults.isEmpty else { return nil }
            let number = numbers[asset] ?? numbering.add(.coin(CoinKey(id: context.hints.coin, symbol: asset)))
            numbers[asset] = number
            return JSONFact(subject: number, time: .day(time.day), values: values, faults: faults)
        }
        if document["next_page_url"] != .missing {
            try emit(.warning("it is one page of several; fetch the rest at its `next_page_url` and load them too"))
        }
    }
}

/// A format that separated-values files come in.
protocol CSVSource: SourceReader {
    /// Whether the first lines of a text are of this format.
    func recognises(_ sketch: TextSketch) -> Bool
}

extension CSVSource {
    func recognises(_ head: InputHead) -> Bool {
        guard case .text(let sketch) = head.shape else { return false }
        return recognises(sketch)
    }
}

/// The readers of separated-values files.
let csvReaders: [any SourceReader] = [
    CoinListCSV(), TidyMarketCSV(), DailyCSV.coinGeckoExport, DailyCSV.coinMarketCapSite, DailyCSV.coinMarketCapKaggle,
    DailyCSV.coinMarketCapWeekly, DailyCSV.coinMarketCapMonthly, DailyCSV.cryptoDataDownload, DailyCSV.coinMetrics,
    DailyCSV.coinMetricsDictionary, DailyCSV.yahoo, DailyCSV.coinbase, CommitsWeeklyCSV(), CommitLogCSV(),
    GoogleTrendsCSV(), TrendsTidyCSV(),
]

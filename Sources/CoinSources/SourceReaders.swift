public import RawInput

/// Every format that can be loaded; at most one of them recognises an input.
public let sourceReaders: [any SourceReader] = jsonReaders + csvReaders + taxonomyReaders

let jsonReaders: [any SourceReader] = [
    CoinGeckoList(), CoinGeckoCoin(), CoinGeckoMarkets(), CoinGeckoMarketChart(), CoinGeckoHistory(),
    CoinPaprikaCoin(), CoinPaprikaTickers(), CoinPaprikaHistorical(), CoinPaprikaBars(),
    CoinMarketCapListings(), CoinMarketCapHistory(),
    CryptoCompareDays.histoday, CryptoCompareDays.index, CryptoComparePrices(),
    GitHubCommitActivity(), GitHubContributors(), GitHubParticipation(), GitHubHistory(),
]

let csvReaders: [any SourceReader] = [
    CoinListCSV(), TidyMarketCSV(), DailyCSV.coinGeckoExport, DailyCSV.coinMarketCapSite, DailyCSV.coinMarketCapKaggle,
    DailyCSV.coinMarketCapWeekly, DailyCSV.coinMarketCapMonthly, DailyCSV.cryptoDataDownload, DailyCSV.coinMetrics,
    DailyCSV.coinMetricsDictionary, DailyCSV.yahoo, DailyCSV.coinbase, CommitsWeeklyCSV(), CommitLogCSV(),
    GoogleTrendsCSV(), TrendsTidyCSV(),
]

let taxonomyReaders: [any SourceReader] = [EcosystemMigration(), EcosystemExport()]

/// Checks that an input that no reader recognises is no JSON document cut short or malformed.
///
/// - Throws: `SourceError` `truncated-json` or `bad-json` with the place to blame; `InputError` when its bytes cannot
///   be had.
public func validateDocument(_ file: inout InputFile, _ head: InputHead) throws {
    guard case .json = head.shape else { return }
    let bytes = try file.readAll(limit: JSONDocument.sizeLimit)
    _ = try JSONDocument(bytes, from: head.start)
}

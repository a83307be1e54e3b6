/// Every format that can be loaded; at most one of them recognises an input.
public let sourceReaders: [any SourceReader] = [
    CoinsJSON.coinGeckoList, CoinsJSON.coinGeckoCoin, CoinGeckoMarkets(), CoinGeckoMarketChart(), CoinGeckoHistory(),
    CoinGeckoRates(), CentralBankRates(), GlobalFigures.coinGecko, GlobalFigures.coinPaprika,
    GlobalFigures.coinMarketCap,
    CoinsJSON.coinPaprikaList, CoinsJSON.coinPaprikaCoin, CoinPaprikaTickers(), CoinPaprikaHistorical(),
    CoinPaprikaBars(),
    CoinMarketCapListings(), CoinMarketCapHistory(), CoinsJSON.coinMarketCapMap, CoinsJSON.coinMarketCapInfo,
    CryptoCompareDays.histoday, CryptoCompareDays.index, CryptoComparePrices(), CryptoCompareTop(),
    CoinsJSON.cryptoCompareList,
    GitHubCommitActivity(), GitHubContributors(), GitHubParticipation(), GitHubHistory(),
    CoinListCSV.list, CoinListCSV.decisions, TidyMarketCSV.plain, TidyMarketCSV.coinGeckoMarkets,
    DailyCSV.coinGeckoExport, DailyCSV.coinMarketCapSite,
    DailyCSV.coinMarketCapKaggle,
    DailyCSV.coinMarketCapWeekly, DailyCSV.coinMarketCapMonthly, DailyCSV.cryptoDataDownload, DailyCSV.coinMetrics,
    DailyCSV.yahoo, DailyCSV.investing, DailyCSV.coinCodex,
    DailyCSV.coinbase, CommitsWeeklyCSV(), CommitLogCSV(),
    GoogleTrendsCSV(), TrendsTidyCSV(), EcosystemMigration(), EcosystemExport(),
]

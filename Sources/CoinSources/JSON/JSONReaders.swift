/// The readers of all JSON formats; no input is recognised by two of them.
let jsonReaders: [any SourceReader] = [
    CoinGeckoList(), CoinGeckoCoin(), CoinGeckoMarkets(), CoinGeckoMarketChart(), CoinGeckoHistory(),
    CoinPaprikaCoin(), CoinPaprikaTickers(), CoinPaprikaHistorical(), CoinPaprikaBars(),
    CoinMarketCapListings(), CoinMarketCapHistory(),
    CryptoCompareDays.histoday, CryptoCompareDays.index, CryptoComparePrices(),
    GitHubCommitActivity(), GitHubContributors(), GitHubParticipation(), GitHubHistory(),
]

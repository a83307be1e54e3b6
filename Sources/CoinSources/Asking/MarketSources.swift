/// All live sources of market data.
public let marketSources: [any MarketSource] = [
    CoinGeckoRequests(), CoinPaprikaRequests(), CoinMarketCapRequests(), CryptoCompareRequests(),
]

/// Files of exchanges and of finance sites, most of them of one coin.
let exchangeLayouts: [LayoutCase] = [
    LayoutCase(
        id: "yahoo-csv",
        name: "BTC-USD.csv",
        text: """
            Date,Open,High,Low,Close,Adj Close,Volume
            2014-09-17,465.8,468.1,452.4,457.334015,457.334015,21056800
            2014-09-18,null,null,null,null,null,null
            2014-09-19,1,1,1,zero,1,1
            2026-06-01,1,1,1,1,1,1
            2026-06-05,1,1,1,1,1,1
            """,
        facts: ["yahoo-csv BTC price_usd 2014-09-17": 457.334015, "yahoo-csv BTC volume_usd 2014-09-17": 21_056_800],
        rows: 2,
        reasons: ["running-day": 1, "future-time": 1, "bad-number": 1]
    ),
    LayoutCase(
        id: "coinbase-csv",
        text: """
            date,symbol,base,open,high,low,close,volume
            2022-03-28,AAVE/USD,AAVE,169.19,179.19,166.24,167.77,87803.893
            2022-03-28,ALGO/EUR,ALGO,0.9494,0.9745,0.8931,0.9075,34024718.2
            2022-03-28,OXT-USD,LINK,0.1,0.1,0.1,0.1,3
            """,
        facts: ["coinbase-csv AAVE price_usd 2022-03-28": 167.77],
        rows: 1,
        reasons: ["other-quote": 1, "wrong-symbol": 1],
        warnings: 1
    ),
    LayoutCase(
        id: "cryptodatadownload-csv",
        name: "Gemini_BTCUSD_d.csv",
        text: """
            https://www.CryptoDataDownload.com
            Unix Timestamp,Date,Symbol,Open,High,Low,Close,Volume
            1586995200000,2020-04-16 00:00:00,BTCUSD,6620.4,6650,6550,6621.83,14.5
            1586908800000000,2020-04-15 00:00:00,BTCUSD,6845.4,6930,6600,6620.4,1600.9
            """,
        facts: [
            "cryptodatadownload-csv BTC price_usd 2020-04-16": 6621.83,
            "cryptodatadownload-csv BTC price_usd 2020-04-15": 6620.4,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "cryptodatadownload-csv",
        text: """
            Date,Symbol,Open,High,Low,Close,Volume ETH,Volume USDC,tradecount
            2026-02-27,ETH/USDC,1,3,1,2.5,10,25,3
            2/25/2026,ETH/USDC,1,3,1,2.75,10,26,3
            """,
        facts: [
            "cryptodatadownload-csv ETH price_usdc 2026-02-27": 2.5,
            "cryptodatadownload-csv ETH volume_usdc 2026-02-27": 25,
            "cryptodatadownload-csv ETH price_usdc 2026-02-25": 2.75,
            "cryptodatadownload-csv ETH volume_usdc 2026-02-25": 26,
        ],
        rows: 2,
        warnings: 1
    ),
    LayoutCase(
        id: "yahoo-csv",
        name: "ETH-EUR_2025.csv",
        text: """
            Date,Open,High,Low,Close,Volume,Dividends,Stock Splits
            2025-02-10 00:00:00+00:00,2627.18,2691.51,2559.67,2661.54,24000000000,0.0,0.0
            2025-02-11 00:00:00+00:00,2661.91,2724.80,2557.52,2602.59,22000000000,0.0,0.0
            """,
        facts: [
            "yahoo-csv ETH price_eur 2025-02-10": 2661.54, "yahoo-csv ETH volume_eur 2025-02-10": 24_000_000_000,
            "yahoo-csv ETH price_eur 2025-02-11": 2602.59, "yahoo-csv ETH volume_eur 2025-02-11": 22_000_000_000,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "yahoo-csv",
        name: "prices.csv",
        text: """
            Price,Close,High,Low,Open,Volume
            Ticker,BTC-USD,BTC-USD,BTC-USD,BTC-USD,BTC-USD
            Date,,,,,
            2025-02-10,97430.82,98345.00,95278.71,96481.10,39660338177
            2025-02-11,95778.20,98492.90,94875.04,97438.32,37488783619
            """,
        facts: [
            "yahoo-csv BTC price_usd 2025-02-10": 97_430.82,
            "yahoo-csv BTC volume_usd 2025-02-10": 39_660_338_177,
            "yahoo-csv BTC price_usd 2025-02-11": 95_778.2,
            "yahoo-csv BTC volume_usd 2025-02-11": 37_488_783_619,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "yahoo-csv",
        name: "ETH-USD.csv",
        text: """
            Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume
            Ticker,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD
            Date,,,,,,,,,,
            2025-02-10,97430.82,2661.54,1,1,1,1,1,1,5,7
            """,
        facts: [
            "yahoo-csv ETH price_usd 2025-02-10": 2661.54, "yahoo-csv ETH volume_usd 2025-02-10": 7,
        ],
        rows: 1
    ),
    LayoutCase(
        id: "investing-csv",
        name: "Bitcoin Cash Historical Data (2).csv",
        text: """
            \u{FEFF}"Date","Price","Open","High","Low","Vol.","Change %"
            "02/13/2025","96,560.8","97,882.5","98,087.0","95,264.4","63.95K","-1.36%"
            "02/12/2025","97,889.9","95,782.0","98,095.3","94,127.2","86.49K","2.20%"
            """,
        facts: [
            "investing-csv bitcoin-cash price_usd 2025-02-13": 96_560.8,
            "investing-csv bitcoin-cash price_usd 2025-02-12": 97_889.9,
        ],
        rows: 2,
        warnings: 1
    ),
    LayoutCase(
        id: "investing-csv",
        name: "BTC_EUR Kraken Historical Data.csv",
        text: "Date,Price,Open,High,Low,Vol.,Change %\n2025-02-13,\"96,560.8\",1,1,1,-,1%\n",
        facts: ["investing-csv BTC price_eur 2025-02-13": 96_560.8],
        rows: 1,
        warnings: 1
    ),
    LayoutCase(
        id: "coincodex-csv",
        name: "bitcoin.csv",
        text: """
            Start,End,Open,High,Low,Close,Volume,Market Cap
            2025-02-11,2025-02-12,97438.3,98478.9,94875.04,95747.4,115000000000,1900000000000
            2025-02-10,2025-02-11,96481.1,98345.0,95278.7,97437.6,110000000000,0
            """,
        facts: [
            "coincodex-csv bitcoin price_usd 2025-02-11": 95_747.4,
            "coincodex-csv bitcoin volume_usd 2025-02-11": 115_000_000_000,
            "coincodex-csv bitcoin market_cap_usd 2025-02-11": 1_900_000_000_000,
            "coincodex-csv bitcoin price_usd 2025-02-10": 97_437.6,
            "coincodex-csv bitcoin volume_usd 2025-02-10": 110_000_000_000,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "coingecko-markets-csv",
        text: """
            ,id,symbol,name,image,current_price,market_cap,total_volume,circulating_supply,max_supply,last_updated
            0,bitcoin,btc,Bitcoin,https://x/y.png,65000.5,1280000000000,30000000000,19700000.0,21000000.0,2024-05-01T12:00:00.000Z
            1,birch,bir,Birch,,6.5,0,0,0.0,,2024-05-01T11:59:00.000Z
            """,
        facts: [
            "coingecko-markets-csv bitcoin price_usd 2024-05-01T12:00:00Z": 65_000.5,
            "coingecko-markets-csv bitcoin market_cap_usd 2024-05-01T12:00:00Z": 1_280_000_000_000,
            "coingecko-markets-csv bitcoin volume_usd 2024-05-01T12:00:00Z": 30_000_000_000,
            "coingecko-markets-csv bitcoin circulating_supply 2024-05-01T12:00:00Z": 19_700_000,
            "coingecko-markets-csv bitcoin max_supply 2024-05-01T12:00:00Z": 21_000_000,
            "coingecko-markets-csv birch price_usd 2024-05-01T11:59:00Z": 6.5,
            "coingecko-markets-csv birch volume_usd 2024-05-01T11:59:00Z": 0,
        ],
        rows: 2
    ),
]

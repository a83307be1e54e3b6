import CoinModel
import Testing

@testable import CoinSources

/// One price-history layout: a text in its shape, the file name that it comes under, and what it must give.
struct LayoutCase: Sendable, CustomTestStringConvertible {
    var id: String
    var name = "x.csv"
    var text: String
    var facts: [String: Double] = [:]
    var rows: Int
    var reasons: [String: Int] = [:]
    var warnings = 0
    var testDescription: String { id + " " + name }
}

let layouts: [LayoutCase] = [
    LayoutCase(
        id: "coingecko-export-csv",
        name: "btc-usd-max.csv",
        text: """
            snapped_at,price,market_cap,total_volume
            2017-04-02 00:00:00 UTC,1100.5,,9.9e-05
            2017-06-06 23:29:55 UTC,2900.25,0.0,0.0
            2018-01-29 00:00:00 UTC,11150,1,2
            2018-01-30 00:05:18 UTC,11090,3,4
            2018-01-31 00:00:00 UTC,9980,5,6
            2018-02-08 00:05:28 UTC,7600,7,8
            2018-02-08 13:00:00 UTC,7700,7,8

            """,
        facts: [
            "coingecko-export-csv btc price_usd 2017-04-02": 1100.5,
            "coingecko-export-csv btc volume_usd 2017-04-02": 9.9e-05,
            "coingecko-export-csv btc price_usd 2017-06-06": 2900.25,
            "coingecko-export-csv btc volume_usd 2017-06-06": 0,
            "coingecko-export-csv btc price_usd 2018-01-29": 11_150,
            "coingecko-export-csv btc market_cap_usd 2018-01-29": 1,
            "coingecko-export-csv btc price_usd 2018-01-30": 9980,
            "coingecko-export-csv btc price_usd 2018-02-07": 7600,
            "coingecko-export-csv btc volume_usd 2018-01-29": 2,
            "coingecko-export-csv btc market_cap_usd 2018-01-30": 5,
            "coingecko-export-csv btc volume_usd 2018-01-30": 6,
            "coingecko-export-csv btc market_cap_usd 2018-02-07": 7,
            "coingecko-export-csv btc volume_usd 2018-02-07": 8,
        ],
        rows: 5,
        reasons: ["conflict": 1, "off-midnight": 1],
        warnings: 1
    ),
    LayoutCase(
        id: "coingecko-export-csv",
        name: "amp.csv",
        text:
            "date,price,market_cap,total_volume\n2020-09-09 00:00:00 UTC,0.0094,0.0,303673.9\n2020-09-10,0.0095,0.0,\"\"\n",
        facts: [
            "coingecko-export-csv amp price_usd 2020-09-08": 0.0094,
            "coingecko-export-csv amp volume_usd 2020-09-08": 303_673.9,
            "coingecko-export-csv amp price_usd 2020-09-09": 0.0095,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "coinmarketcap-site-csv",
        name: "bitcoin.csv",
        text: """
            \u{FEFF}timeOpen;timeClose;timeHigh;timeLow;name;open;high;low;close;volume;marketCap;circulatingSupply;timestamp
            "2023-09-26T00:00:00.000Z";"2023-09-26T23:59:59.999Z";"2023-09-26T03:43:00.000Z";"2023-09-26T15:48:00.000Z";2781;1;4;1;26217.25;9985.16;511.8;19.5;"2023-09-26T23:59:59.999Z"
            "2023-09-25T00:00:00.000Z";"2023-09-25T23:59:59.999Z";"2023-09-25T20:17:00.000Z";"2023-09-25T12:23:00.000Z";2790;1;4;1;26298.5;1199.5;512.7;19.5;"2023-09-25T23:59:59.999Z"
            """,
        facts: [
            "coinmarketcap-site-csv bitcoin price_usd 2023-09-26": 26_217.25,
            "coinmarketcap-site-csv bitcoin volume_usd 2023-09-26": 9985.16,
            "coinmarketcap-site-csv bitcoin market_cap_usd 2023-09-26": 511.8,
            "coinmarketcap-site-csv bitcoin circulating_supply 2023-09-26": 19.5,
        ],
        rows: 1,
        reasons: ["other-quote": 1]
    ),
    LayoutCase(
        id: "coinmarketcap-kaggle-csv",
        name: "coin_Bitcoin.csv",
        text: """
            SNo,Name,Symbol,Date,High,Low,Open,Close,Volume,Marketcap
            1,Bitcoin,BTC,4/9/2013 23:59,147.4,134,134.4,144.5,0,1.6E+9
            2,Bitcoin,BTC,4/30/2013 23:59,146.9,134.05,144,139,0,0
            3,Bitcoin,BTC,2/30/2014 23:59,1,1,1,1,1,1
            """,
        facts: [
            "coinmarketcap-kaggle-csv BTC price_usd 2013-04-09": 144.5,
            "coinmarketcap-kaggle-csv BTC volume_usd 2013-04-09": 0,
            "coinmarketcap-kaggle-csv BTC market_cap_usd 2013-04-09": 1.6e9,
            "coinmarketcap-kaggle-csv BTC price_usd 2013-04-30": 139,
            "coinmarketcap-kaggle-csv BTC volume_usd 2013-04-30": 0,
        ],
        rows: 2,
        reasons: ["bad-time": 1]
    ),
    LayoutCase(
        id: "coinmarketcap-kaggle-csv",
        name: "coin_Bitcoin.csv",
        text:
            "SNo,Name,Symbol,Date,High,Low,Open,Close,Volume,Marketcap\n1,Bitcoin,BTC,2013-04-29 23:59:59,3,1,2,144.5,0,0\n",
        facts: [
            "coinmarketcap-kaggle-csv BTC price_usd 2013-04-29": 144.5,
            "coinmarketcap-kaggle-csv BTC volume_usd 2013-04-29": 0,
        ],
        rows: 1
    ),
    LayoutCase(
        id: "coinmarketcap-weekly-csv",
        text: """
            snapshot_date,rank,name,symbol,market_cap,price,circulating,volume_24h
            2022-03-28,22,NEARNEAR Protocol,NEAR,"$8,353,180,104.12",$12.63,"661,477,364 NEAR *","$586,193,841.32"
            2022-03-28,4,BTCBitcoin,BTC,"$71,064,748,023.01","$47,128.01","19,664,293BTC",--
            2022-03-28,5,XX,X,"$1,5",$1,1X,$1
            """,
        facts: [
            "coinmarketcap-weekly-csv NEAR price_usd 2022-03-28": 12.63,
            "coinmarketcap-weekly-csv NEAR market_cap_usd 2022-03-28": 8_353_180_104.12,
            "coinmarketcap-weekly-csv NEAR volume_usd 2022-03-28": 586_193_841.32,
            "coinmarketcap-weekly-csv NEAR circulating_supply 2022-03-28": 661_477_364,
            "coinmarketcap-weekly-csv BTC price_usd 2022-03-28": 47_128.01,
            "coinmarketcap-weekly-csv BTC market_cap_usd 2022-03-28": 71_064_748_023.01,
            "coinmarketcap-weekly-csv BTC circulating_supply 2022-03-28": 19_664_293,
            "coinmarketcap-weekly-csv X price_usd 2022-03-28": 1,
            "coinmarketcap-weekly-csv X circulating_supply 2022-03-28": 1,
            "coinmarketcap-weekly-csv X volume_usd 2022-03-28": 1,
        ],
        rows: 3,
        reasons: ["bad-number": 1]
    ),
    LayoutCase(
        id: "coinmarketcap-monthly-csv",
        text: """
            Rank,Name,Symbol,Market Cap,Price,Circulating Supply,Volume (24h),% 1h,% 24h,% 7d,snapshot_date
            1,Bitcoin,BTC,879359612625.1272,46281.64398145,19000181.0,38162644286.97,-0.05,1.6,4.4,20220401
            """,
        facts: [
            "coinmarketcap-monthly-csv BTC price_usd 2022-04-01": 46_281.64398145,
            "coinmarketcap-monthly-csv BTC market_cap_usd 2022-04-01": 879_359_612_625.1272,
            "coinmarketcap-monthly-csv BTC volume_usd 2022-04-01": 38_162_644_286.97,
            "coinmarketcap-monthly-csv BTC circulating_supply 2022-04-01": 19_000_181,
        ],
        rows: 1
    ),
    LayoutCase(
        id: "cryptodatadownload-csv",
        name: "Binance_ADAUSDT_d.csv",
        text: """
            https://www.CryptoDataDownload.com
            unix,date,symbol,open,high,low,close,Volume ADA,Volume USDT,tradecount
            1597363200000,2020-08-14 00:00:00,ADA/USDT,1.25,1.26,1.24,1.24850000,25.4,3155280.1735,7054
            1597276800.0,2020-08-13,ADA/USDT,1.1,1.3,1.1,1.2512,49.3,NULL,776745
            1597190400000,2020-08-12 00:00:00,BTC/USDT,1.1,1.3,1.1,1.2,49.3,60,7
            1597107600000,2020-08-11 01:00:00,ADA/USDT,1.1,1.3,1.1,1.2,49.3,60,7
            """,
        facts: [
            "cryptodatadownload-csv ADA price_usdt 2020-08-14": 1.2485,
            "cryptodatadownload-csv ADA volume_usdt 2020-08-14": 3_155_280.1735,
            "cryptodatadownload-csv ADA price_usdt 2020-08-13": 1.2512,
        ],
        rows: 2,
        reasons: ["other-market": 1, "off-midnight": 1]
    ),
    LayoutCase(
        id: "cryptodatadownload-csv",
        text: """
            Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT,tradecount
            1701734400000,2023-12-05,BTCUSDT,41991.1,44488.0,41414.0,44073.32,67490.7,2890205389.49,2072700
            1701302400000,2023-11-30,BTCUSDT,37854.65,38145.85,37500.0,37723.96,24740.2,934491058.96,1007791
            """,
        facts: [
            "cryptodatadownload-csv BTC price_usdt 2023-12-05": 44_073.32,
            "cryptodatadownload-csv BTC volume_usdt 2023-12-05": 2_890_205_389.49,
            "cryptodatadownload-csv BTC price_usdt 2023-11-30": 37_723.96,
            "cryptodatadownload-csv BTC volume_usdt 2023-11-30": 934_491_058.96,
        ],
        rows: 2,
        warnings: 1
    ),
    LayoutCase(
        id: "coinmetrics-csv",
        name: "zec.csv",
        text: """
            date,txVolume(USD),adjustedTxVolume(USD),txCount,marketcap(USD),price(USD),exchangeVolume(USD),generatedCoins
            2016-10-28,,,406,0.0,,,123.02
            2016-10-29,8233044.7,2162291.6,5366,2044703.1038068545,4293.37,2532790.0,349.7
            """,
        facts: [
            "coinmetrics-csv zec price_usd 2016-10-29": 4293.37,
            "coinmetrics-csv zec market_cap_usd 2016-10-29": 2_044_703.1038068545,
            "coinmetrics-csv zec volume_usd 2016-10-29": 2_532_790,
        ],
        rows: 2
    ),
    LayoutCase(
        id: "coinmetrics-csv",
        name: "grin.csv.gz",
        text: """
            time,AssetEODCompletionTime,BlkCnt,CapMrktCurUSD,PriceBTC,PriceUSD,ReferenceRateUSD,SplyCur,AdrBalNtv0.001Cnt
            2019-01-15,1614335715.0,267.0,,,,,16020.0,
            2021-07-20,1626829656.0,1429.0,19915315.22026978220448,0.00000847933,0.2524013580697931000000000000000000000000,0.25,78903360.0,
            """,
        facts: [
            "coinmetrics-csv grin circulating_supply 2019-01-15": 16_020,
            "coinmetrics-csv grin circulating_supply 2021-07-20": 78_903_360,
            "coinmetrics-csv grin market_cap_usd 2021-07-20": 19_915_315.22026978220448,
            "coinmetrics-csv grin price_usd 2021-07-20": 0.2524013580697931,
        ],
        rows: 2,
        warnings: 1
    ),
    LayoutCase(
        id: "coinmetrics-csv",
        name: "4.csv",
        text: """
            time,ReferenceRate,ReferenceRateBTC,ReferenceRateETH,ReferenceRateEUR,ReferenceRateUSD,volume_reported_spot_usd_1d
            2026-03-25,,,,,,61070.2583606229
            2026-03-26,5.5,0.00007,0.002,4.7,5.53277954418754,
            """,
        facts: [
            "coinmetrics-csv 4 volume_usd 2026-03-25": 61_070.2583606229,
            "coinmetrics-csv 4 price_usd 2026-03-26": 5.53277954418754,
        ],
        rows: 2
    ),
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

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

/// All layouts.
let layouts = siteLayouts + exchangeLayouts

/// Files of sites that list coins, and of those that collect them.
let siteLayouts: [LayoutCase] = [
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
            "coinmetrics-csv zec transactions 2016-10-28": 406,
            "coinmetrics-csv zec transactions 2016-10-29": 5366,
            "coinmetrics-csv zec transferred_usd 2016-10-29": 2_162_291.6,
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
]

import Foundation
import Testing

/// Every answer that was seen of a source, and what becomes of it.
struct SampleTests {
    struct Sample: CustomTestStringConvertible {
        var file: String
        var outcome: Outcome
        var observedAt: String?

        var testDescription: String { file }
    }

    enum Outcome: Equatable {
        case facts(Int, String, rejects: [String: Int])
        case coins(Int, String)
        case refused(String)
    }

    static let samples: [Sample] =
        [
            facts("coingecko/history_ethereum_2024-01-01.http", 1, "coingecko-history", at: "2024-01-01"),
            facts("coingecko/market_chart_btc_1d_5min.json", 288, "coingecko-market-chart"),
            facts("coingecko/market_chart_btc_90d_daily.json", 90, "coingecko-market-chart", rejects: ["partial": 1]),
            facts(
                "coingecko/market_chart_range_3pts_2024-04.json",
                2,
                "coingecko-market-chart",
                rejects: ["partial": 1]
            ),
            facts("coingecko/markets_1coin_headers.http", 1, "coingecko-markets"),
            facts(
                "coingecko/markets_30_2025-03_float_supplies.json",
                30,
                "coingecko-markets",
                at: "2025-03-11T08:00:00Z"
            ),
            facts("coingecko/markets_btc_2024-04.json", 1, "coingecko-markets", at: "2024-04-07"),
            facts("coingecko/markets_hive_2022-09_zero_cap.json", 2, "coingecko-markets", at: "2022-09-16"),
            facts("coingecko/markets_top100_roi_2022-12.json", 8, "coingecko-markets", at: "2023-01-08"),
            facts("coingecko/markets_vs_eth_2coins.json", 2, "coingecko-markets", at: "2021-05-15"),
            facts("coingecko/global_2021-05.json", 1, "coingecko-global"),
            facts("coingecko/global_2025-04_exponent.json", 1, "coingecko-global"),
            facts("coinpaprika/global_2021-10.json", 1, "coinpaprika-global"),
            facts("coinmarketcap/global_metrics_2021-08_no_status.json", 1, "coinmarketcap-global"),
            facts("coingecko/oas_example_history.json", 1, "coingecko-history", at: "2023-12-30"),
            facts("coingecko/oas_example_markets.json", 1, "coingecko-markets", at: "2026-05-18"),
            facts("coinpaprika/historical_ampl_1pt.json", 1, "coinpaprika-historical"),
            facts("coinpaprika/ticker_bsv_2020-06_no_first_data.json", 1, "coinpaprika-tickers"),
            facts("coinpaprika/ticker_eth_2021-10.json", 1, "coinpaprika-tickers"),
            facts("coinpaprika/tickers_3_2024-06.json", 3, "coinpaprika-tickers"),
            facts("coinmarketcap/listings_data_top5_2024-09.json", 5, "coinmarketcap-listings", at: "2024-09-11"),
            facts("coinmarketcap/listings_latest_2019-02.json", 3, "coinmarketcap-listings"),
            facts("coinmarketcap/quotes_historical_2021-07_2pts.json", 2, "coinmarketcap-history"),
            facts("coinmarketcap/quotes_latest_2026-01_subset.json", 4, "coinmarketcap-listings"),
            facts("cryptocompare/cadli_days_stark_eur.json", 1, "cryptocompare-index", at: "2024-02-22"),
            facts("cryptocompare/histoday_v2_btc_2019-12.json", 10, "cryptocompare-histoday", rejects: ["partial": 1]),
            facts("cryptocompare/pricemultifull_2017-11.json", 6, "cryptocompare-prices"),
            facts("github/stats_commit_activity_200.http", 51, "github-commit-activity"),
            facts("github/stats_contributors_200.http", 51, "github-contributors"),
            facts("github/stats_participation_200.http", 52, "github-participation"),
            facts("github/stargazers_history_2026_page.http", 3, "github-stars-history"),
            facts("github/releases_2026.http", 3, "github-releases", at: "2026-11-19"),
            facts("github/tags_2026.http", 1, "github-tags", at: "2026-11-19"),

            coins("coingecko/coin_bitcoin_full_2021-05.json", 1, "coingecko-coin"),
            coins("coingecko/coin_detail_2024-04.json", 1, "coingecko-coin"),
            coins("coingecko/coin_yearn_2025_platforms.json", 1, "coingecko-coin"),
            coins("coingecko/coins_list_2021-05.json", 32, "coingecko-list"),
            coins("coingecko/oas_example_coin_detail.json", 1, "coingecko-coin"),
            coins("coingecko/oas_example_coins_list_platforms.json", 2, "coingecko-list"),
            coins("coinpaprika/coin_eth_2019-07.json", 1, "coinpaprika-coin"),

            refused("coingecko/api_usage_key.json", "unsupported"),
            refused("coingecko/categories_2021-05.json", "unsupported"),
            refused("coingecko/error_401_10012_time_range.json", "source-error"),
            refused("coingecko/error_401_invalid_key.json", "source-error"),
            refused("coingecko/error_404_coin_not_found.json", "source-error"),
            refused("coingecko/error_422_missing_vs_currency.http", "source-error"),
            refused("coingecko/error_429_keyless_live.http", "rate-limited"),
            refused("coingecko/oas_example_categories.json", "unsupported"),
            refused("coinpaprika/error_404.json", "source-error"),
            refused("coinmarketcap/error_429_1008.json", "rate-limited"),
            refused("cryptocompare/error_200_market_missing.json", "source-error"),
            refused("cryptocompare/error_200_no_data_symbol.json", "source-error"),
            refused("cryptocompare/error_200_rate_limit_type99.json", "rate-limited"),
            refused("cryptocompare/histoday_legacy_aggregated.json", "not-daily"),
            refused("cryptocompare/pricemulti_2017-11.json", "unsupported"),
            refused("cryptocompare/pricemulti_2025.http", "unsupported"),
            refused("github/error_401_bad_credentials.http", "source-error"),
            refused("github/error_403_secondary_limit.json", "rate-limited"),
            refused("github/error_404_with_documentation_url.http", "source-error"),
            refused("github/error_409_empty_repository.json", "empty"),
            refused("github/graphql_200_not_found.http", "source-error"),
            refused("github/graphql_200_repository.http", "unsupported"),
            refused("github/graphql_releases_tags.http", "unsupported"),
            refused("github/stargazers_403_restricted.http", "source-error"),
            refused("github/stargazers_count_2026.http", "unsupported"),
            refused("github/stargazers_history_2026_empty_page.http", "empty"),
            refused("github/rate_limit_200.http", "unsupported"),
            refused("github/rate_limit_unauthenticated_2013.http", "unsupported"),
            refused("github/repo_200_after_redirect.http", "unsupported"),
            refused("github/repo_301_renamed.http", "moved"),
            refused("github/repo_304_not_modified.http", "not-modified"),
            refused("github/search_403_abuse_retry_after.http", "rate-limited"),
            refused("github/stats_commit_activity_202.http", "not-ready"),
            refused("github/stats_contributors_202.http", "not-ready"),
            refused("github/stats_punch_card_200.http", "unsupported"),
            refused("github/user_403_primary_limit.http", "rate-limited"),
            refused("gharchive/2012-02-15-0.json.gz", "unsupported"),
            refused("gharchive/2015-01-01-0.json.gz", "unsupported"),
            refused("gharchive/2023-08-13_PushEvent.jsonl", "unsupported"),
            refused("gharchive/2026-06-01_PushEvent_no_commits.jsonl", "unsupported"),
        ] + events

    private static let events = [2011, 2013, 2015, 2016].flatMap { year in
        ["Create", "Fork", "Push", "Watch"].map { refused("gharchive/\(year)_\($0)Event.json", "unsupported") }
    }

    private static func facts(
        _ file: String,
        _ count: Int,
        _ reader: String,
        at observedAt: String? = nil,
        rejects: [String: Int] = [:]
    ) -> Sample {
        Sample(file: file, outcome: .facts(count, reader, rejects: rejects), observedAt: observedAt)
    }

    private static func coins(_ file: String, _ count: Int, _ reader: String) -> Sample {
        Sample(file: file, outcome: .coins(count, reader))
    }

    private static func refused(_ file: String, _ reason: String) -> Sample {
        Sample(file: file, outcome: .refused(reason))
    }

    @Test("Every sample is loaded correctly or rejected with the right reason", arguments: samples)
    func outcome(of sample: Sample) throws {
        let read = {
            try JSONReading(
                path: JSONReading.fixture(sample.file),
                folder: "samples",
                observedAt: sample.observedAt,
                coin: sample.file.hasPrefix("github") ? nil : "bitcoin",
                repository: "someone/coin"
            )
        }
        if case .refused(let reason) = sample.outcome {
            #expect(try refusalReason(read) == reason)
            return
        }
        let reading = try read()
        let outcome: Outcome =
            reading.coins.isEmpty
            ? .facts(reading.facts.count, reading.reader, rejects: reading.reasons)
            : .coins(reading.coins.count, reading.reader)
        #expect(outcome == sample.outcome)
    }

    @Test("Every sample file is in the table")
    func table() throws {
        let root = URL(fileURLWithPath: JSONReading.fixture(""))
        var found: Set<String> = []
        for folder in try FileManager.default.contentsOfDirectory(atPath: root.path) where !folder.hasSuffix(".md") {
            for file in try FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder) {
                found.insert(folder + "/" + file)
            }
        }
        #expect(found == Set(SampleTests.samples.map(\.file)))
        #expect(found.count == SampleTests.samples.count)
    }
}

internal import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// CoinGecko's API v3: without a key, with a demo key on the same host, or with a paid one on its own.
    ///
    /// Its list is asked by id, an order in which no price moves a coin; only the first coins by rank are asked by rank. Wrapped
    /// and staked coins are asked for by name of the parameter: since 2026-02-04 they are left out without it. Keyless callers share a limit that varies; five a minute pass in bad hours too.
    static let coinGecko = MarketSource(
        id: "coingecko",
        plan: { caller in
            let isPaid = caller.hasKey && (caller.isPaid || caller.base?.hasPrefix("https://pro-api.") ?? false)
            return SourcePlan(
                base: caller.base ?? "https://\(isPaid ? "pro-api" : "api").coingecko.com/api/v3",
                credential: isPaid ? "x-cg-pro-api-key: " : "x-cg-demo-api-key: ",
                requestsAMinute: isPaid ? 250 : caller.hasKey ? 100 : 5,
                dailyWindow: isPaid ? nil : 365,
                hourlyWindow: isPaid ? nil : 365
            )
        },
        market: ListQuestion(
            page: { page in
                let order = page.isByRank ? "market_cap_desc" : "id_asc"
                let spans = "1h,24h,7d,30d,1y"
                return "/coins/markets?vs_currency=\(page.quotes[0])&order=\(order)&per_page=250&page=\(page.number)"
                    + "&sparkline=\(page.hasSparklines)&price_change_percentage=\(spans)&precision=full"
                    + "&include_rehypothecated=true"
            },
            size: 250,
            rows: "*",
            id: "id",
            isByID: true
        ),
        coins: ListQuestion(page: { _ in "/coins/list?include_platform=true" }, rows: "*", id: "id"),
        global: SourceInquiry("/global"),
        rates: SourceInquiry("/exchange_rates"),
        details: { coin in
            let parts = ["localization", "tickers", "market_data", "community_data", "developer_data"]
            let query = parts.map { $0 + "=false" }.joined(separator: "&")
            return SourceInquiry("/coins/\(SourceInquiry.encoded(coin))?" + query)
        },
        days: (365, 1 << 20),
        // By the hour in runs of ninety days, for beyond points are a day apart.
        hours: (90, 89),
        historyQuestion: { wanted, first, end in
            let start = "/coins/\(wanted.address)/market_chart"
            guard wanted.isHourly else {
                let query = "?vs_currency=\(wanted.quote)&days=\(first.distance(to: end))&interval=daily&precision=full"
                return SourceInquiry(start + query, coin: wanted.coin)
            }
            let times = "&from=\(first.unixSeconds)&to=\(end.unixSeconds)&precision=full"
            return SourceInquiry(start + "/range?vs_currency=\(wanted.quote)\(times)", coin: wanted.coin)
        },
        consequence: { complaint in
            switch complaint.code {
            case "429": (.hold(0), "rate-limited")
            // With status 401, though the key is good.
            case "10005", "10012": (.settled, "beyond-plan")
            case "10002", "10010", "10011": (.stop, "bad-credentials")
            case "1020": (.stop, "blocked")
            default: nil
            }
        }
    )
}

extension Day {
    /// The seconds from 1970 to its start.
    var unixSeconds: Int64 { Instant(startOf: self).milliseconds / 1000 }
}

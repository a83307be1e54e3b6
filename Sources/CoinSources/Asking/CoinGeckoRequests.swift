internal import CoinModel
internal import WorkerProtocol

/// CoinGecko's API v3: without a key, with a demo key on the same host, or with a paid one on its own.
///
/// Its list is asked by id, an order in which no price moves a coin; only the first coins by rank are asked by rank. Wrapped
/// and staked coins are asked for by name of the parameter: since 2026-02-04 they are left out without it.
struct CoinGeckoRequests: MarketSource {
    let id = "coingecko"

    private static let open = "https://api.coingecko.com/api/v3"
    private static let paid = "https://pro-api.coingecko.com/api/v3"

    /// Keyless callers share a limit that varies; five a minute pass in bad hours too.
    func plan(hasKey: Bool, base: String?, isPaid: Bool) -> SourcePlan? {
        let isPaid = hasKey && (isPaid || base?.hasPrefix("https://pro-api.") ?? false)
        return SourcePlan(
            base: base ?? (isPaid ? CoinGeckoRequests.paid : CoinGeckoRequests.open),
            credential: isPaid ? "x-cg-pro-api-key: " : "x-cg-demo-api-key: ",
            requestsAMinute: isPaid ? 250 : hasKey ? 100 : 5,
            dailyWindow: isPaid ? nil : 365,
            hourlyWindow: isPaid ? nil : 365
        )
    }

    let market = ListQuestion(
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
    )

    let coins = ListQuestion(page: { _ in "/coins/list?include_platform=true" }, rows: "*", id: "id")

    let global: SourceInquiry? = SourceInquiry("/global")

    let rates: SourceInquiry? = SourceInquiry("/exchange_rates")

    func details(of coin: String) -> SourceInquiry? {
        let parts = ["localization", "tickers", "market_data", "community_data", "developer_data"]
        let query = parts.map { $0 + "=false" }.joined(separator: "&")
        return SourceInquiry("/coins/\(SourceInquiry.encoded(coin))?" + query)
    }

    /// By the day in one answer; by the hour in runs of ninety days, for beyond points are a day apart.
    func historyDays(isHourly: Bool) -> (usual: Int, most: Int) { isHourly ? (90, 89) : (365, 1 << 20) }

    func history(_ wanted: HistoryRequestItem, from first: Day, to end: Day) -> SourceInquiry? {
        let start = "/coins/\(wanted.address)/market_chart"
        guard wanted.isHourly else {
            let query = "?vs_currency=\(wanted.quote)&days=\(first.distance(to: end))&interval=daily&precision=full"
            return SourceInquiry(start + query, coin: wanted.coin)
        }
        let times = "&from=\(first.unixSeconds)&to=\(end.unixSeconds)&precision=full"
        return SourceInquiry(start + "/range?vs_currency=\(wanted.quote)\(times)", coin: wanted.coin)
    }

    func consequence(of complaint: SourceErrorBody) -> SourceVerdict? {
        switch complaint.code {
        case "429": (.hold(0), "rate-limited")
        // With status 401, though the key is good.
        case "10005", "10012": (.settled, "beyond-plan")
        case "10002", "10010", "10011": (.stop, "bad-credentials")
        case "1020": (.stop, "blocked")
        default: nil
        }
    }
}

extension Day {
    /// The seconds from 1970 to its start.
    var unixSeconds: Int64 { Instant(startOf: self).milliseconds / 1000 }
}

internal import CoinModel
internal import WorkerProtocol

/// CoinMarketCap's API, each question by the newest version of its path: with a key, or the part that is public.
///
/// Its list is asked by the day on which coins were added, an order in which no price moves a coin.
struct CoinMarketCapRequests: MarketSource {
    let id = "coinmarketcap"
    let keyNote = "the public part has no histories"
    let hasSeveralQuotes = true

    /// How often those without a key may ask is not published: ten a minute, and slower after each refusal.
    func plan(hasKey: Bool, base: String?, isPaid: Bool) -> SourcePlan? {
        SourcePlan(
            base: base ?? "https://pro-api.coinmarketcap.com" + (hasKey ? "" : "/public-api"),
            credential: "X-CMC_PRO_API_KEY: ",
            requestsAMinute: hasKey ? 30 : 10,
            dailyWindow: hasKey ? nil : 0,
            hourlyWindow: hasKey ? nil : 0
        )
    }

    let market = ListQuestion(
        page: { page in
            let order = page.isByRank ? "market_cap" : "date_added&sort_dir=asc"
            let start = CoinMarketCapRequests.start(page.number)
            return "/v3/cryptocurrency/listings/latest?\(start)&convert=\(page.convert)&sort=\(order)"
        },
        size: CoinMarketCapRequests.size,
        rows: "data/*",
        id: "id",
        total: "status/total_count"
    )

    let coins = ListQuestion(
        page: { page in
            let parts = "platform,first_historical_data,last_historical_data,is_active,status"
            let states = "active,inactive,untracked"
            let start = CoinMarketCapRequests.start(page.number)
            return "/v1/cryptocurrency/map?\(start)&listing_status=\(states)&aux=\(parts)"
        },
        size: CoinMarketCapRequests.size,
        rows: "data/*",
        id: "id",
        total: "status/total_count"
    )

    let global: SourceInquiry? = SourceInquiry("/v1/global-metrics/quotes/latest")

    private static let size = 5000

    private static func start(_ page: Int) -> String { "start=\((page - 1) * size + 1)&limit=\(size)" }

    func details(of coin: String) -> SourceInquiry? {
        isNumber(coin) ? SourceInquiry("/v2/cryptocurrency/info?id=\(SourceInquiry.encoded(coin))") : nil
    }

    let noSuchCoin = "not-a-number"

    /// The basic plan has a year of days and a month of hours.
    func historyDays(isHourly: Bool) -> (usual: Int, most: Int) { isHourly ? (30, 400) : (365, 9000) }

    /// Of a day the last minute is asked for: what the source calls daily is the first quote of the day.
    func history(_ wanted: HistoryRequestItem, from first: Day, to end: Day) -> SourceInquiry? {
        guard isNumber(wanted.coin) else { return nil }
        let start = wanted.isHourly ? "\(first)" : "\(first.advanced(by: -1))T23:59:00Z"
        let times = "time_start=\(start)&time_end=\(end)&interval=\(wanted.isHourly ? "hourly" : "24h")&count=10000"
        let convert = "&convert=\(wanted.quote.uppercased())"
        return SourceInquiry("/v3/cryptocurrency/quotes/historical?id=\(wanted.address)&\(times)\(convert)")
    }

    func consequence(of complaint: SourceErrorBody) -> SourceVerdict? {
        switch complaint.code {
        case "1001", "1002": (.stop, "bad-credentials")
        case "1003", "1004": (.stop, "plan-ended")
        case "1005", "1006", "1007": (.settled, "beyond-plan")
        case "1008", "1011": (.hold(60_000), "rate-limited")
        case "1009", "1010": (.stop, "credits-used-up")
        case "400", "4001", "4002": (.settled, "refused")
        default: nil
        }
    }

    private func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

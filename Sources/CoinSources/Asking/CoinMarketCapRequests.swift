internal import CoinModel
internal import WorkerProtocol

/// CoinMarketCap's API v1, which requires a key.
///
/// Its list is asked by the day on which coins were added, an order in which no price moves a coin.
struct CoinMarketCapRequests: MarketSource {
    let id = "coinmarketcap"

    func plan(hasKey: Bool, base: String?, isPaid: Bool) -> SourcePlan? {
        guard hasKey else { return nil }
        return SourcePlan(
            base: base ?? "https://pro-api.coinmarketcap.com/v1",
            credential: "X-CMC_PRO_API_KEY: ",
            requestsAMinute: 30
        )
    }

    let market = ListQuestion(
        page: { number, quote, byRank in
            let order = byRank ? "market_cap" : "date_added&sort_dir=asc"
            let start = CoinMarketCapRequests.start(number)
            return "/cryptocurrency/listings/latest?\(start)&convert=\(quote.uppercased())&sort=\(order)"
        },
        size: CoinMarketCapRequests.size,
        rows: "data/*",
        id: "id",
        total: "status/total_count"
    )

    let coins = ListQuestion(
        page: { number, _, _ in
            let parts = "platform,first_historical_data,last_historical_data,is_active,status"
            let states = "active,inactive,untracked"
            return "/cryptocurrency/map?\(CoinMarketCapRequests.start(number))&listing_status=\(states)&aux=\(parts)"
        },
        size: CoinMarketCapRequests.size,
        rows: "data/*",
        id: "id",
        total: "status/total_count"
    )

    let global: SourceInquiry? = SourceInquiry("/global-metrics/quotes/latest")

    private static let size = 5000

    private static func start(_ page: Int) -> String { "start=\((page - 1) * size + 1)&limit=\(size)" }

    func details(of coin: String) -> SourceInquiry? {
        isNumber(coin) ? SourceInquiry("/cryptocurrency/info?id=\(SourceInquiry.encoded(coin))") : nil
    }

    let noSuchCoin = "not-a-number"

    func historyDays(isHourly: Bool) -> (usual: Int, most: Int) { isHourly ? (90, 400) : (365, 9000) }

    func history(_ wanted: HistoryRequestItem, from first: Day, to end: Day) -> SourceInquiry? {
        guard isNumber(wanted.coin) else { return nil }
        let interval = wanted.isHourly ? "hourly" : "daily"
        let times = "time_start=\(first)&time_end=\(end)&interval=\(interval)&count=10000"
        let convert = "&convert=\(wanted.quote.uppercased())"
        return SourceInquiry("/cryptocurrency/quotes/historical?id=\(wanted.address)&\(times)\(convert)")
    }

    func consequence(of complaint: SourceErrorBody) -> SourceVerdict? {
        switch complaint.code {
        case "1001", "1002": (.stop, "bad-credentials")
        case "1003", "1004": (.stop, "plan-ended")
        case "1005", "1006", "1007": (.settled, "beyond-plan")
        case "1008", "1011": (.hold(60_000), "rate-limited")
        case "1009", "1010": (.stop, "credits-used-up")
        case "400": (.settled, "refused")
        default: nil
        }
    }

    private func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

internal import CoinModel
internal import WorkerProtocol

/// CoinPaprika's API v1: free without a key, more of it with one on a host of its own.
///
/// The list comes whole, its prices in up to three currencies.
struct CoinPaprikaRequests: MarketSource {
    let id = "coinpaprika"
    let hasSeveralQuotes = true

    /// A key's plan is not told beforehand: what it does not have is answered with 402.
    func plan(hasKey: Bool, base: String?, isPaid: Bool) -> SourcePlan? {
        SourcePlan(
            base: base ?? "https://api\(hasKey ? "-pro" : "").coinpaprika.com/v1",
            credential: "Authorization: ",
            requestsAMinute: 300,
            dailyWindow: hasKey ? nil : 365,
            hourlyWindow: hasKey ? nil : 1
        )
    }

    let market = ListQuestion(page: { "/tickers?quotes=\($0.convert)" }, rows: "*", id: "id")

    let coins = ListQuestion(page: { _ in "/coins" }, rows: "*", id: "id")

    let global: SourceInquiry? = SourceInquiry("/global")

    func details(of coin: String) -> SourceInquiry? { SourceInquiry("/coins/\(SourceInquiry.encoded(coin))") }

    /// The first day of a window is over in part already, and an answer has 5,000 points at most.
    func historyDays(isHourly: Bool) -> (usual: Int, most: Int) { isHourly ? (30, 200) : (365, 4000) }

    func history(_ wanted: HistoryRequestItem, from first: Day, to end: Day) -> SourceInquiry? {
        let times = "start=\(first)&end=\(end)&interval=\(wanted.isHourly ? "1h" : "1d")&limit=5000"
        let path = "/tickers/\(wanted.address)/historical?\(times)&quote=\(wanted.quote)"
        return SourceInquiry(path, coin: wanted.coin)
    }

    func consequence(of complaint: SourceErrorBody) -> SourceVerdict? {
        // Older answers say with 400 what newer ones say with 402.
        complaint.message.contains("not allowed in this plan") ? (.settled, "beyond-plan") : nil
    }
}

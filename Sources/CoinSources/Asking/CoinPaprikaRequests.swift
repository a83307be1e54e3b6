internal import CoinModel
internal import WorkerProtocol

/// CoinPaprika's API v1: free without a key, more of it with one on a host of its own.
///
/// The list comes whole.
struct CoinPaprikaRequests: MarketSource {
    let id = "coinpaprika"

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

    let market = ListQuestion(page: { _, quote, _ in "/tickers?quotes=\(quote.uppercased())" }, rows: "*", id: "id")

    let coins = ListQuestion(page: { _, _, _ in "/coins" }, rows: "*", id: "id")

    let global: SourceQuestion? = SourceQuestion("/global")

    func details(of coin: String) -> SourceQuestion? { SourceQuestion("/coins/\(SourceQuestion.encoded(coin))") }

    func history(_ wanted: HistoryWanted, _ plan: SourcePlan) -> HistoryQuestions {
        let window = wanted.isHourly ? plan.hourlyWindow : plan.dailyWindow
        let (days, isCut) = wanted.days(within: window, usually: wanted.isHourly ? 30 : 365)
        // The first day of a window is over in part already, and an answer has 5,000 points at most.
        let questions = wanted.runs(of: days, atMost: wanted.isHourly ? 200 : 4000).map { first, end in
            let times = "start=\(first)&end=\(end)&interval=\(wanted.isHourly ? "1h" : "1d")&limit=5000"
            let path = "/tickers/\(wanted.address)/historical?\(times)&quote=\(wanted.quote)"
            return SourceQuestion(path, coin: wanted.coin)
        }
        return HistoryQuestions(questions, daysBeyond: isCut ? (wanted.days ?? 0) - days : 0)
    }

    func consequence(of complaint: SourceComplaint) -> SourceVerdict? {
        // Older answers say with 400 what newer ones say with 402.
        complaint.message.contains("not allowed in this plan") ? (.settled, "beyond-plan") : nil
    }
}

internal import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// CoinPaprika's API v1: free without a key, more of it with one on a host of its own.
    ///
    /// The list comes whole, its prices in up to three currencies. A key's plan is unknown beforehand: what it does not have is
    /// answered with 402.
    static let coinPaprika = MarketSource(
        id: "coinpaprika",
        plan: { caller in
            SourcePlan(
                base: caller.base ?? "https://api\(caller.hasKey ? "-pro" : "").coinpaprika.com/v1",
                credential: "Authorization: ",
                requestsAMinute: 300,
                dailyWindow: caller.hasKey ? nil : 365,
                hourlyWindow: caller.hasKey ? nil : 1
            )
        },
        hasSeveralQuotes: true,
        market: ListQuestion(page: { "/tickers?quotes=\($0.convert)" }, rows: "*", id: "id"),
        coins: ListQuestion(page: { _ in "/coins" }, rows: "*", id: "id"),
        global: SourceInquiry("/global"),
        details: { SourceInquiry("/coins/\(SourceInquiry.encoded($0))") },
        // The first day of a window is over in part already, and an answer has 5,000 points at most.
        days: (365, 4000),
        hours: (30, 200),
        historyQuestion: { wanted, first, end in
            let times = "start=\(first)&end=\(end)&interval=\(wanted.isHourly ? "1h" : "1d")&limit=5000"
            let path = "/tickers/\(wanted.address)/historical?\(times)&quote=\(wanted.quote)"
            return SourceInquiry(path, coin: wanted.coin)
        },
        // Older answers say with 400 what newer ones say with 402.
        consequence: { $0.message.contains("not allowed in this plan") ? (.settled, "beyond-plan") : nil }
    )
}

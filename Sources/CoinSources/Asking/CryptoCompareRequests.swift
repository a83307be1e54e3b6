internal import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// CryptoCompare's API, whose errors come with status 200, and which answers only those with a paid key since 2026-05-21.
    ///
    /// Its list goes by rank alone, and its histories by symbol: pages of two thousand bars back from today; a page of zeros, before
    /// the coin was there, is the last.
    static let cryptoCompare = MarketSource(
        id: "cryptocompare",
        keyNote: "a paid one, for its free plan ended on 2026-05-21; coingecko and coinpaprika answer without a key",
        plan: { caller in
            guard caller.hasKey else { return nil }
            return SourcePlan(
                base: caller.base ?? "https://min-api.cryptocompare.com",
                credential: "authorization: Apikey ",
                requestsAMinute: 300
            )
        },
        market: ListQuestion(
            page: { "/data/top/mktcapfull?limit=100&page=\($0.number - 1)&tsym=\($0.convert)" },
            size: 100,
            rows: "Data/*",
            id: "CoinInfo/Id",
            total: "MetaData/Count"
        ),
        coins: ListQuestion(page: { _ in "/data/all/coinlist" }, rows: "Data/*", id: "Id"),
        details: { SourceInquiry("/data/all/coinlist?fsym=\(SourceInquiry.encoded($0))") },
        days: (365, 2000),
        hours: (83, 83),
        hasLoadableHours: false,
        historyQuestion: { wanted, first, end in
            // One bar more than the limit comes; the last one begins before the run ends.
            let limit = (wanted.isHourly ? 24 : 1) * first.distance(to: end) - 1
            let kind = wanted.isHourly ? "histohour" : "histoday"
            let query = "fsym=\(wanted.address)&tsym=\(wanted.quote.uppercased())&limit=\(max(1, limit))"
            let path = "/data/v2/\(kind)?\(query)&toTs=\(end.unixSeconds - 1)"
            return SourceInquiry(path, coin: wanted.coin, isSymbol: true)
        },
        consequence: { complaint in
            let words = complaint.message.lowercased()
            // The same type as of an unknown coin: what is lacking is a subscription.
            if ["auth key", "api key", "subscription"].contains(where: words.contains) {
                return (.stop, "paid-key-needed")
            }
            switch complaint.code {
            case "1", "2": return (.settled, "unknown-coin")
            case "99":
                guard let pause = complaint.pause else { return (.hold(0), "rate-limited") }
                // What is counted by the day or the month comes back too late for any run.
                return pause < 86_400_000 ? (.hold(pause), "rate-limited") : (.stop, "credits-used-up")
            default: return nil
            }
        }
    )
}

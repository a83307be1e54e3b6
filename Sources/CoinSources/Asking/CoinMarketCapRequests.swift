internal import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// CoinMarketCap's API, each question by the newest version of its path: with a key, or the part that is public.
    ///
    /// Its list is asked by the day on which coins were added, an order in which no price moves a coin. How often those without a
    /// key may ask is not published: ten a minute, and slower after each refusal.
    static let coinMarketCap = MarketSource(
        id: "coinmarketcap",
        keyNote: "the public part has no histories",
        plan: { caller in
            SourcePlan(
                base: caller.base ?? "https://pro-api.coinmarketcap.com" + (caller.hasKey ? "" : "/public-api"),
                credential: "X-CMC_PRO_API_KEY: ",
                requestsAMinute: caller.hasKey ? 30 : 10,
                dailyWindow: caller.hasKey ? nil : 0,
                hourlyWindow: caller.hasKey ? nil : 0
            )
        },
        hasSeveralQuotes: true,
        market: listOfCoinMarketCap { page in
            let order = page.isByRank ? "market_cap" : "date_added&sort_dir=asc"
            return "/v3/cryptocurrency/listings/latest?\(span(of: page))&convert=\(page.convert)&sort=\(order)"
        },
        coins: listOfCoinMarketCap { page in
            let parts = "platform,first_historical_data,last_historical_data,is_active,status"
            let states = "active,inactive,untracked"
            return "/v1/cryptocurrency/map?\(span(of: page))&listing_status=\(states)&aux=\(parts)"
        },
        global: SourceInquiry("/v1/global-metrics/quotes/latest"),
        details: { isNumber($0) ? SourceInquiry("/v2/cryptocurrency/info?id=\(SourceInquiry.encoded($0))") : nil },
        // The basic plan has a year of days and a month of hours.
        days: (365, 9000),
        hours: (30, 400),
        historyQuestion: { wanted, first, end in
            guard isNumber(wanted.coin) else { return nil }
            // Of a day the last minute is asked for: what the source calls daily is the first quote of the day.
            let start = wanted.isHourly ? "\(first)" : "\(first.advanced(by: -1))T23:59:00Z"
            let step = wanted.isHourly ? "hourly" : "24h"
            let times = "time_start=\(start)&time_end=\(end)&interval=\(step)&count=10000"
            let convert = "&convert=\(wanted.quote.uppercased())"
            return SourceInquiry("/v3/cryptocurrency/quotes/historical?id=\(wanted.address)&\(times)\(convert)")
        },
        noSuchCoin: "not-a-number",
        consequence: { complaint in
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
    )

    private static let pageOfCoinMarketCap = 5000

    private static func listOfCoinMarketCap(_ page: @escaping @Sendable (ListPage) -> String) -> ListQuestion {
        ListQuestion(page: page, size: pageOfCoinMarketCap, rows: "data/*", id: "id", total: "status/total_count")
    }

    private static func span(of page: ListPage) -> String {
        "start=\((page.number - 1) * pageOfCoinMarketCap + 1)&limit=\(pageOfCoinMarketCap)"
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

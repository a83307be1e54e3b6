import CoinModel
import Testing

@testable import CoinSources

/// Days as instants at their begin.
private func opens(_ days: [String]) throws -> [Instant] {
    try days.map { Instant(startOf: try #require(Day($0))) }
}

@Suite struct BarLengthTests {
    @Test("The length of bars is the median step of at least three open times")
    func steps() throws {
        let cases: [(days: [String], length: BarLength?)] = [
            (["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"], .month),
            (["2023-02-01", "2023-03-01", "2023-04-01"], .month),
            (["2024-01-01", "2024-01-08", "2024-01-15", "2024-01-29"], .week),
            (["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-06", "2024-01-07", "2024-01-08", "2024-01-09"], .day),
            (["2025-03-01", "2025-02-25", "2025-02-24", "2025-02-19", "2025-02-18"], .day),
            (["2024-01-01", "2024-01-08"], nil), (["2024-01-01", "2024-01-01", "2024-01-01"], nil), ([], nil),
        ]
        for (days, length) in cases { #expect(try BarLength(opens: [opens(days)]) == length, "\(days)") }
        let hour: Int64 = 3_600_000
        for step in [hour, 4 * hour, 36 * hour, 72 * hour, 14 * 24 * hour, 90 * 24 * hour] {
            let times = (0..<5).map { Instant(milliseconds: 1_700_000_000_000 + $0 * step) }
            let error = #expect(throws: SourceError.self) { _ = try BarLength(opens: [times]) }
            #expect(error?.reason == "not-daily")
        }
    }

    @Test("Open and close times give the length and the end of a single bar")
    func spans() throws {
        let open = try #require(Instant("2024-02-01T00:00:00Z"))
        for text in ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00Z"] {
            let close = try #require(Instant(text))
            let length = try BarLength(opens: [[open]], spans: [close.milliseconds - open.milliseconds])
            #expect(length == .month)
            #expect(length?.lastSecond(from: open, to: close).description == "2024-02-29T23:59:59Z")
        }
    }

    @Test("A bar without a close time ends after its length")
    func ends() throws {
        let cases: [(length: BarLength, open: String, end: String)] = [
            (.day, "2024-02-29T00:00:00Z", "2024-02-29T23:59:59Z"),
            (.week, "2024-02-26T00:00:00Z", "2024-03-03T23:59:59Z"),
            (.month, "2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z"),
            (.month, "2023-12-01T00:00:00Z", "2023-12-31T23:59:59Z"),
            (.month, "2024-01-31T00:00:00Z", "2024-01-31T23:59:59Z"),
            (.week, "2024-03-03T23:59:59.999Z", "2024-03-03T23:59:59Z"),
        ]
        for (length, text, end) in cases {
            let open = try #require(Instant(text))
            #expect(length.lastSecond(from: open).description == end, "\(length) \(text)")
        }
    }

    @Test("Monthly bars in a daily layout give closes at their last second and nothing else")
    func months() throws {
        let read = try reading(
            """
            Date,Open,High,Low,Close,Adj Close,Volume
            2026-03-01,1,3,1,2,2,900
            2026-04-01,2,5,1,4,4,800
            2026-02-01,4,8,3,5,5,700
            2026-05-01,4,8,3,5,5,700
            2026-05-20,5,9,5,6,6,7

            """,
            name: "BTC-USD.csv"
        )
        #expect(
            read.facts == [
                "yahoo-csv BTC price_usd 2026-03-31T23:59:59Z": 2, "yahoo-csv BTC price_usd 2026-04-30T23:59:59Z": 4,
                "yahoo-csv BTC price_usd 2026-02-28T23:59:59Z": 5,
            ]
        )
        // The month of May was running on the 20th, whenever the file is loaded.
        #expect(read.rejects == [])
        #expect(read.warnings.last == "left out: 2 bars not over when the file was made")
    }

    @Test("Hours are told where a layout may have them, and end with their last second")
    func lengthOfHours() throws {
        let times = (0..<5).map { Instant(milliseconds: 1_700_000_000_000 + $0 * 3_600_000) }
        #expect(try BarLength(opens: [times], takesHours: true) == .hour)
        #expect(BarLength.hour.lastSecond(from: times[0]).milliseconds == times[1].milliseconds - 1000)
        #expect(
            BarLength.hour.metrics([.price("usd"), .volume("usd")]) == [
                Metric.price("usd").hourly, .tradedInHour("usd"),
            ]
        )
        #expect(Metric.price("usd").hourly.isPrice && !Metric.volume("usd").hourly.isPrice)
    }

    @Test("Hourly bars in a daily layout reject the file")
    func hours() throws {
        let hours = (1..<9).map { "2024-01-01 0\($0):00:00" }
        let texts = [
            "Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT\n"
                + (1..<9).map { "\(1_700_000_000 + 3600 * $0),x,BTCUSDT,1,1,1,1,1,1\n" }.joined(),
            "Date,Open,High,Low,Close,Adj Close,Volume\n" + hours.map { "\($0),1,1,1,1,1,1\n" }.joined(),
            "date,symbol,price,high,low\n" + hours.map { "\($0)Z,BTC,1,1,1\n" }.joined(),
        ]
        for text in texts {
            let error = #expect(throws: SourceError.self) { try reading(text, name: "BTC-USD.csv") }
            #expect(error?.reason == "not-daily", "\(text.prefix(30))")
        }
    }
}

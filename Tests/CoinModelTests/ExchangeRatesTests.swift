import CoinModel
import Testing

@Suite struct ExchangeRatesTests {
    private let rates = ExchangeRates(
        code: "eur",
        rates: ExchangeRatesTests.rates(
            "a",
            [
                ("2024-03-08T23:59:59Z", 1.0), ("2024-03-21T16:00:00Z", 1.2),
            ]
        )
    )

    private static func rates(_ source: String, _ all: [(String, Double)]) -> [DatedFigure] {
        all.compactMap { time, dollars in
            Instant(time).map { DatedFigure(dollars, at: $0, by: source) }
        }
    }

    @Test(
        "A day has its newest rate, at most seven days old",
        arguments: [
            ("2024-03-07", nil), ("2024-03-08", 1.0), ("2024-03-15", 1.0), ("2024-03-16", nil), ("2024-03-20", nil),
            ("2024-03-21", 1.2), ("2024-03-28", 1.2), ("2024-03-29", nil),
        ]
    )
    func ofDays(_ day: String, _ dollars: Double?) throws {
        #expect(rates.rate(at: Instant(lastSecondOf: try #require(Day(day))))?.value == dollars)
    }

    @Test(
        "A fact has the nearest rate of its day, otherwise the newest before",
        arguments: [
            ("2024-03-25T06:00:00Z", 1.25), ("2024-03-25T23:59:59Z", 1.3), ("2024-03-24T05:00:00Z", 1.1),
            ("2024-03-23T12:00:00Z", 1.07), ("2024-03-25T12:00:00Z", 1.25), ("2024-03-25T12:00:01Z", 1.3),
            ("2024-03-25T00:00:00Z", 1.25), ("2024-03-27T23:59:59Z", 1.3), ("2024-04-01T00:00:00Z", 1.3),
            ("2024-04-02T00:00:00Z", nil),
        ]
    )
    func ofMoments(_ time: String, _ dollars: Double?) throws {
        let rates = ExchangeRates(
            code: "eur",
            rates: Self.rates(
                "a",
                [
                    ("2024-03-20T23:59:59Z", 1.07), ("2024-03-24T06:00:00Z", 1.1), ("2024-03-25T06:00:01Z", 1.25),
                    ("2024-03-25T18:00:00Z", 1.3),
                ]
            )
        )
        #expect(rates.rate(at: try #require(Instant(time)))?.value == dollars)
    }

    @Test("The best-ranked source wins, then the newest day, then the given order")
    func ofSources() throws {
        let all = Self.rates("a", [("2024-03-20T12:00:00Z", 2)]) + Self.rates("z", [("2024-03-21T12:00:00Z", 3)])
        let both = Self.rates("b", [("2024-03-21T01:00:00Z", 4)]) + all
        let time = try #require(Instant("2024-03-21T13:00:00Z"))
        func dollars(_ order: [ExchangeRates.Place]) -> Double? {
            ExchangeRates(code: "eur", rates: both, order: order).rate(at: time)?.value
        }
        #expect(dollars([("z", .max), ("b", .max), ("a", .max)]) == 3)
        #expect(dollars([("b", .max), ("z", .max), ("a", .max)]) == 4)
        #expect(dollars([("a", 0), ("b", .max), ("z", .max)]) == 2)
    }

    @Test("A week has the rate of its last day")
    func ofWeeks() throws {
        let week = Week(containing: try #require(Day("2024-03-17")))
        #expect(rates.rate(of: week)?.value == 1.2)
        #expect(rates.rate(of: week.advanced(by: -1)) == nil)
        #expect(rates.rate(of: week.advanced(by: -2))?.value == 1.0)
        #expect(ExchangeRates(code: "x", rates: []).rate(of: week) == nil)
    }

    @Test("Each week of a cross-section is divided by its own rate") func quoteByWeek() throws {
        let day = try #require(Day("2024-03-23"))
        var section = CrossSection(asOf: .day(day), quote: "usd", coins: [], repositories: [])
        #expect(section.dollarsOfWeeks == Array(repeating: 1, count: CrossSection.weeks) && section.shownQuote == "usd")
        section.shown = rates
        #expect(section.shownQuote == "eur")
        #expect(section.dollarsOfWeeks[0] == 1.2 && section.dollarsOfWeeks[1].isNaN && section.dollarsOfWeeks[2] == 1.0)
    }
}

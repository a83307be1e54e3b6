import CoinModel
import Testing

@Suite struct ExchangeRatesTests {
    private let rates = ExchangeRates(
        code: "eur",
        rates: [
            ("2024-03-21T16:00:00Z", 1.2, "b"), ("2024-03-08T23:59:59Z", 1.0, "a"), ("2024-03-21T16:00:00Z", 1.1, "a"),
        ]
        .compactMap { time, dollars, source in
            Instant(time).map { ExchangeRates.Rate(at: $0, dollars: dollars, source: source) }
        }
    )

    /// The newest of the day or before, at most seven days old; never a later one.
    @Test(arguments: [
        ("2024-03-07", nil), ("2024-03-08", 1.0), ("2024-03-15", 1.0), ("2024-03-16", nil), ("2024-03-20", nil),
        ("2024-03-21", 1.2), ("2024-03-28", 1.2), ("2024-03-29", nil),
    ])
    func aDayHasTheNewestRateOfItsWeek(_ day: String, _ dollars: Double?) throws {
        #expect(rates.rate(on: try #require(Day(day)))?.dollars == dollars)
    }

    @Test func aWeekHasThatOfItsLastDay() throws {
        let week = Week(containing: try #require(Day("2024-03-17")))
        #expect(rates.rate(of: week)?.source == "b")
        #expect(rates.rate(of: week.advanced(by: -1)) == nil)
        #expect(rates.rate(of: week.advanced(by: -2))?.dollars == 1.0)
        #expect(ExchangeRates(code: "x", rates: []).rate(of: week) == nil)
    }

    @Test func everyWeekOfASectionIsDividedByItsOwn() throws {
        let day = try #require(Day("2024-03-23"))
        var section = CrossSection(asOf: .day(day), quote: "usd", coins: [], repositories: [])
        #expect(section.dollarsOfWeeks == Array(repeating: 1, count: CrossSection.weeks) && section.shownQuote == "usd")
        section.shown = rates
        #expect(section.shownQuote == "eur")
        #expect(section.dollarsOfWeeks[0] == 1.2 && section.dollarsOfWeeks[1].isNaN && section.dollarsOfWeeks[2] == 1.0)
    }
}

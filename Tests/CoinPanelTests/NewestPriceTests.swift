import CoinModel
import CoinPanel
import Testing

@Suite struct NewestPriceTests {
    /// A price on the last second of each of so many days that end with one.
    private static func days(_ source: String, _ count: Int, to day: String, at price: Double) throws
        -> DatedFigure.History
    {
        let last = try #require(Day(day))
        return (source, (0..<count).reversed().map { (Instant(lastSecondOf: last.advanced(by: -$0)), price) })
    }

    /// A price each week at one time of the day, the newest at a moment.
    private static func weeks(
        _ source: String,
        _ count: Int,
        to time: String,
        at price: Double,
        before: Double = 1
    ) throws -> DatedFigure.History {
        let last = try #require(Instant(time)).milliseconds
        let facts = (0..<count).reversed().map { weeksBack in
            (at: Instant(milliseconds: last - Int64(weeksBack) * 604_800_000), value: weeksBack == 0 ? price : before)
        }
        return (source, facts)
    }

    private static func price(
        _ histories: [DatedFigure.History],
        at day: String = "2024-03-25",
        prefer: [String] = []
    ) throws -> DatedFigure? {
        let limit = AsOf.day(try #require(Day(day))).limit
        let first = DatedFigure.earliest(at: limit)
        let orders = [histories, histories.reversed()].map {
            DatedFigure(among: $0, at: limit, since: first, SourceOrder(prefer))
        }
        #expect(orders[0] == orders[1])
        return orders[0]
    }

    @Test("On one day the source with more weeks wins, whatever its name")
    func moreWeeks() throws {
        for names in [("a", "b"), ("b", "a")] {
            let short = try Self.days(names.0, 3, to: "2024-03-25", at: 66_000)
            let long = try Self.days(names.1, 400, to: "2024-03-25", at: 60_000)
            #expect(try Self.price([short, long])?.value == 60_000)
        }
    }

    @Test("The newest day wins before more weeks, and a preferred source before both")
    func newestDay() throws {
        let weekly = try Self.weeks("weekly", 52, to: "2024-03-18T23:59:59Z", at: 5)
        let live = try Self.weeks("live", 1, to: "2024-03-25T06:00:00Z", at: 7)
        #expect(try Self.price([weekly, live])?.value == 7)
        let preferred = try #require(try Self.price([weekly, live], prefer: ["weekly"]))
        #expect(preferred.value == 5 && preferred.time.day == Day("2024-03-18"))
        let few = try Self.weeks("few", 40, to: "2024-03-25T10:00:00Z", at: 3)
        let many = try Self.weeks("many", 52, to: "2024-03-24T12:00:00Z", at: 4)
        #expect(try Self.price([few, many])?.value == 3)
    }

    @Test("A price is used for 28 days")
    func ageLimit() throws {
        #expect(try Self.price([try Self.days("a", 1, to: "2024-02-26", at: 2)])?.value == 2)
        #expect(try Self.price([try Self.days("a", 1, to: "2024-02-25", at: 2)]) == nil)
        #expect(try Self.price([try Self.days("a", 1, to: "2024-03-26", at: 2)]) == nil)
        #expect(try Self.price([try Self.days("a", 3, to: "2024-03-25", at: 0)]) == nil)
    }

    @Test("On a tie most facts, newest time, distance to the median and digest decide")
    func ties() throws {
        let four = try Self.days("four", 4, to: "2024-03-25", at: 2)
        let three = try Self.days("three", 3, to: "2024-03-25", at: 1)
        #expect(try Self.price([four, three])?.value == 2)
        let early = try Self.weeks("early", 2, to: "2024-03-25T10:00:00Z", at: 1)
        let late = try Self.weeks("late", 2, to: "2024-03-25T11:00:00Z", at: 2)
        #expect(try Self.price([early, late])?.value == 2)
        let all = try [1.0, 2, 9].map { try Self.weeks("\($0)", 2, to: "2024-03-25T11:00:00Z", at: $0) }
        #expect(try Self.price(all)?.value == 2)
        let two = try ["a", "b"].map { try Self.weeks($0, 2, to: "2024-03-25T11:00:00Z", at: $0 == "a" ? 2 : 3) }
        let swapped = [(source: "b", facts: two[0].facts), (source: "a", facts: two[1].facts)]
        #expect(try Self.price(two)?.value == (try Self.price(swapped)?.value))
    }

    private static let closes: [Double] = [100, 104, 103, 110, 108, 111, 115, 112, 118, 121, 119]

    private static func daily() throws -> DatedFigure.History {
        let first = try #require(Day("2024-03-15"))
        return ("daily", closes.enumerated().map { (Instant(lastSecondOf: first.advanced(by: $0)), $1) })
    }

    private static func change(
        _ span: PriceSpan,
        _ histories: [DatedFigure.History],
        at day: String = "2024-03-25",
        stated: Double? = nil
    ) throws -> PriceChange? {
        let limit = AsOf.day(try #require(Day(day))).limit
        return PriceChange(over: span, among: histories, at: limit, SourceOrder()) { _ in stated }
    }

    @Test("Seven days have eight daily prices, and a price that is too old has no change")
    func spans() throws {
        let daily = try Self.daily()
        let week = try #require(try Self.change(.week, [daily]))
        #expect(abs(week.percent - 8.181818) < 1e-6 && week.thenTime?.day == Day("2024-03-18"))
        let day = try #require(try Self.change(.day, [daily]))
        #expect(abs(day.percent + 1.652893) < 1e-6 && day.by == "prices")
        #expect(try Self.change(.month, [daily]) == nil)
        for span in [PriceSpan.day, .week] { #expect(try Self.change(span, [daily], at: "2024-03-27") == nil) }
        #expect(try Self.change(.week, [daily], at: "2024-03-26") != nil)
    }

    @Test("Without an earlier price the source's own change is used, then another source's")
    func otherOrigins() throws {
        let live = try Self.weeks("live", 1, to: "2024-03-25T06:00:00Z", at: 7)
        let stated = try #require(try Self.change(.day, [live], stated: 2.5))
        #expect(stated.percent == 2.5 && stated.by == "stated" && stated.thenTime == nil)
        let yesterday = try Self.days("other", 9, to: "2024-03-24", at: 4)
        let other = try #require(try Self.change(.week, [live, yesterday]))
        #expect(other.percent == 0 && other.by == "other" && other.end.time.day == Day("2024-03-24"))
        #expect(try Self.change(.week, [live, yesterday], stated: -3)?.by == "stated")
        #expect(try Self.change(.day, [live]) == nil)
    }
}

import CoinModel
import Testing

@Suite struct CalendarTests {
    @Test("Known dates have their day numbers, and impossible dates are rejected") func knownDays() throws {
        #expect(Day("1970-01-01")?.index == 0)
        #expect(Day("1969-12-28")?.index == -4)
        #expect(Day("2000-02-29")?.index == 11_016)
        #expect(Day("1900-02-29") == nil)
        #expect(Day("2024-13-01") == nil)
        #expect(Day("2024-3-1") == nil)
    }

    @Test("Every day of 400 years reads back") func everyDay() {
        for index in Int32(-80_000)...Int32(80_000) {
            #expect(Day(Day(index: index).description)?.index == index)
        }
    }

    @Test("Weeks start on Sunday") func sunday() throws {
        let monday = try #require(Day("2024-03-25"))
        #expect(monday.weekday == 1)
        #expect(Week(containing: monday).description == "2024-03-24")
        #expect(Week(index: 0).description == "1969-12-28")
        #expect(Week(containing: Day(index: -5)).index == -1)
    }

    @Test("Instants are read in all forms that sources use") func instantForms() throws {
        let expected = try #require(Instant("2024-03-25T10:11:12Z"))
        for text in ["2024-03-25 10:11:12 UTC", "2024-03-25T10:11:12.000Z", "2024-03-25 10:11:12 +0000 UTC"] {
            #expect(Instant(text) == expected, "\(text)")
        }
        #expect(Instant("2024-03-25T10:11:12.3456Z")?.description == "2024-03-25T10:11:12.345Z")
        for text in ["2024-03-25T10:11:12+01:00", "2024-03-25T24:00:00Z", "2024-03-25", "2024-03-25T10:11:12.Z"] {
            #expect(Instant(text) == nil, "\(text)")
        }
    }

    @Test(
        "The last complete week ends before the date of the ranking",
        arguments: [
            ("2024-03-25", "2024-03-17"), ("2024-03-23", "2024-03-17"), ("2024-03-22", "2024-03-10"),
            ("2024-03-24T00:00:00Z", "2024-03-17"), ("2024-03-23T23:59:59Z", "2024-03-10"),
        ]
    )
    func lastCompleteWeek(asOf: String, week: String) throws {
        #expect(try #require(AsOf(asOf)).lastCompleteWeek.description == week)
    }

    @Test("Ages count whole seconds") func ages() throws {
        let fact = Instant(lastSecondOf: try #require(Day("2024-03-21")))
        let day = Instant.millisecondsPerDay
        #expect(fact.age(at: AsOf.day(try #require(Day("2024-03-24"))).limit) == 3 * day)
        #expect(fact.age(at: try #require(Instant("2024-03-24T23:59:59Z"))) == 3 * day)
        #expect(fact.age(at: try #require(Instant("2024-03-25T00:00:00Z"))) == 3 * day + 1000)
        #expect(Instant(milliseconds: -1).age(at: Instant(milliseconds: 999)) == 1000)
    }
}

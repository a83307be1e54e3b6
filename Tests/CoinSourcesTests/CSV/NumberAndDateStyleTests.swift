import CoinModel
import Testing

@testable import CoinSources

@Suite struct NumberReadingsTests {
    @Test(
        "A number has a reading for each decimal mark",
        arguments: [
            ("62.345", 62.345, 62_345), ("1,234", 1234, 1.234), ("1.234,56", nil, 1234.56), ("1,234.56", 1234.56, nil),
            ("1,5", nil, 1.5), ("1.5", 1.5, nil), ("0.123", 0.123, nil), ("0,123", nil, 0.123),
            ("1234.567", 1234.567, nil),
            ("1.234.567", nil, 1_234_567), ("1,234,567", 1_234_567, nil), ("1'234.5", 1234.5, nil),
            ("1’234’567", 1_234_567, 1_234_567), ("1\u{202f}234,5", nil, 1234.5), ("1\u{a0}234", 1234, 1234),
            ("12 345.678", 12_345.678, nil), ("1,23E+05", nil, 123_000), ("1.234E+05", 123_400, nil),
            ("-1.234,5", nil, -1234.5),
            ("007", 7, 7), ("1.23.456", nil, nil), ("1.2345,6", nil, nil), ("1.234.56", nil, nil), ("12 34", nil, nil),
            ("1.234,5E+3", nil, nil), ("€ 5", nil, nil), ("12 %", nil, nil), ("#DIV/0!", nil, nil), ("", nil, nil),
            ("1.234 567", nil, nil), (",5", nil, nil), ("5,", nil, nil), ("1e", nil, nil), ("1..234", nil, nil),
        ] as [(String, Double?, Double?)]
    )
    func decimalMarks(text: String, withPoint: Double?, withComma: Double?) {
        let number = NumberReadings(text)
        #expect(number.withPoint == withPoint, "\(text) with a point")
        #expect(number.withComma == withComma, "\(text) with a comma")
    }
}

@Suite struct NumericDateTests {
    @Test(
        "A date has each of the days that it may be",
        arguments: [
            ("31.12.2023", ["2023-12-31"]), ("12/31/2023", ["2023-12-31"]), ("2023/12/31", ["2023-12-31"]),
            ("2023年12月31日", ["2023-12-31"]), ("2023年1月5日", ["2023-01-05"]), ("3/4/2023", ["2023-03-04", "2023-04-03"]),
            ("05.05.2023", ["2023-05-05"]), ("31-12-2023", ["2023-12-31"]), ("2023.1.5", ["2023-01-05"]),
            ("13/13/2023", []), ("30/02/2023", []), ("2023/13/01", []),
        ]
    )
    func dateReadings(text: String, days: [String]) throws {
        #expect(try #require(NumericDate(text)).readings.map(\.description) == days)
    }

    @Test(
        "Other texts are not numeric dates",
        arguments: ["31.12.23", "1/2/3/2023", "31.12-2023", "a/b/2023", "", "//2023", "123/1/2023", "１/2/2023", "日"]
    )
    func notDates(text: String) {
        #expect(NumericDate(text) == nil)
    }

    @Test("Each date format reads its own form only", arguments: NumberAndDateStyle.DateFormat.allCases)
    func dateFormats(format: NumberAndDateStyle.DateFormat) {
        let text = format.rawValue.replacing("DD", with: "03").replacing("MM", with: "04").replacing(
            "YYYY",
            with: "2023"
        )
        let matching = NumberAndDateStyle.DateFormat.allCases.filter { NumericDate(text)?.day($0) == Day("2023-04-03") }
        #expect(matching == [format])
    }
}

@Suite struct ZoneTests {
    @Test(
        "A local time is one instant, or none where the clock changes",
        arguments: [
            ("Europe/Berlin", "2024-01-15T10:00Z", "2024-01-15T09:00:00Z"),
            ("Europe/Berlin", "2024-07-15T10:00Z", "2024-07-15T08:00:00Z"),
            ("Europe/Berlin", "2024-03-31T02:30Z", nil), ("Europe/Berlin", "2024-10-27T02:30Z", nil),
            ("Europe/Berlin", "2024-10-27T03:00Z", "2024-10-27T02:00:00Z"),
            ("Asia/Shanghai", "2024-01-01T00:00Z", "2023-12-31T16:00:00Z"),
            ("UTC", "2024-01-01T00:00Z", "2024-01-01T00:00:00Z"),
            ("+05:30", "2024-01-01T00:00Z", "2023-12-31T18:30:00Z"),
            ("-0330", "2024-01-01T00:00Z", "2024-01-01T03:30:00Z"),
        ] as [(String, String, String?)]
    )
    func localTimes(zone: String, local: String, expected: String?) throws {
        let zone = try #require(Zone(zone))
        #expect(zone.instant(ofLocal: try #require(Instant(local)))?.description == expected)
    }

    @Test(
        "Other names are not time zones",
        arguments: ["Berlin", "", "+5", "+25:00", "+01:60", "Mars/Olympus", "+1:00:00", "../etc/passwd"]
    )
    func notZones(name: String) {
        #expect(Zone(name) == nil)
    }
}

@Suite struct CellFaultTests {
    private func market(_ rows: String, _ configure: (inout ReadContext) -> Void = { _ in }) throws -> Reading {
        try reading("date,coin_id,price_usd,volume_usd\n" + rows, configure: configure)
    }

    @Test("A bad volume leaves the price, and a bad price rejects the row") func badVolume() throws {
        let read = try market(
            "2024-03-01,a,1.5,-2\n2024-03-02,a,0,5\n2024-03-03,a,-1,5\n2024-03-04,a,x,5\n2024-03-05,a,,x\n"
        )
        #expect(read["tidy-market a price_usd 2024-03-01"] == 1.5)
        #expect(read["tidy-market a volume_usd 2024-03-01"] == nil)
        #expect(read.rows == 2)
        let found = read.rejects.map { "\($0.reason) \($0.line ?? 0):\($0.column ?? 0)" }
        #expect(found == ["bad-number 2:4", "zero-price 3:3", "bad-number 4:3", "bad-number 5:3", "bad-number 6:4"])
    }

    @Test(
        "Times out of bounds are rejected",
        arguments: [
            ("45291,a,5,5", "bad-time"), ("2008-12-31,a,5,5", "bad-time"), ("2026-06-03,a,5,5", "future-time"),
            ("1969-07-20T20:17:40Z,a,5,5", "bad-time"), ("1/2/23,a,5,5", "bad-time"),
            ("2024-03-01 10:00,a,5,5", "bad-time"),
        ]
    )
    func timeBounds(row: String, reason: String) throws {
        let read = try market(row + "\n2024-03-01,a,5.5,5\n2026-06-02,a,5.5,5\n2009-01-01,a,5.5,5\n")
        #expect(read.rejects.map(\.reason) == [reason])
        #expect(read.rows == 3)
    }

    @Test("A spreadsheet serial number is rejected and its date shown") func serialNumber() throws {
        let read = try market("45291,a,5,5\n2024-03-01,a,5.5,5\n")
        #expect(read.rejects.first?.detail.contains("serial number of 2023-12-31") == true)
    }

    @Test("Impossible developer counts are rejected") func impossibleCounts() throws {
        let rows = "a/b,2024-01-07,3,4,1\na/b,2024-01-14,3,2,15\na/b,2024-01-21,3,2,14\na/b,2024-01-28,3,,9\n"
        let read = try reading("repo,week_start,commits,developers,developer_days\n" + rows)
        #expect(
            read.rejects.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.detail)" } == [
                "2:4 4 developers are more than 3 commits", "3:5 15 developer_days are more than 7 times 2 developers",
            ]
        )
    }
}

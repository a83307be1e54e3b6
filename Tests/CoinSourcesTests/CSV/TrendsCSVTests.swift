import CoinModel
import Testing

@testable import CoinSources

private func term(_ read: Reading, _ index: Int = 0) throws -> SearchTerm {
    guard case .searchTerm(let term) = try #require(read.subjects.dropFirst(index).first) else {
        throw SourceError("no-term", detail: "the subject is not a search term")
    }
    return term
}

private func weeks(_ first: String, _ last: String) throws -> ClosedRange<Week> {
    Week(containing: try #require(Day(first)))...Week(containing: try #require(Day(last)))
}

@Suite struct GoogleTrendsTests {
    @Test("A real weekly export of Google Trends is read in full") func weeklyExport() throws {
        let read = try reading(path: fixture("en_week_bitcoin_worldwide.csv"))
        #expect(read.rows == 262)
        #expect(read["google-trends bitcoin interest 2020-07-12"] == 15)
        #expect(read["google-trends bitcoin interest 2025-07-13"] == 35)
        #expect(
            try term(read)
                == SearchTerm(
                    term: "bitcoin",
                    region: "Worldwide",
                    category: "All categories",
                    granularity: .week,
                    coin: nil,
                    window: try weeks("2020-07-12", "2025-07-13")
                )
        )
        #expect(read.warnings == [] && read.rejects == [])
    }

    @Test(
        "A file's name says the place, the moment of export by the exporter's clock, and the term of a Glimpse file",
        arguments: [
            ("time_series_Worldwide_20251115-1600_20261117-0915", "Worldwide", nil, "2026-11-17T17:15:00Z"),
            ("my_time_series_US_20251116-0900_20261117-0920 (1)", "US", nil, "2026-11-17T00:20:00Z"),
            ("time_series_New_York_20251001-0000_20261117-0920", "New_York", nil, "2026-11-17T09:20:00Z"),
            ("doge coin-timeline_Glimpse_Google-Trends", "", "doge coin", nil), ("multiTimeline (1)", "", nil, nil),
            ("time_series_US", "", nil, nil),
        ]
    )
    func fileNames(stem: String, region: String, term: String?, exported: String?) throws {
        let name = TrendsFileName(stem)
        #expect(name.region == region && name.term == term)
        let first = try #require(Instant("2025-11-16T00:00:00Z"))
        #expect(name.exported(first: first)?.description == exported)
    }

    @Test("A real monthly export is read by month") func monthlyExport() throws {
        let read = try reading(path: fixture("fr_month_bitcoin.csv"))
        #expect(read.rows == 67)
        #expect(read["google-trends bitcoin interest 2020-01-01"] == 18)
        #expect(read.blocks.first?.resolution == .day)
        let found = try term(read)
        #expect(found.granularity == .month)
        #expect(found.region == "Dans tous les pays")
        #expect(found.category == "Toutes cat\u{E9}gories")
    }

    @Test(
        "Exports in any language and with any line end are read",
        arguments: [
            (
                "\u{AC80}: x", "\u{C77C},covid 19: (\u{B300}\u{D55C}\u{BBFC}\u{AD6D})",
                "\u{B300}\u{D55C}\u{BBFC}\u{AD6D}"
            ),
            ("\u{985E}\u{5225}\u{FF1A}x", "\u{9031},\"covid 19: (\u{5168}\u{7403})\"", "\u{5168}\u{7403}"),
            ("Kategorie: x", "woche,covid 19: (Weltweit)", "Weltweit"),
        ]
    )
    func languages(preamble: String, header: String, region: String) throws {
        let lines = [
            preamble, "", header, "2020-02-09,9", "2020-02-16,< 1", "2020-02-23,1 \u{672A}\u{6E80}", "2020-03-01,0",
            "2020-03-08,",
        ]
        for (mark, end) in [("", "\n"), ("\u{FEFF}", "\r\n"), ("", "\r")] {
            let read = try reading(mark + lines.joined(separator: end) + end)
            #expect(
                read.facts == [
                    "google-trends covid 19 interest 2020-02-09": 9, "google-trends covid 19 interest 2020-02-16": 0.5,
                    "google-trends covid 19 interest 2020-02-23": 0.5, "google-trends covid 19 interest 2020-03-01": 0,
                ]
            )
            #expect(try term(read).region == region)
            #expect(try term(read).category == "x")
        }
    }

    @Test("Several terms of an export share one scale") func sharedScale() throws {
        let read = try reading(
            """
            Category: All categories

            Week,ozempic: (United States),"a: b, c: (US)","say ""x"": (US)"
            2024-09-15,88,12,<1
            2024-09-22,101,11,3
            2024-09-29,95,,4
            """
        )
        #expect(read["google-trends a: b, c interest 2024-09-15"] == 12)
        #expect(read["google-trends say \"x\" interest 2024-09-15"] == 0.5)
        #expect(read.reasons == ["bad-number": 1])
        #expect(read.rows == 5)
        #expect(try term(read, 1).region == "US")
    }

    @Test("Days make no weeks: each is a fact of its day, and the load says so")
    func days() throws {
        let first = try #require(Day("2020-01-04"))
        let days = (0..<20).map { "\(first.advanced(by: $0)),\($0 == 10 ? "" : "\($0)")" }
        let read = try reading("Category: c\n\nDay,x: (US)\n" + days.joined(separator: "\n")) { $0.hints.coin = "x" }
        #expect(read.rows == 19)
        #expect(read["google-trends x interest 2020-01-05"] == 1)
        #expect(read.blocks.map(\.resolution) == [.day])
        #expect(try term(read).granularity == .day)
        #expect(try term(read).window == weeks("2020-01-04", "2020-01-23"))
        #expect(try term(read).coin == "x")
        #expect(
            read.warnings == [
                "its values are by day, which make no weeks: they are shown and not ranked; "
                    + "export a period of nine months to five years"
            ]
        )
    }

    @Test("Hours make no weeks either: each is a fact of its moment")
    func hours() throws {
        let first = try #require(Instant("2026-04-04T20:00:00Z"))
        let hours = (0..<180).map { hour in
            Instant(milliseconds: first.milliseconds + Int64(hour) * 3_600_000).description.prefix(13) + ",2"
        }
        let read = try reading("Category: c\n\nTime,x: (US)\n" + hours.joined(separator: "\n"))
        #expect(read.rows == 180)
        #expect(read.blocks.map(\.resolution) == [.snapshot])
        #expect(try term(read).granularity == .hour)
        #expect(read.warnings.count == 1 && read.warnings[0].contains("by hour"))
    }

    @Test("The window goes from the first row to the last, empty ones among them, whenever the file was made")
    func window() throws {
        let text = "Week,x: (US)\n2024-03-10,\n2024-03-17,2\n2024-03-24,\n"
        for observed in ["2024-03-25", "2024-03-30", nil] {
            let read = try reading(text) { context in context.hints.observedAt = observed.flatMap { AsOf($0) } }
            #expect(try term(read).window == weeks("2024-03-10", "2024-03-24"))
            #expect(read.rows == 1)
        }
    }

    @Test("Exports of other pages and tools are read") func otherTools() throws {
        let page = try reading(
            "\"Time\",\"bitcoin\"\n\"2004-01-01\",\"3\"\n\"2004-02-01\",\"4\"\n\"2004-03-01\",\"5\"\n"
        )
        #expect(page["google-trends bitcoin interest 2004-02-01"] == 4)
        #expect(try term(page).granularity == .month)
        #expect(page.warnings.count == 1 && page.warnings[0].contains("by month"))
        let tool = try reading(
            ",date,x,y,isPartial\n0,2024-03-10,1,2,False\n1,2024-03-17,3,4,False\n2,2024-03-24,9,9,True\n"
        )
        #expect(
            tool.facts == [
                "google-trends x interest 2024-03-10": 1, "google-trends y interest 2024-03-10": 2,
                "google-trends x interest 2024-03-17": 3, "google-trends y interest 2024-03-17": 4,
            ]
        )
        // The row that the file flags as partial is no value, but a later row.
        #expect(try term(tool).window == weeks("2024-03-10", "2024-03-24"))
        let renamed = try reading("month;cnt\n2020-01;15\n2020-02;16\n2021-01;17\n")
        #expect(renamed["google-trends cnt interest 2020-02-01"] == 16)
        #expect(renamed.warnings.count == 3)
        let years = try reading("Category: c\n\nYear,x: (US)\n2004,1\n2005,2\n")
        #expect(try term(years).granularity == .year)
    }

    @Test("Spreadsheet dates are read if their order shows the format") func spreadsheetDates() throws {
        let read = try reading(
            "Category: All categories,\n,\nWeek,bitcoin: (Worldwide)\n4/5/2015,2\n4/12/2015,2\n4/19/2015,3\n"
        )
        #expect(read["google-trends bitcoin interest 2015-04-05"] == 2)
        #expect(try term(read).category == "All categories")
        let european = try reading("Week,x: (US)\n5/4/2015,1\n12/4/2015,2\n19/4/2015,3\n")
        #expect(european["google-trends x interest 2015-04-05"] == 1)
    }

    @Test(
        "Exports without a time series or with unclear dates are rejected",
        arguments: [
            ("ambiguous-date", "Week,x: (US)\n1/2/2015,1\n8/2/2015,2\n"),
            ("week-start", "Week,x: (US)\n2024-03-11,1\n2024-03-18,2\n"),
            (
                "not-over-time",
                "Category: All categories\n\nCountry,bitcoin: (1/1/04 - 2/2/24)\nEl Salvador,100\nNigeria,70\n"
            ),
            ("not-over-time", "Category: All categories\n\nTOP\nbitcoin price,100\n\nRISING\nbitcoin etf,+150%\n"),
            ("no-rows", "Category: All categories\n\nWeek,bitcoin: (Worldwide)\n"),
            ("bad-spacing", "Time,x: (US)\n2024-03-11T10:00:00,1\n2024-03-11T10:08:00,2\n"),
        ]
    )
    func unclearExports(reason: String, text: String) throws {
        #expect(recognised(Array(text.utf8)) == ["google-trends-csv"])
        let error = #expect(throws: SourceError.self) { try reading(text) }
        #expect(error?.reason == reason)
    }

    @Test(
        "Other tables with dates are not recognised as exports",
        arguments: [
            "date,price\n2020-01-05,15\n2020-01-12,16\n", "a,b\nc,d\n",
            "repo,snapshot_date,head_commit\na/b,2026-08-22,d61e\n", "2020-01-05,1\n2020-01-12,2\n", "x\n",
        ]
    )
    func otherTables(text: String) {
        #expect(recognised(Array(text.utf8)) == [])
    }
}

@Suite struct TrendsTidyTests {
    @Test("Each file and term of a tidy table is a series of its own") func seriesPerFile() throws {
        let text = """
            coin_id,term,week_start,value,region,file
            ripple,XRP,2024-03-10,6,US,a.csv
            ripple,XRP,2024-03-17,<1,US,a.csv
            ripple,XRP,2024-03-10,50,US,b.csv
            cardano,ADA,2024-03-11,50,US,b.csv
            cardano,ADA,2024-03-24,,US,b.csv
            """
        let read = try reading(text) { $0.hints.observedAt = AsOf("2024-03-20") }
        #expect(
            read.facts == [
                "trends-tidy:a.csv XRP interest 2024-03-10": 6, "trends-tidy:a.csv XRP interest 2024-03-17": 0.5,
                "trends-tidy:b.csv XRP interest 2024-03-10": 50,
            ]
        )
        #expect(try term(read).coin == "ripple")
        #expect(try term(read).window == weeks("2024-03-10", "2024-03-17"))
        #expect(read.reasons == ["week-start": 1])
    }
}

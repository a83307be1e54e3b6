import CoinModel
import CoinOperations
import Testing

/// Values that a person writes, on the command line or in a definition.
@Suite struct ValueReadingTests {
    private static let noNumbers = [
        "nan", "NaN", "inf", "-inf", "infinity", "1e300", "1e3", "0x10", "", " 5", "5 ", "+5", "5_000", "5,000", "5s",
        "\u{0663}", "1.2.3", ".5", "5.", "-", "--5", "5.-5", "1" + String(repeating: "0", count: 400),
        "99999999999999999999", "-99999999999999999999",
    ]

    @Test("Text that is not a plain decimal is rejected", arguments: noNumbers) func notNumbers(text: String) {
        #expect(throws: RequestError.self) { try whole(-9...9)(text) }
        #expect(throws: RequestError.self) { try decimal(-9...9)(text) }
    }

    @Test("Numbers within the bounds are accepted and others rejected") func bounds() throws {
        #expect(try ["-9", "0", "007", "9"].map(whole(-9...9)) == [-9, 0, 7, 9])
        #expect(
            try ["-9", "-0.5", "0.1", "8.99", "9.0"].map(decimal(-9...9)) == [-9, -0.5, 0.1, 8.99, 9]
        )
        for text in ["-10", "10"] { #expect(throws: RequestError.self) { try whole(-9...9)(text) } }
        for text in ["-9.01", "9.01"] {
            #expect(throws: RequestError.self) { try decimal(-9...9)(text) }
        }
    }

    @Test("An amount of money is a number of at least 0, with or without an exponent")
    func amounts() throws {
        #expect(try ["0", "250000", "2.5e9", "1e+3", "007"].map(amount) == [0, 250_000, 2.5e9, 1000, 7])
        for text in [
            "nan", "inf", "-1", "+5", "0x10", "1e999", "", " 5", "5_000", "5,000", "5k", "1.2.3", "e9", "\u{0663}",
        ] {
            #expect(throws: RequestError.self, "\(text)") { try amount(text) }
        }
    }

    @Test("A date and an instant are read, and nothing else is a time") func times() throws {
        #expect(try moment("2024-03-25") == .day(day("2024-03-25")))
        #expect(try moment("2024-03-25T10:00:00Z").description == "2024-03-25T10:00:00Z")
        for text in ["", "yesterday", "2024-02-30", "2024-03-25T10:00:00", "25.03.2024"] {
            #expect(throws: RequestError.self, "\(text)") { try moment(text) }
            #expect(throws: RequestError.self, "\(text)") { try day(text) }
        }
    }

    @Test(
        "A moment is named by itself or by how many days it is before another one",
        arguments: [
            ("yesterday", "2024-02-29"), ("1", "2024-02-29"), ("7d", "2024-02-23"), ("1w", "2024-02-23"),
            ("366d", "2023-03-01"), ("2024-03-25", "2024-03-25"), ("2024-03-25T10:00:00Z", "2024-03-25T10:00:00Z"),
        ]
    )
    func momentsBefore(text: String, moment: String) throws {
        let asOf = try #require(AsOf("2024-03-01T10:00:00Z"))
        #expect(try sinceMoment(text).moment(before: asOf).description == moment)
    }

    @Test(
        "What is neither a moment nor a number of days is rejected",
        arguments: [
            "", "0", "0d", "-1", "+7d", "1000d", "2024", "7 d", "7m", "d", "tomorrow", "Yesterday", "\u{0667}d",
            "2024-02-30",
        ]
    )
    func noMomentBefore(text: String) {
        #expect(throws: RequestError.self) { try sinceMoment(text) }
    }

    @Test("All coins are no number of coins") func numberOfCoins() throws {
        #expect(try coinCount("all") == nil)
        #expect(try coinCount("20") == 20)
        #expect(throws: RequestError.self) { try coinCount("many") }
    }
}

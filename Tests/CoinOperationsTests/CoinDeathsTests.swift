import CoinModel
import Testing

@testable import CoinOperations

/// Evidence that a coin died, from which lists have it in which weeks.
@Suite struct CoinDeathsTests {
    /// Weeks as text, a letter for each coin of a list in a week, `.` for none of that coin.
    private static func list(_ coins: [String]) -> [String: [Double]] {
        Dictionary(
            coins.enumerated().map { place, weeks in
                ("c\(place)", weeks.map { $0 == "." ? Double.nan : 1 })
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test(
        "A coin missing from complete lists for three weeks is dead",
        arguments: [
            ("silent for three weeks", [["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxx..."]], true),
            ("silent for two", [["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxx.."]], false),
            (
                "another source has it",
                [["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxx..."], [".", "", "", "", "xxxxxxx."]], false
            ),
            (
                "a coin came back after three weeks", [["xxxxxxxx", "x...xxxx", "xxxxxxxx", "xxxxxxxx", "xxxxx..."]],
                false
            ),
            ("another took its place", [["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", ".....xxx", "xxxxx..."]], false),
            ("half of the coins end with it", [["xxxxxxxx", "xxxxxxxx", "xxxxx...", "xxxxx...", "xxxxx..."]], false),
        ]
    ) func deaths(_ name: String, _ lists: [[String]], _ isDead: Bool) {
        let padded = lists.map { $0.map { $0.padding(to: 8) } }
        let deaths = CoinDeaths(padded.map(Self.list), weeks: 8, inactive: [])
        #expect((deaths.evidence(of: "c4") != nil) == isDead, "\(name)")
    }

    @Test("A coin that a source marks as inactive is dead") func inactive() {
        let lists = [Self.list(["xxxxxxxx", "xxxxxxx."])]
        #expect(CoinDeaths(lists, weeks: 8, inactive: ["c1"]).evidence(of: "c1") != nil)
        #expect(CoinDeaths(lists, weeks: 8, inactive: []).evidence(of: "c1") == nil)
    }

    @Test(
        "A coin died that became another without a price, where a list of it goes on for three weeks",
        arguments: [("xxxxx...", true), ("xxxxxx..", false)]
    ) func failedMigration(_ weeks: String, _ isDead: Bool) throws {
        // A list of the largest coins: one came back after three weeks, so to leave it is no evidence.
        let list = Self.list(["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "x...xxxx", weeks])
        let deaths = CoinDeaths([list], weeks: 8, inactive: [])
        let terms = try MigrationTerms(ratio: .even, day: #require(Day("2023-03-01")))
        let migration = CoinMigration(former: "c4", current: "new", terms: terms)
        #expect(deaths.evidence(of: "c4") == nil)
        let expected = "it became new on 2023-03-01, of which no source has a price since"
        #expect(deaths.evidence(of: "c4", failed: migration) == (isDead ? expected : nil))
    }
}

extension String {
    /// The text with dots up to so many characters.
    fileprivate func padding(to count: Int) -> String { self + String(repeating: ".", count: count - self.count) }
}

import CoinModel
import Testing

@Suite struct CoinMigrationTests {
    @Test(
        "A migration ratio is read as old to new",
        arguments: [("100:1", 100.0, 1.0), ("1:1000", 1, 1000), ("1.5:0.25", 1.5, 0.25), ("0.000001:3", 1e-6, 3)]
    )
    func ratio(text: String, old: Double, new: Double) throws {
        let ratio = try #require(MigrationRatio(text))
        #expect((ratio.old, ratio.new) == (old, new))
        #expect(ratio.description == text)
        #expect(MigrationRatio(ratio.description) == ratio)
    }

    @Test(
        "A malformed migration ratio is rejected",
        arguments: [
            "", "1", "100", "1:", ":1", "1:1:1", "0:1", "1:0", "-1:1", "+1:1", "1e2:1", ".5:1", "5.:1", "nan:1",
            "inf:1",
            "0x1:1",
            "1,5:1", " 1:1", "1234567890123456:1", "1.2.3:1",
        ]
    )
    func malformedRatio(text: String) { #expect(MigrationRatio(text) == nil) }

    @Test("Prices are multiplied by the ratio and supplies divided") func conversion() throws {
        let ratio = try #require(MigrationRatio("100:1"))
        #expect(ratio.converted(0.5, of: .price("usd")) == 50)
        #expect(ratio.converted(0.5, of: .close("eur")) == 50)
        #expect([.circulatingSupply, .totalSupply, .maxSupply].map { ratio.converted(1300, of: $0) } == [13, 13, 13])
        let money: [Metric] = [.marketCap("usd"), .capitalisation("usd"), .volume("usd"), .volumeMean("usd"), .rate]
        #expect(money.allSatisfy { ratio.converted(7, of: $0) == 7 && ratio.factor(of: $0) == nil })
        #expect(ratio.factor(of: .price("usd")) == "× 100")
        #expect(ratio.factor(of: .totalSupply) == "× 0.01")
    }

    @Test("Ratios of a chain of migrations are multiplied") func chains() throws {
        func migration(_ former: String, _ current: String, _ ratio: String, _ day: String) throws -> CoinMigration {
            let terms = MigrationTerms(ratio: try #require(MigrationRatio(ratio)), day: try #require(Day(day)))
            return CoinMigration(former: former, current: current, terms: terms)
        }
        let all = try [
            migration("b", "c", "100:1", "2023-10-04"), migration("a", "b", "1:4", "2023-03-15"),
            migration("x", "y", "1:1", "2023-01-01"),
        ]
        let found = all.predecessors(of: "c")
        #expect(found.map(\.id) == ["b", "a"])
        #expect(found.map(\.until.description) == ["2023-10-04", "2023-03-15"])
        #expect(found.map(\.ratio.description) == ["100:1", "100:4"])
        #expect(found[1].ratio.converted(2.4, of: .price("usd")) == 60)
        #expect(all.predecessors(of: "a").isEmpty)
        #expect(all.migration(of: "b")?.current == "c")
        #expect(all.migration(of: "c") == nil)
    }

    @Test("An exchange of a coin's own units is a piece of its past and no other coin") func ownUnits() throws {
        func migration(_ former: String, _ current: String, _ ratio: String, _ day: String) throws -> CoinMigration {
            let terms = MigrationTerms(ratio: try #require(MigrationRatio(ratio)), day: try #require(Day(day)))
            return CoinMigration(former: former, current: current, terms: terms)
        }
        let all = try [migration("b", "b", "1000:1", "2024-05-05"), migration("a", "b", "1:4", "2023-03-15")]
        let found = all.predecessors(of: "b")
        #expect(found.map(\.id) == ["b", "a"] && found.map(\.isOfUnits) == [true, false])
        #expect(found.map(\.ratio.description) == ["1000:1", "1000:4"])
        #expect(all.migration(of: "b") == nil && !all.join("b", "c") && all.join("a", "b"))
        #expect(found[0].words == "had other units before 2024-05-05, 1000:1")
        // One of before the coin was that one says nothing of it: then it had the other's figures.
        let before = try [migration("b", "b", "1000:1", "2022-05-05"), migration("a", "b", "1:4", "2023-03-15")]
        #expect(before.predecessors(of: "b").map(\.id) == ["a"])
    }

    @Test("A migration decision reads back as written") func decisionText() throws {
        let text = "coinpaprika:a%20b migrated(100:1,2020-10-03) aave"
        let decision = try #require(CoinDecision(text))
        #expect(decision.coin == CoinArgument("coinpaprika:a b"))
        #expect(decision.relation.migration?.day == Day("2020-10-03"))
        #expect(decision.description == text)
        for bad in ["a migrated b", "a migrated() b", "a migrated(1:1) b", "a migrated(1,2020-10-03) b", "a gone b"] {
            #expect(CoinDecision(bad) == nil)
        }
    }
}

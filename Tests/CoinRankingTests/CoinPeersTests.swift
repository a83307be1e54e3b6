import CoinModel
import Foundation
import Testing

@testable import CoinRanking

/// Which coins are nearest to one, by sector, size and prices.
@Suite struct CoinPeersTests {
    private struct Listed {
        var id: String
        var name = ""
        var tags: [String] = []
        var cap = Double.nan
        /// Weekly log returns, newest first.
        var returns: [Double] = []
    }

    /// Returns of 52 weeks that are no multiple of each other for different steps.
    private static func returns(_ step: Int, weeks: Int = 52) -> [Double] {
        (0..<weeks).map { week in Double((week * step) % 11 - 5) / 100 }
    }

    private func section(_ coins: [Listed]) -> CrossSection {
        let listed = coins.map { Coin(id: $0.id, symbol: $0.id, name: $0.name, tags: $0.tags) }
        var section = CrossSection(asOf: .day(Day(index: 19_807)), quote: "usd", coins: listed, repositories: [])
        let time = Instant(lastSecondOf: section.asOf.lastCompleteWeek.lastDay)
        for (row, coin) in coins.enumerated() {
            if coin.cap.isFinite { section.marketCap[row] = DatedFigure(coin.cap, at: time, by: "test") }
            var close = 100.0
            for (weeksBack, change) in coin.returns.enumerated() {
                section.close[row, weeksBack] = close
                close /= exp(change)
                section.close[row, weeksBack + 1] = close
            }
        }
        return section
    }

    private func peers(of id: String, _ coins: [Listed], _ migrations: [CoinMigration] = []) throws -> CoinPeers {
        var section = section(coins)
        section.migrations = migrations
        return CoinPeers(of: try #require(coins.firstIndex { $0.id == id }), in: section)
    }

    private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-8 }

    @Test("The distance is the mean of what tags, capitalisations and returns come to") func formula() throws {
        let own = Self.returns(3)
        let coins = [
            Listed(id: "own", tags: ["L1", "Privacy Coins"], cap: 1e9, returns: own),
            Listed(id: "same", tags: ["privacy", "l1"], cap: 1e9, returns: own.map { 2 * $0 + 0.01 }),
            Listed(id: "tenth", tags: ["l1"], cap: 1e8, returns: own.map { -$0 }),
            Listed(id: "far", tags: ["meme"], cap: 1e12, returns: own),
        ]
        let found = try peers(of: "own", coins)
        #expect(found.own.distance == 0 && found.own.unknown.isEmpty)
        #expect(found.nearest.map(\.id) == ["same", "far", "tenth"])
        // Four coins have tags: l1 three of them, privacy two.
        let (common, rare) = (ln(5.0 / 3), ln(5.0 / 2))
        let tenth = (1 - common / (common + rare) + 0.5 + 1) / 3
        let distances = found.nearest.map(\.distance)
        #expect(near(distances[0], 0) && near(distances[1], 2.0 / 3) && near(distances[2], tenth))
        #expect(found.nearest.map(\.sharedTags) == [["privacy", "l1"], [], ["l1"]])
        #expect(near(found.nearest[2].sizeRatio.value, 0.1) && near(found.nearest[2].correlation.value, -1))
        #expect(found.nearest.allSatisfy { $0.commonWeeks == 52 })
    }

    @Test("What is unknown of a coin counts as the median of the others, and is named") func median() throws {
        let own = Self.returns(3)
        let coins = [
            Listed(id: "own", tags: ["l1"], cap: 1e9, returns: own),
            Listed(id: "a", tags: ["l1"], cap: 1e9, returns: own),
            Listed(id: "b", tags: ["l1"], cap: 1e8, returns: own),
            Listed(id: "c", tags: ["l1"], cap: 1e3, returns: own),
            Listed(id: "unsized", tags: ["l1"], returns: own), Listed(id: "untagged", cap: 1e9),
            Listed(id: "unknown"),
        ]
        let found = try peers(of: "own", coins)
        #expect(found.nearest.map(\.id) == ["a", "untagged", "unsized", "b", "c"])
        let byID = Dictionary(uniqueKeysWithValues: found.nearest.map { ($0.id, $0) })
        // Sizes are 0, 0.5, 1 and 0 away.
        #expect(try near(#require(byID["unsized"]).distance, 0.25 / 3))
        #expect(byID["unsized"]?.unknown == ["size"] && byID["untagged"]?.unknown == ["sector", "prices"])
        #expect(byID["unsized"]?.sizeRatio.reason == .noFreshCap && byID["untagged"]?.sharedTags == nil)
        #expect(found.leftOut == ["1 without a figure to compare"])
    }

    @Test("What is unknown of the coin itself counts for none") func unknownOfOwn() throws {
        let coins = [
            Listed(id: "own", tags: ["l1"]), Listed(id: "a", tags: ["meme"], cap: 1, returns: Self.returns(3)),
            Listed(id: "b", tags: ["l1"]), Listed(id: "c", cap: 5),
        ]
        let found = try peers(of: "own", coins)
        #expect(found.own.unknown == ["size", "prices"])
        #expect(found.nearest.map(\.id) == ["b", "a"] && found.nearest.map(\.distance) == [0, 1])
        let none = try peers(of: "own", [Listed(id: "own")] + coins.dropFirst())
        #expect(none.nearest.isEmpty && none.own.distance.isNaN)
    }

    @Test("A correlation needs 26 weeks with a return of both, and returns that vary", arguments: [25, 26])
    func weeks(_ count: Int) throws {
        let coins = [
            Listed(id: "own", returns: Self.returns(3)),
            Listed(id: "short", returns: Self.returns(3, weeks: count)),
            Listed(id: "still", returns: Array(repeating: 0, count: 52)),
        ]
        let found = try peers(of: "own", coins)
        #expect(found.nearest.map(\.id) == (count < 26 ? [] : ["short"]))
        let short = PeerDistance(from: 0, in: section(coins)).peer(1)
        #expect(short.commonWeeks == count && short.correlation.isThere == (count == 26))
        #expect(PeerDistance(from: 0, in: section(coins)).peer(2).correlation.reason == .noValue)
    }

    @Test("Other forms of the coin and coins of another kind are no peers") func forms() throws {
        let (own, other) = (Self.returns(3), Self.returns(7))
        let coins = [
            Listed(id: "btc", name: "Bitcoin", cap: 1e12, returns: own),
            Listed(id: "wbtc", name: "Wrapped Bitcoin", cap: 1e9, returns: own),
            Listed(id: "sbtc", name: "Wrapped Bitcoin", tags: ["wrapped"], cap: 1e9, returns: other),
            Listed(id: "usdx", name: "X", tags: ["stablecoin"], cap: 1e9, returns: other),
            Listed(id: "usdy", name: "Y", tags: ["stablecoin"], cap: 1e6, returns: own),
            Listed(id: "old", name: "Old", cap: 1e9, returns: own),
            Listed(id: "new", name: "New", cap: 1e9, returns: own),
        ]
        let day = try #require(Day("2023-01-01"))
        let migration = CoinMigration(former: "old", current: "new", terms: MigrationTerms(ratio: .even, day: day))
        let bitcoin = try peers(of: "btc", coins, [migration])
        #expect(bitcoin.nearest.map(\.id) == ["new"])
        // One that is called so and moves otherwise stands for something else.
        #expect(bitcoin.forms.map(\.id) == ["wbtc"])
        #expect(bitcoin.forms[0].kind.hasPrefix("a wrapped token, by its name and price"))
        #expect(bitcoin.leftOut == ["3 of another kind", "1 that became another one"])
        #expect(try peers(of: "usdx", coins, [migration]).nearest.map(\.id) == ["usdy"])
        let wrapped = try peers(of: "wbtc", coins, [migration])
        #expect(wrapped.nearest.map(\.id) == ["sbtc"] && wrapped.forms.map(\.kind) == ["which it stands for"])
        let former = try peers(of: "old", coins, [migration])
        #expect(former.nearest.map(\.id) == ["btc"] && former.forms.map(\.kind) == ["which it became"])
        #expect(try peers(of: "new", coins, [migration]).forms.map(\.kind) == ["which became it"])
    }

    @Test("Neither the order of the coins nor that of their tags matters, and ties go by id") func order() throws {
        let coins =
            (0..<40).map { number in
                Listed(
                    id: "c\(number)",
                    tags: (0..<number % 4).map { "t\(number % 3 + $0)" },
                    cap: number % 5 == 0 ? .nan : Double(1 + number % 7),
                    returns: number % 6 == 0 ? [] : Self.returns(1 + number % 9)
                )
            } + ["twin2", "twin1", "twin10"].map { Listed(id: $0, tags: ["t1"], cap: 3, returns: Self.returns(4)) }
        let found = try peers(of: "c7", coins)
        let turned = try peers(
            of: "c7",
            coins.reversed().map { coin in
                var coin = coin
                coin.tags.reverse()
                return coin
            }
        )
        #expect(found.nearest.count > 30)
        #expect(found.nearest.map(\.id) == turned.nearest.map(\.id))
        #expect(found.nearest.map(\.distance) == turned.nearest.map(\.distance))
        #expect(found.nearest.map(\.sharedTags) == turned.nearest.map(\.sharedTags))
        #expect(found.nearest.map(\.id).filter { $0.hasPrefix("twin") } == ["twin1", "twin10", "twin2"])
    }
}

import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct MeasuredUniverseTests {
    @Test("Parts stay in order whichever finishes first") func partOrder() {
        for parts in [1, 3, 7, 16] {
            let numbers = onAllCores(parts: parts) { Array(share($0, of: parts, count: 100)) }
            #expect(numbers == Array(0..<100))
        }
        #expect(onAllCores(parts: 0) { _ in [1] }.isEmpty)
    }

    @Test("Parallel measuring gives the same values as one coin alone", arguments: [1, 5, 16, 40])
    func parallelMeasures(count: Int) throws {
        let section = try DiscoveryScoreTests.whole(count, seed: 7)
        let universe = MeasuredUniverse(section, .discovery, RankingOptions())
        #expect(universe.each { $0.coin.id } == section.coins.map(\.id).sorted())
        let changes = universe.each { $0.development.changePercent.value }
        let momenta = universe.each { $0.close.momentum.value }
        for place in 0..<count {
            let coin = MeasuredUniverse(section, .discovery, RankingOptions()).coin(place)
            #expect(coin.place == place)
            #expect(changes[place].bitPattern == coin.development.changePercent.value.bitPattern)
            #expect(momenta[place].bitPattern == coin.close.momentum.value.bitPattern)
        }
    }

    @Test("A universe without coins is ranked") func noCoins() throws {
        let section = CrossSection(asOf: try #require(AsOf("2024-03-25")), quote: "usd", coins: [], repositories: [])
        for preset in Preset.allCases {
            #expect(try ranking(of: section, preset: preset).rows.isEmpty)
        }
    }
}

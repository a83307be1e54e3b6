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

    @Test("Measures that are dropped and measured again, and a top, give the same ranking", arguments: Preset.allCases)
    func droppedMeasures(preset: Preset) throws {
        let section = try DiscoveryScoreTests.whole(40, seed: 9)
        let whole = try ranking(of: section, preset: preset)
        #expect(!whole.rows.isEmpty)
        for most in [0, 39, 40] {
            let universe = MeasuredUniverse(section, preset, RankingOptions(), keeping: most)
            let again = ranking(of: universe)
            #expect(again.rows == whole.rows && again.notes == whole.notes && again.lead == whole.lead)
            for top in [1, 7, 41] {
                let first = ranking(of: universe, top: top)
                #expect(first.rows == Array(whole.rows.prefix(top)) && first.notes == whole.notes)
            }
        }
    }

    @Test("Coins whose weeks are read in blocks give the same ranking", arguments: Preset.allCases)
    func blocks(preset: Preset) throws {
        let section = try DiscoveryScoreTests.whole(40, seed: 9)
        let whole = try ranking(of: section, preset: preset)
        for size in [1, 7, 16, 39] {
            let blocks = section.inBlocks(of: size)
            #expect(SectionDigest(blocks, .all).text(of: .all) == SectionDigest(section, .all).text(of: .all))
            for top in [3, 40] {
                let again = try ranking(of: blocks, preset: preset, top: top)
                #expect(again.rows == Array(whole.rows.prefix(top)) && again.notes == whole.notes, "\(size)")
                #expect(again.lead == whole.lead)
            }
        }
    }

    @Test("One coin's other rate ranks all as if everything were drawn anew", arguments: [0.2, 1, 5])
    func otherRate(factor: Double) throws {
        let section = try DiscoveryScoreTests.whole(24, seed: 11)
        let universe = MeasuredUniverse(section, .discovery, RankingOptions())
        let first = try #require(universe.ranking.first)
        let rate = try #require(universe.development[first].rate)
        let other = rate.less(rate.recent * (1 - 1 / (1 + factor)))
        var estimates = universe.discovery.estimates
        estimates[0][first] = other.posterior(usual: universe.usualRatio).estimate
        let drawn = DiscoveryScores(
            estimates,
            among: universe.eligible,
            seeds: universe.input.order.map { section.seeds[$0] },
            weights: [:],
            necessary: [.development]
        )
        #expect(universe.ranking(with: other, of: first) == drawn.ranking)
        #expect(universe.ranking(with: rate, of: first) == universe.ranking)
    }

    @Test("A universe without coins is ranked") func noCoins() throws {
        let section = CrossSection(asOf: try #require(AsOf("2024-03-25")), quote: "usd", coins: [], repositories: [])
        for preset in Preset.allCases {
            #expect(try ranking(of: section, preset: preset).rows.isEmpty)
        }
    }
}

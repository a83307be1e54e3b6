import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct RankedCoinTests {
    @Test("Ranks without other columns are those of the ranking", arguments: Preset.allCases, [false, true])
    func ranks(preset: Preset, hasBands: Bool) throws {
        let section = try DiscoveryScoreTests.whole(60, seed: 23)
        let table = try ranking(of: section, preset: preset)
        let coins = try rankedCoins(of: section, preset: preset, options: RankingOptions(), withBands: hasBands)
        #expect(!coins.isEmpty)
        #expect(coins.map(\.id) == Array(try table.ids().prefix(coins.count)))
        for coin in coins {
            #expect(try table.number("rank", coin.id) == Double(coin.rank))
            let ends = try ["rank_low", "rank_high"].map { try table.number($0, coin.id) }
            let isBanded = hasBands && preset == .discovery
            #expect(coin.band.map { Double($0.lowerBound) } == (isBanded ? ends[0] : nil))
            #expect(coin.band.map { Double($0.upperBound) } == (isBanded ? ends[1] : nil))
        }
    }

    @Test("Scores of a past week are those of the ranking, whatever else is drawn") func scores() throws {
        let section = try DiscoveryScoreTests.whole(60, seed: 24)
        let signals = ["score", "z_development", "z_cap_against_volume", "rank_low"]
        let week = try scoredWeek(of: section, preset: .discovery, options: RankingOptions(), signals: signals)
        let whole = MeasuredUniverse(section, .discovery, RankingOptions())
        for name in signals {
            let found = try #require(ColumnDictionary.entries(quote: "usd", .discovery, [name]).first)
            let cell = found.cell(whole)
            let expected = zip(whole.each { cell($0).value ?? .nan }, week.isRanked).map { $1 ? $0 : .nan }
            let own = week.signals[try #require(signals.firstIndex(of: name))]
            #expect(own.map(\.bitPattern) == expected.map(\.bitPattern))
        }
    }
}

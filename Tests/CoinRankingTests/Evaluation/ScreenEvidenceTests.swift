import CoinModel
import CoinTables
import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// What the members of a screen earned beside the others.
@Suite struct ScreenEvidenceTests {
    /// Twelve coins of which each grows by its own share a week, coin i by i percent, over ten weeks.
    private func panel() -> EvaluationPanel {
        var panel = EvaluationPanel(
            coins: (0..<12).map { "c\($0 + 10)" },
            seeds: (0..<12).map { UInt64($0) },
            first: Week(index: 1000),
            weeks: 10
        )
        for coin in 0..<12 {
            var price = 100.0
            for week in 0..<panel.closes.weeks {
                panel.closes[coin, week] = price
                if week >= EvaluationPanel.lead - 1 { price *= 1 + 0.01 * Double(coin) }
            }
            for week in 0..<10 {
                panel.admit(coin, in: week)
                panel.volumes[coin, week] = 1_000_000
            }
        }
        return panel
    }

    private func members(_ coins: [Int]) -> PanelMatrix {
        PanelMatrix(coins: 12, weeks: 10) { coin, _ in coins.contains(coin) ? 1 : .nan }
    }

    @Test("A screen that all coins pass has an excess of exactly 0") func all() throws {
        let all = ScreenEvaluation(panel(), members: members(Array(0..<12)), horizons: [1, 4])
        for evidence in all.evidence {
            #expect(evidence.excess.mean == 0 && evidence.gross == 0 && evidence.members == 12)
            #expect(evidence.excess.weeks == 9 - evidence.horizon && evidence.emptyWeeks == 0)
        }
        let (market, _) = EvaluationLevelTests.market(EvaluationLevelTests.worlds[0], 1)
        let whole = PanelMatrix(coins: market.coins.count, weeks: market.weeks) { _, _ in 1 }
        let found = try #require(ScreenEvaluation(market, members: whole, horizons: [4]).decisive.first)
        #expect(found.neutral.mean == 0 && found.neutral.weeks > 40)
    }

    @Test("Members are bought a week late, held for h weeks, and set against the mean of all") func byHand() throws {
        // Coins 10 and 11 earn 10 and 11 percent in a week, all of them 5.5 on average.
        let two = ScreenEvaluation(panel(), members: members([10, 11]), horizons: [1, 2])
        let (one, longer) = (two.evidence[0], two.evidence[1])
        #expect(abs(one.excess.mean - 0.05) < 1e-12)
        let factors: [Double] = (0..<12).map { 1 + 0.01 * Double($0) }
        let grown: [Double] = factors.map { $0 * $0 - 1 }
        let ofMembers: Double = (grown[10] + grown[11]) / 2
        let ofAll: Double = grown.reduce(0, +) / 12
        let expected = ofMembers - ofAll
        #expect(abs(longer.excess.mean - expected) < 1e-12)
        #expect(one.betterShare == 1 && one.members == 2)
        #expect(abs(one.gross - 0.05) < 1e-12 && one.net < one.gross)
        #expect(one.capacity.all == 20_000)
        #expect(one.verdict.hasPrefix("NO CALL"))
    }

    @Test("What 1 grew to counts the weeks in which members were held, for members and for all") func grown() throws {
        var some = members([10])
        // Held from week 2 on; bought in week 5 are none, so that week 7 holds nothing.
        some[10, 5] = .nan
        let free = TradingCosts(low: 0, middle: 0, high: 0)
        let weeks = try #require(
            ScreenEvaluation(panel(), members: some, horizons: [1], costs: free).weeksTable.map(NamedRows.init)
        )
        let held = (0..<10).filter { $0 >= 2 && $0 != 7 }
        #expect(weeks.rows.indices.map { weeks.text($0, "week") }.first == "\(Week(index: 1000))")
        for week in 0..<10 {
            let count = Double(held.count { $0 <= week })
            let (own, all) = (weeks.number(week, "wealth_members"), weeks.number(week, "wealth_all"))
            #expect(held.contains(week) ? abs(own - pow(1.1, count)) < 1e-9 : own.isNaN)
            #expect(held.contains(week) ? abs(all - pow(1.055, count)) < 1e-9 : all.isNaN)
        }
        #expect(abs(weeks.number(0, "excess") - 0.045) < 1e-12 && weeks.number(5, "excess").isNaN)
    }

    @Test("Weeks in which no coin passes are counted, and judge nothing") func empty() throws {
        var some = members([3])
        for week in 0..<4 { some[3, week] = .nan }
        let found = try #require(ScreenEvaluation(panel(), members: some, horizons: [1]).evidence.first)
        #expect(found.emptyWeeks == 4 && found.excess.weeks == 4 && found.members == 1)
        let none = try #require(ScreenEvaluation(panel(), members: members([]), horizons: [1]).evidence.first)
        #expect(none.excess.mean.isNaN && none.emptyWeeks == 10 && none.members.isNaN)
    }

    @Test("Of random screens, p is below 0.10 for a tenth at most") func level() {
        let rounds = Depth.rounds(200)
        let rejected = onAllCores(parts: rounds) { round -> [Bool] in
            let (panel, signal) = EvaluationLevelTests.market(EvaluationLevelTests.worlds[1], round)
            // The upper quarter by a signal that keeps most of itself from week to week and leans on beta.
            let members = PanelMatrix(coins: panel.coins.count, weeks: panel.weeks) { coin, week in
                signal[coin, week] > 0.7 ? 1 : .nan
            }
            let found = ScreenEvaluation(panel, members: members, horizons: [4]).decisive
            return [(found.first?.neutral.p ?? 0) < 0.1]
        }
        let share = Double(rejected.count { $0 }) / Double(rounds)
        #expect(share <= 0.1 + 2 * (0.09 / Double(rounds)).squareRoot(), "p rejects \(share)")
    }
}

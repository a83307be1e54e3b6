import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

/// What coins return that have no price any more, and what a panel says of each week's universe.
@Suite struct EvaluationPanelTests {
    /// Two coins at 10, 11, 12, … of which the second has no price from the fourth week on.
    private func panel(isDead: Bool) -> EvaluationPanel {
        var panel = EvaluationPanel(coins: ["a", "b"], seeds: [1, 2], first: Week(index: 1000), weeks: 8)
        for coin in 0..<2 {
            for week in 0..<8 where coin == 0 || week < 4 {
                panel.closes[coin, EvaluationPanel.lead + week] = Double(10 + week)
                panel.admit(coin, in: week)
            }
        }
        panel.isDead[1] = isDead
        return panel
    }

    @Test(
        "A return after the last price is a loss only with evidence of death",
        arguments: [
            (true, EvaluationPanel.Ending.loss, -1.0), (true, .lastPrice, 13.0 / 12 - 1), (false, .loss, 13.0 / 12 - 1),
        ]
    ) func lostByEvidence(_ isDead: Bool, _ ending: EvaluationPanel.Ending, _ expected: Double) {
        let returns = panel(isDead: isDead).futureReturns(weeks: 2, ending)
        // Bought at the close of week 2, sold after the last price in week 3.
        #expect(returns[1, 1] == expected)
        #expect(returns[1, 0] == 13.0 / 11 - 1)
        // A coin whose last price is before the week after leaves the ranks.
        #expect(returns[1, 3].isNaN)
        #expect(returns[0, 4] == 17.0 / 15 - 1)
        #expect(returns[0, 5].isNaN)
    }

    @Test("A dead coin loses everything in the week after its last close, and nothing later") func weeklyLoss() {
        let lost = panel(isDead: true).weeklyReturns(.loss)
        #expect((3..<6).map { lost[1, $0] }.prefix(2) == [13.0 / 12 - 1, -1])
        #expect(lost[1, 5].isNaN)
        let censored = panel(isDead: true).weeklyReturns(.lastPrice)
        #expect(censored[1, 4] == 0)
    }

    @Test("A missing week has no return, and the next one has the change") func gap() {
        var panel = panel(isDead: false)
        panel.closes[0, EvaluationPanel.lead + 3] = .nan
        let returns = panel.weeklyReturns(.loss)
        #expect(returns[0, 3] == 0)
        #expect(returns[0, 4] == 14.0 / 12 - 1)
        // It cannot be bought at a close that is missing, and is sold at the newest one.
        #expect(panel.futureReturns(weeks: 2)[0, 2].isNaN)
        #expect(panel.futureReturns(weeks: 1)[0, 1] == 0)
    }

    @Test("Groups are thirds by size, and tags of at least ten coins") func groups() {
        let coins = (0..<12).map { "c\($0)" }
        var panel = EvaluationPanel(coins: coins, seeds: coins.map { _ in 0 }, first: Week(index: 1000), weeks: 1)
        for coin in coins.indices {
            panel.admit(coin, in: 0)
            panel.sizes[coin, 0] = coin == 11 ? .nan : Double(coin)
            panel.tags[coin] = coin < 10 ? ["L1"] : ["L2"]
        }
        let groups = CoinGroup.all(panel)
        let signal = PanelMatrix(coins: 12, weeks: 1) { coin, _ in Double(coin) }
        func members(_ group: CoinGroup) -> [Int] {
            let own = group.members(signal)
            return coins.indices.filter { !own[$0, 0].isNaN }
        }
        #expect(groups.map(\.name).suffix(1) == ["tag L1"])
        #expect(groups.map(members) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10], Array(0..<10)])
    }

    @Test("An evaluation has both endings, equal without dead coins, and three kinds of placebos") func bothEndings() {
        for isDead in [false, true] {
            let (panel, signal) = market(isDead: isDead)
            let found = Evaluation(panel, [EvaluatedSignal("score", signal)], horizons: [2], placebos: 40)
            #expect(found.evidence.map(\.ending) == [.loss, .lastPrice])
            #expect(found.decisive.map(\.ending) == [.loss])
            #expect((found.evidence[0].ic.mean == found.evidence[1].ic.mean) != isDead)
            #expect(found.placebos.shares.map(\.lean) == [.nothing, .beta, .size])
            #expect(found.placebos.shares.allSatisfy { $0.count == 40 })
            let table = found.table(adjusted: [0.5], trials: 1, sharpes: [])
            #expect(table.rows.count == 2)
            #expect(table.rows.map { $0[2] } == [.text("loss"), .text("last price")])
            // Trials and their q are of `loss` alone.
            let q = table.place(of: "q")
            #expect(q.map { place in table.rows.map { $0[place] } } == [.number(0.5), .missing(.notCounted)])
        }
    }

    /// Fourteen coins over 40 weeks, of which the last one has no price from week 20 on.
    private func market(isDead: Bool) -> (EvaluationPanel, PanelMatrix) {
        let coins = (0..<14).map { "c\($0 + 10)" }
        let seeds = coins.map(SeededRandom.seed(of:))
        var panel = EvaluationPanel(coins: coins, seeds: seeds, first: Week(index: 1000), weeks: 40)
        for coin in coins.indices {
            var price = 10.0
            for week in 0..<panel.closes.weeks where coin < 13 || week < EvaluationPanel.lead + 20 {
                price *= 0.9 + 0.21 * Seeds.u(week, seeds[coin], 1)
                panel.closes[coin, week] = price
            }
            for week in 0..<40 where coin < 13 || week < 20 {
                panel.admit(coin, in: week)
                panel.sizes[coin, week] = Double(coin)
                panel.momenta[coin, week] = Seeds.u(week, seeds[coin], 3)
            }
        }
        panel.isDead[13] = isDead
        panel.estimateBetas()
        return (panel, PanelMatrix(coins: 14, weeks: 40) { Seeds.u($1 / 4, seeds[$0], 2) })
    }
}

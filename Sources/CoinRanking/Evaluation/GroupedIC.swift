/// The mean rank IC of a signal among coins that are alike in size or have a tag in common.
struct GroupedIC {
    let signal: String
    let horizon: Int
    let ending: EvaluationPanel.Ending
    /// What the coins have in common.
    let group: String
    let ic: PhaseError
    /// The mean number of coins of the weeks that count.
    let coins: Double
}

/// Coins of each week of a panel that have something in common.
struct CoinGroup {
    /// What they have in common.
    let name: String
    /// Coin after coin, whether it is in it in each week.
    private var isIn: [Bool]

    private init(_ name: String, _ panel: EvaluationPanel) {
        self.name = name
        isIn = Array(repeating: false, count: panel.coins.count * panel.weeks)
    }

    /// A signal of these coins only.
    func members(_ signal: PanelMatrix) -> PanelMatrix {
        var members = signal
        for coin in 0..<signal.coins {
            for week in 0..<signal.weeks where !isIn[coin * signal.weeks + week] { members[coin, week] = .nan }
        }
        return members
    }

    /// The thirds of each week's universe by capitalisation of then, and the tags that 10 coins or more have, by name.
    static func all(_ panel: EvaluationPanel) -> [CoinGroup] {
        var thirds = ["smallest", "middle", "largest"].map { CoinGroup("\($0) third by capitalisation", panel) }
        for week in 0..<panel.weeks {
            let coins = panel.coins.indices.filter { panel.isMember($0, in: week) && !panel.sizes[$0, week].isNaN }
            let order = coins.sorted { (panel.sizes[$0, week], $0) < (panel.sizes[$1, week], $1) }
            for (third, coins) in ExchangeTest.parts(order, thirds.count).enumerated() {
                for coin in coins { thirds[third].isIn[coin * panel.weeks + week] = true }
            }
        }
        let tags = Set(panel.tags.joined()).sorted().compactMap { tag -> CoinGroup? in
            let coins = panel.coins.indices.filter { panel.tags[$0].contains(tag) }
            guard coins.count >= RankedPanel.fewestCoins else { return nil }
            var group = CoinGroup("tag \(tag)", panel)
            for coin in coins {
                for week in 0..<panel.weeks { group.isIn[coin * panel.weeks + week] = true }
            }
            return group
        }
        return thirds + tags
    }
}

/// The mean rank IC of a signal over one horizon, among all coins or those that are alike in size or have a tag in common.
struct GroupedIC {
    let signal: String
    let horizon: Int
    let ending: EvaluationPanel.Ending
    /// What the coins have in common.
    let group: String
    let ic: BlockStandardError
    /// The mean number of coins of the weeks that count.
    let coins: Double

    init(_ signal: String, _ members: PanelMatrix, of group: String = "all", _ outcome: Outcome) {
        let ranked = RankedPanel(members, outcome.values)
        (self.signal, self.group) = (signal, group)
        (horizon, ending) = (outcome.horizon, outcome.ending)
        ic = BlockStandardError(ranked.correlations, horizon: horizon)
        coins = ranked.coinsPerWeek
    }
}

/// Coins of each week of a panel that have something in common.
struct CoinGroup {
    /// What they have in common.
    let name: String
    /// Whether a coin is in it in a week.
    private let isIn: (_ coin: Int, _ week: Int) -> Bool

    /// A signal of these coins only.
    func members(_ signal: PanelMatrix) -> PanelMatrix { signal.only(where: isIn) }

    /// The thirds of each week's universe by capitalisation at that time, and the tags that 10 coins or more have, by name.
    static func all(_ panel: EvaluationPanel) -> [CoinGroup] {
        var third = [Int?](repeating: nil, count: panel.coins.count * panel.weeks)
        for week in 0..<panel.weeks {
            let coins = panel.coins.indices.filter { panel.isMember($0, in: week) && !panel.sizes[$0, week].isNaN }
            let order = coins.sorted { (panel.sizes[$0, week], $0) < (panel.sizes[$1, week], $1) }
            for (part, coins) in ExchangeTest.parts(order, 3).enumerated() {
                for coin in coins { third[coin * panel.weeks + week] = part }
            }
        }
        let (thirds, weeks) = (third, panel.weeks)
        let sizes = ["smallest", "middle", "largest"].enumerated().map { part, name in
            CoinGroup(name: "\(name) third by capitalisation") { thirds[$0 * weeks + $1] == part }
        }
        let tags = Set(panel.tags.joined()).sorted().filter { tag in
            panel.tags.count { $0.contains(tag) } >= RankedPanel.fewestCoins
        }
        return sizes + tags.map { tag in CoinGroup(name: "tag \(tag)") { coin, _ in panel.tags[coin].contains(tag) } }
    }
}

internal import CoinModel
internal import CoinRanking
internal import RawInput

extension PastWeeks {
    /// The weeks as signals are judged by: coins in byte order by weeks, closes up to the newest one.
    func panel() -> EvaluationPanel {
        let ids = ids
        let first = weeks.first?.week ?? asOf.lastCompleteWeek
        let count = first.distance(to: asOf.lastCompleteWeek) + 1
        var panel = EvaluationPanel(coins: ids, seeds: ids.map { Digest.leading64($0) }, first: first, weeks: count)
        let places = Dictionary(firstOf: ids.enumerated().map { ($1, $0) })
        for (place, id) in ids.enumerated() {
            for week in 0..<panel.closes.weeks {
                panel.closes[place, week] = closes.close(id, first.advanced(by: week - EvaluationPanel.lead))
            }
            panel.isDead[place] = closes.evidenceOfDeath(of: id) != nil
            panel.tags[place] = coins[id]?.listedTags ?? []
        }
        for (week, scored) in weeks.enumerated() {
            for (row, id) in scored.ids.enumerated() {
                guard let place = places[id] else { continue }
                panel.volumes[place, week] = scored.volume[row]
                panel.sizes[place, week] = scored.size(row)
                panel.momenta[place, week] = scored.momentum[row]
                if scored.isRanked[row], bounds.include(scored.capitalisation[row], scored.volume[row]) {
                    panel.admit(place, in: week)
                }
            }
        }
        panel.estimateBetas()
        return panel
    }

    /// What each signal, and each variation of the score, said of the coins of a panel.
    func signals(
        _ names: [String],
        _ variations: [RankingVariation] = [],
        of panel: EvaluationPanel
    ) -> [EvaluatedSignal] {
        let places = Dictionary(firstOf: panel.coins.enumerated().map { ($1, $0) })
        return (names + variations.map(\.signal)).enumerated().map { index, name in
            var values = PanelMatrix(coins: panel.coins.count, weeks: panel.weeks)
            for (week, scored) in weeks.enumerated() {
                for (row, id) in scored.ids.enumerated() {
                    if let place = places[id] { values[place, week] = scored.signals[index][row] }
                }
            }
            return EvaluatedSignal(name, values, isVariation: index >= names.count)
        }
    }

    /// All coins that were ever ranked, and Bitcoin, in byte order.
    private var ids: [String] {
        var ids: Set<String> = []
        for week in weeks {
            for (row, id) in week.ids.enumerated() where week.isRanked[row] || id == "bitcoin" { ids.insert(id) }
        }
        return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

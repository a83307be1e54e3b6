internal import CoinModel
internal import CoinRanking
internal import RawInput

extension PastWeeks {
    /// The weeks as signals are judged by, coins in byte order by weeks, closes up to the newest one; and what each signal, and each
    /// variation of the score, said of them.
    func panel(
        _ names: [String],
        _ variations: [RankingVariation]
    ) -> (panel: EvaluationPanel, signals: [EvaluatedSignal]) {
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
        let all = names + variations.map(\.signal)
        var signals = all.map { _ in PanelMatrix(coins: ids.count, weeks: count) }
        for (week, scored) in weeks.enumerated() {
            for (row, id) in scored.ids.enumerated() {
                guard let place = places[id] else { continue }
                for signal in all.indices { signals[signal][place, week] = scored.signals[signal][row] }
                panel.volumes[place, week] = scored.volume[row]
                panel.sizes[place, week] = scored.size(row)
                panel.momenta[place, week] = scored.momentum[row]
                if scored.isRanked[row], bounds.include(scored.capitalisation[row], scored.volume[row]) {
                    panel.admit(place, in: week)
                }
            }
        }
        panel.estimateBetas()
        let evaluated = zip(all, signals).enumerated().map { index, signal in
            EvaluatedSignal(signal.0, signal.1, isVariation: index >= names.count)
        }
        return (panel, evaluated)
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

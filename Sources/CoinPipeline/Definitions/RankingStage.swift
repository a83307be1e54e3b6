/// A stage that every pipeline has behind those that load and ask, by its name.
enum RankingStage: String, CaseIterable {
    case score, check, report, export, alert
}

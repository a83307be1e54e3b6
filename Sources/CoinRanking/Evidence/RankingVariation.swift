/// The same preset under a choice that might have been made otherwise, so that evidence can be judged under each.
///
/// Only how coins are scored changes: who is in the universe and what state a coin is in stay as the method has them.
public struct RankingVariation: Sendable {
    /// What is otherwise, as `development −25 %` or `windows 8/26`.
    public let change: String
    let options: RankingOptions

    /// What its score is called among signals.
    public var signal: String { "score: \(change)" }
    /// Whether it reads developer activity of more than a year.
    public var readsEarlierYear: Bool { options.activity.windows.reachBeyondYear }

    /// All that are tried of a preset: weights, the prior where it has one, and the windows of developer activity.
    public static func all(of preset: Preset, _ options: RankingOptions) -> [RankingVariation] {
        var methods: [(String, ActivityMethod)] = []
        if preset == .discovery {
            methods = [
                ("prior of 1 unit", ActivityMethod(priorUnits: 1)),
                ("prior of 4 units", ActivityMethod(priorUnits: 4)),
                ("prior at no change", ActivityMethod(isCentred: false)),
            ]
        }
        methods += [(8, 26), (26, 104)].map { recent, year in
            ("windows \(recent)/\(year)", ActivityMethod(windows: ActivityWindows(recent: recent, year: year)))
        }
        let changes = methods.map { change, method in
            var other = options
            other.activity = method
            return (change, other)
        }
        return (preset.weightChanges(options) + changes).map { RankingVariation(change: $0.0, options: $0.1) }
    }
}

public import CoinModel

/// The weekly series of a cloned repository, made anew from all its commits whenever new ones come.
///
/// The series begins with the week of the first landing ever known; a week that was looked at and has no commits is all
/// zeros, also where a branch that was written anew lost those that it had.
public enum CloneWeeks {
    /// What is counted.
    static let metrics: [Metric] = [.commits, .merges, .botCommits, .developers, .developerDays]

    /// The weeks through the last one that was looked at.
    ///
    /// - Parameters:
    ///   - block: what was read last.
    ///   - counted: all commits by week.
    ///   - known: the first week with commits that the repository is known for.
    /// - Returns: nil where no week is over.
    public static func observations(_ block: CommitBlock, _ counted: WeeklyCommits, since known: Week?)
        -> ObservationBlock?
    {
        let counted = counted.weeks
        guard let first = [counted.keys.min(), known].compactMap({ $0 }).min(), first <= block.covered else {
            return nil
        }
        var observations = ObservationBlock(source: block.source, resolution: .week, metrics: metrics)
        observations.subjects = [.repository(block.repository)]
        for step in 0...first.distance(to: block.covered) {
            let week = first.advanced(by: step)
            let counts = counted[week] ?? WeeklyCommits.Counts()
            observations.subjectIndex.append(0)
            observations.times.append(Int64(week.index))
            observations.lines.append(0)
            let values = [counts.commits, counts.merges, counts.bots, counts.developers, counts.developerDays]
            for (metric, value) in values.enumerated() { observations.values[metric].append(Double(value)) }
        }
        return observations
    }
}

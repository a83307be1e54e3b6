public import CoinModel

/// Who writes commits at a rate no person does: more than 50 a day on over half of the author's days, of which there are 10
/// or more.
///
/// Days of authors and never of landing: one release lands the work of weeks on one day. Agents are not judged.
public enum BurstRule {
    /// The most commits that a person writes on most days.
    public static let mostCommits = 50
    /// The fewest active days for a decision.
    public static let fewestDays = 10

    /// The developers of a whole history that the rule takes for programs.
    public static func automatedAuthors(of commits: [CommitRecord]) -> Set<Int32> {
        automatedAuthors(commits.lazy.filter { !$0.flags.contains(.agent) }.map { ($0.developer, $0.authoredDay) })
    }

    /// The developers that the rule takes for bots, by who authored each commit, negative for none, and on which UTC
    /// day.
    static func automatedAuthors(_ authored: some Sequence<(Int32, Int32)>) -> Set<Int32> {
        // One number for each commit: sorted, a day of a developer is a run of equal ones.
        let written = authored.compactMap { developer, day in
            developer < 0 ? nil : UInt64(developer) << 32 | UInt64(UInt32(bitPattern: day))
        }.sorted()
        var active: [Int32: (days: Int, excessive: Int)] = [:]
        var start = 0
        while start < written.count {
            var end = start
            while end < written.count, written[end] == written[start] { end += 1 }
            let developer = Int32(written[start] >> 32)
            active[developer, default: (0, 0)].days += 1
            if end - start > mostCommits { active[developer]?.excessive += 1 }
            start = end
        }
        return Set(active.filter { $1.days >= fewestDays && $1.excessive * 2 > $1.days }.keys)
    }
}

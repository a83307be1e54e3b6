import CoinModel
import Testing

@testable import CoinPanel

/// Commits by week, counted by hand.
@Suite struct WeeklyCommitsTests {
    /// The week of 2024-03-17.
    private static let newest = Week(containing: Day(index: 19_799))

    /// Commits as their day counted from the newest week's first, their developer and what they are.
    private func columns(_ commits: [(day: Int32, developer: Int32, flags: CommitFlags)]) -> CommitColumns {
        var columns = CommitColumns()
        for (place, commit) in commits.enumerated() {
            let day = Self.newest.start.index + commit.day
            columns.ids.append(UInt64(place + 1))
            columns.landed.append(Int64(day) * 86_400 + 3_600)
            columns.committedDays.append(day)
            columns.authoredDays.append(day)
            columns.developers.append(commit.developer)
            columns.marks.append(commit.flags)
        }
        return columns
    }

    @Test func weeksCountCommitsOnceAndPeopleByDay() {
        let commits = columns([
            (0, 1, []), (0, 1, []), (6, 1, []), (0, 2, .merge), (0, 3, .bot), (-7, 9, []),
        ])
        let weeks = WeeklyCommits(commits, automatedAuthors: [9]).weeks
        var expected = WeeklyCommits.Counts()
        (expected.commits, expected.merges, expected.bots) = (5, 1, 1)
        (expected.developers, expected.developerDays) = (1, 2)
        #expect(weeks[Self.newest] == expected)
        #expect(weeks[Self.newest.advanced(by: -1)]?.bots == 1)
        #expect(weeks.count == 2)
        #expect(WeeklyCommits(commits, automatedAuthors: []) { $0 == 5 }.weeks.count == 1)
    }
}

internal import CoinModel

/// The most that one developer landed in one week of the last 12, as far as inputs identify developers.
///
/// Where weeks are counted, one with a single developer is that developer's, and one whose number of developers is not stated, as there
/// were may be. `classic` counts all commits, and so takes those of bots for one developer's.
struct BusiestWeek {
    /// Its commits, and those of all of the 12 weeks.
    let commits: Double
    let allCommits: Double
    /// The most in the unit of the robust measure: days of one developer, or commits.
    let units: Double

    /// That of a coin with its weeks by people; without them of all its commits.
    init(_ coin: Int, _ section: CrossSection, _ weeks: DeveloperWeeks?) {
        let facts = section.developerFacts[coin]
        let series = weeks?.commits ?? DeveloperWeeks.coveredCommits(coin, section)
        allCommits = sum(series.observed(Window.recent))
        let byPerson = facts.map { Double($0.largestWeek) } ?? section.commitsOfOne(in: coin, Window.recent)
        let byBot = weeks == nil ? section.most(of: coin, Window.recent) { section.botCommits[$0, $1] } : 0
        commits = .maximum(byPerson, byBot)
        let days = section.most(of: coin, Window.recent) { row, weeksBack in
            section.developers[row, weeksBack] <= 1 ? section.developerDays[row, weeksBack] : .nan
        }
        units = weeks?.hasDeveloperDays == true ? facts.map { Double($0.largestWeekDays) } ?? days : byPerson
    }

    /// Whether its commits are over half of them.
    var isMost: Bool { 2 * commits > allCommits }
}

extension CrossSection {
    /// The most commits by people in one of some weeks in which a repository of a coin has at most one developer, or nobody
    /// says how many.
    func commitsOfOne(in coin: Int, _ weeks: Range<Int>, isKnown: Bool = false) -> Double {
        most(of: coin, weeks) { row, weeksBack in
            let developers = developers[row, weeksBack]
            return developers <= 1 || developers.isNaN && !isKnown ? commitsByPeople(row, weeksBack) : .nan
        }
    }

    /// The most over some weeks and a coin's repositories; 0 without any.
    func most(of coin: Int, _ weeks: Range<Int>, _ value: (_ row: Int, _ weeksBack: Int) -> Double) -> Double {
        repositoriesOfCoin[coin].reduce(0) { most, row in weeks.reduce(most) { .maximum($0, value(row, $1)) } }
    }
}

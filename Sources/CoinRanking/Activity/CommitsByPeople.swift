public import CoinModel

extension CrossSection {
    /// The commits of a repository's week less merges and bots, as far as its source tells them; NaN where not observed.
    public func commitsByPeople(_ row: Int, _ ago: Int) -> Double {
        let commits = commits[row, ago]
        let (merges, bots) = (merges[row, ago], botCommits[row, ago])
        // A bot's merge is in both counts, so their sum may exceed the commits.
        let others = (merges.isNaN ? 0 : merges) + (bots.isNaN ? 0 : bots)
        return commits.isNaN ? commits : max(0, commits - others)
    }

    /// The most commits by people in one of some weeks in which a repository of a coin has at most one developer, or nobody
    /// says how many.
    func commitsOfOne(in coin: Int, _ weeks: Range<Int>, isKnown: Bool = false) -> Double {
        most(of: coin, weeks) { row, ago in
            let developers = developers[row, ago]
            return developers <= 1 || developers.isNaN && !isKnown ? commitsByPeople(row, ago) : .nan
        }
    }

    /// The most over some weeks and a coin's repositories; 0 without any.
    func most(of coin: Int, _ weeks: Range<Int>, _ value: (_ row: Int, _ ago: Int) -> Double) -> Double {
        repositoriesOfCoin[coin].reduce(0) { most, row in weeks.reduce(most) { .maximum($0, value(row, $1)) } }
    }
}

internal import CoinModel
internal import CoinRanking

/// A coin's commits by week over all its repositories: those that count, and merges and bots', which do not.
struct CommitCounts {
    private let section: CrossSection
    private let rows: [Int]
    private let areAllCounted: Bool

    /// The commits of a coin; with `areAllCounted`, as under `classic`, none is left out.
    init(_ section: CrossSection, _ coin: Int, areAllCounted: Bool) {
        (self.section, rows, self.areAllCounted) = (section, section.repositoriesOfCoin[coin], areAllCounted)
    }

    /// Those that count of a week so many before the newest complete one; NaN where no repository was observed.
    func counted(_ ago: Int) -> Double {
        total(ago) { areAllCounted ? section.commits[$0, ago] : section.commitsByPeople($0, ago) }
    }

    /// The others; NaN likewise, where no source tells them apart, and where all count.
    func excluded(_ ago: Int) -> Double {
        areAllCounted
            ? .nan
            : total(ago) { row in
                let isUnknown = section.merges[row, ago].isNaN && section.botCommits[row, ago].isNaN
                return isUnknown ? .nan : section.commits[row, ago] - section.commitsByPeople(row, ago)
            }
    }

    private func total(_ ago: Int, _ value: (Int) -> Double) -> Double {
        let known = ago < 0 ? [] : rows.map(value).filter(\.isFinite)
        return known.isEmpty ? .nan : known.reduce(0, +)
    }
}

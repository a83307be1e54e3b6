internal import CoinModel

extension MeasuredUniverse {
    /// Works out what is to be said of ranked coins whose commits of 12 weeks are mostly one developer's of one week, and
    /// of the first coin if it would not be first without such a week; by place.
    func remarksOnSingleWeeks() -> [String?] {
        let scores = scores
        var remarks = each { coin -> String? in
            let week = coin.largestWeek
            guard scores[coin.place].isThere, week.isMost else { return nil }
            let commits = "\(whole(week.commits)) of \(whole(week.allCommits)) commits"
            return "\(commits) of 12 weeks by one developer in one week"
        }
        // A first coin that no developer is known of owes its rank to none, also where another one has the same score.
        if let first = ranking.first, remarks[first] == nil, ranking.count > 1, coin(first).largestWeek.commits > 0,
            !isFirstWithoutLargestWeek(coin(first))
        {
            remarks[first] = "first by one developer's week of \(whole(coin(first).largestWeek.commits)) commits"
        }
        return remarks
    }

    /// The first of these coins by rank, in one sentence; nil where there is none.
    var singleWeeksNote: String? {
        let named = ranking.compactMap { place in singleWeeks[place].map { "\(coin(place).coin.id) (\($0))" } }
        guard !named.isEmpty else { return nil }
        return "Ranked by the work of one week: \(listed(named))."
    }

    /// Whether the first coin would be first, too, if its largest week of one developer had not been.
    private func isFirstWithoutLargestWeek(_ coin: CoinMeasures) -> Bool {
        switch preset {
        case .activity:
            let change = 100 * (coin.commitRatioWithoutLargestWeek - 1)
            return rounded(change) > rounded(scores[ranking[1]].value)
        case .classic:
            var metrics = each(\.classicMetrics)
            metrics[coin.place][0] = Measured(coin.commitRatioWithoutLargestWeek, orMissing: .zeroBase)
            let scores = classicScores(metrics).scores.map { rounded($0.value) }
            return !scores.contains { $0 > scores[coin.place] }
        case .discovery:
            // What is less than a tenth of the units moves no coin far, and most first ones have no larger week.
            guard let rate = coin.development.rate, coin.largestWeek.units > rate.recent / 10 else { return true }
            return discoveryScores(of: coin.place, rate.less(coin.largestWeek.units)).ranking.first == coin.place
        }
    }
}

extension CoinMeasures {
    /// The mean commits of R by those of Y, as the preset counts them, without the largest week of one developer.
    fileprivate var commitRatioWithoutLargestWeek: Double {
        func mean(_ weeks: WeeklySeries, _ window: Range<Int>) -> Double {
            let observed = weeks.observed(window)
            return (sum(observed) - largestWeek.commits) / Double(observed.count)
        }
        return mean(commitWeeks.recent, Window.recent) / mean(commitWeeks.year, Window.year)
    }
}

/// A count in digits.
private func whole(_ count: Double) -> String { Int(exactly: count.rounded()).map { "\($0)" } ?? "\(count)" }

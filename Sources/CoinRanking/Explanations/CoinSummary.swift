internal import CoinModel
internal import CoinTables

/// Why coins stand where they do, in words.
struct CoinSummary: Sendable {
    private let preset: Preset
    private let scores: [Measured]
    private let contributions: @Sendable (CoinMeasures) -> [Contribution]
    private let eligibleCount: Int
    /// Nil for other presets.
    private let discovery: DiscoveryScores?
    private let volumeTrends: [Measured]
    private let suspectVolumes: [[VolumeGround]]
    private let residuals: [Measured]
    private let hasResiduals: Bool
    private let singleWeeks: [String?]

    init(_ universe: MeasuredUniverse) {
        preset = universe.preset
        scores = universe.scores
        singleWeeks = universe.singleWeeks
        contributions = universe.contributions
        let isDiscovery = preset == .discovery
        eligibleCount = isDiscovery ? universe.eligible.count : 0
        discovery = isDiscovery ? universe.discovery : nil
        volumeTrends = isDiscovery ? universe.volumeTrends : []
        suspectVolumes = isDiscovery ? universe.suspectVolumes : []
        residuals = isDiscovery ? universe.capAgainstVolume.residuals : []
        hasResiduals = isDiscovery && universe.capAgainstVolume.count > 0
    }

    /// The two signals with the largest contributions either way, on a tie the first, as `search +0.21, volume -0.08`,
    /// without those that add nothing to two decimals; why it has no score for a coin without.
    func because(_ coin: CoinMeasures) -> String {
        guard scores[coin.place].isThere else { return obstacle(coin) ?? remark(coin) ?? "" }
        let amounts = contributions(coin).compactMap { signal -> (name: String, amount: Double)? in
            if case .number(let amount) = signal.amount, abs(amount) >= 0.005 { (signal.signal, amount) } else { nil }
        }
        let single = singleWeeks[coin.place].map { "; " + $0 } ?? ""
        guard !amounts.isEmpty else { return "nothing stands out" + single }
        let largest = amounts.enumerated().sorted { left, right in
            (-abs(left.element.amount), left.offset) < (-abs(right.element.amount), right.offset)
        }
        return largest.prefix(2).map { "\($0.element.name) \(signed($0.element.amount))" }.joined(separator: ", ")
            + single
    }

    /// A number with its sign and two decimals.
    private func signed(_ number: Double) -> String {
        guard let hundredths = Int(exactly: (100 * abs(number)).rounded()) else { return "\(number)" }
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return (number < 0 ? "-" : "+") + "\(whole)." + "\(100 + rest)".dropFirst()
    }

    /// Why it has no rank, and what it was ranked without; nil where there is nothing to say.
    func remark(_ coin: CoinMeasures) -> String? {
        let first = scores[coin.place].isThere ? singleWeeks[coin.place] : obstacle(coin)
        var remarks = [first].compactMap { $0 }
        remarks += gaps(coin).filter { !remarks.contains($0) }
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    /// Why it has no score, where the gaps do not say it already.
    private func obstacle(_ coin: CoinMeasures) -> String? {
        switch preset {
        case .classic: return "fewer than 3 of the 5 metrics"
        case .activity:
            if let exclusion = coin.exclusion { return exclusion }
            return switch coin.development.changePercent.reason {
            case .fewWeeks: observedWeeks(coin)
            case .zeroBase: "no commit in the year"
            case .noActivity: "no commit known"
            default: nil
            }
        case .discovery:
            if let ineligibility = coin.ineligibility { return ineligibility }
            if eligibleCount < DiscoveryScores.leastCoins { return "fewer than five coins to compare with" }
            return "fewer than 8 observed weeks of the last 12"
        }
    }

    private func observedWeeks(_ coin: CoinMeasures) -> String {
        "\(coin.development.recentWeeks) of 12 weeks observed"
    }

    /// What of it is missing, as `no market data`.
    private func gaps(_ coin: CoinMeasures) -> [String] {
        let weeks = coin.development.weeks
        var gaps = [coin.migration?.words].compactMap { $0 } + coin.predecessors.map(\.words)
        if weeks.listed == 0 {
            gaps.append("no repository")
        } else if weeks.counted == 0 {
            gaps.append("no input counts its repositories")
        } else if weeks.counted < weeks.listed {
            gaps.append("\(weeks.counted) of \(weeks.listed) repositories counted")
        }
        if weeks.flags.contains(.late) {
            gaps.append(observedWeeks(coin))
        }
        if coin.plainState == .shared { gaps += [coin.plainState.ineligibility(coin.development)].compactMap(\.self) }
        if weeks.isSide { gaps.append("activity in side repositories alone") }
        gaps += coin.sharing
        // A price of the running week comes before any week of it is complete.
        if coin.marketSource == nil {
            gaps.append(coin.price.isThere ? "no complete week of market data" : "no market data")
        }
        if let unit = coin.search?.term.granularity {
            if !unit.makesWeeks { gaps.append("search interest by \(unit.rawValue), which is not ranked") }
        } else {
            gaps.append("no search interest")
        }
        guard let discovery, coin.ineligibility == nil else { return gaps }
        if coin.plainState == .dormant { gaps.append("no \(weeks.unitName) in the last 12 weeks") }
        let volumeTrend = volumeTrends[coin.place]
        if !volumeTrend.isThere, coin.marketSource != nil {
            let grounds = suspectVolumes[coin.place].map(\.rawValue).joined(separator: ", ")
            gaps.append(grounds.isEmpty ? "no volume trend" : "suspect volume (\(grounds))")
        }
        let others = [DiscoverySignal.volume, .search].map { ($0.name, discovery.z[$0.rawValue][coin.place]) }
        if scores[coin.place].isThere {
            if !others.contains(where: \.1.isThere) { gaps.append("development only") }
            gaps += others.filter { !$1.isThere && $1.reason == .fewCoins }.map {
                "\($0.0) of fewer than \(DiscoveryScores.leastCoins) coins, which does not count"
            }
        }
        if hasResiduals, !residuals[coin.place].isThere { gaps.append("no cap_against_volume") }
        return gaps
    }
}

extension MeasuredUniverse {
    /// Works out what is to be said of ranked coins whose commits of 12 weeks are mostly one developer's of one week, and
    /// of the first coin if it would not be first without such a week; by place.
    func remarksOnSingleWeeks() -> [String?] {
        let scores = scores
        let weeks = preset == .classic ? each(reading: .development, \.largestWeek) : development.map(\.largestWeek)
        var remarks = zip(scores, weeks).map { score, week -> String? in
            guard score.isThere, week.isMost else { return nil }
            let commits = "\(whole(week.commits)) of \(whole(week.allCommits)) commits"
            return "\(commits) of 12 weeks by one developer in one week"
        }
        // A first coin that no developer is known of owes its rank to none, also where another one has the same score.
        if let first = ranking.first, remarks[first] == nil, ranking.count > 1, weeks[first].commits > 0,
            !isFirstWithoutLargestWeek(coin(first))
        {
            remarks[first] = "first by one developer's week of \(whole(weeks[first].commits)) commits"
        }
        return remarks
    }

    /// The first of these coins by rank, in one sentence; nil where there is none.
    var singleWeeksNote: String? {
        let named = ranking.compactMap { place in
            singleWeeks[place].map { "\(section.coins[input.order[place]].id) (\($0))" }
        }
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
            var metrics = classicMetrics
            metrics[coin.place][0] = Measured(coin.commitRatioWithoutLargestWeek, orMissing: .zeroBase)
            let scores = classicScores(metrics).scores.map { rounded($0.value) }
            return !scores.contains { $0 > scores[coin.place] }
        case .discovery:
            // What is less than a tenth of the units moves no coin far, and most first ones have no larger week.
            guard let rate = coin.development.rate, coin.largestWeek.units > rate.recent / 10 else { return true }
            return ranking(with: rate.less(coin.largestWeek.units), of: coin.place).first == coin.place
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

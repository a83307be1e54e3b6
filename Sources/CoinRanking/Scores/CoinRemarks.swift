internal import CoinModel
internal import CoinTables

// What there is to say of it.
extension CoinMeasures {
    /// The two signals with the largest contributions either way, the first of equals, as `search +0.21, volume -0.08`,
    /// without those that add nothing to two decimals; why it has no score for a coin without.
    var because: String {
        guard score.isThere else { return obstacle ?? remark ?? "" }
        let amounts = universe.contributions(to: self).compactMap { signal -> (name: String, amount: Double)? in
            if case .number(let amount) = signal.amount, abs(amount) >= 0.005 { (signal.signal, amount) } else { nil }
        }
        guard !amounts.isEmpty else { return "nothing stands out" }
        let largest = amounts.enumerated().sorted { left, right in
            (-abs(left.element.amount), left.offset) < (-abs(right.element.amount), right.offset)
        }
        return largest.prefix(2).map { "\($0.element.name) \(signed($0.element.amount))" }.joined(separator: ", ")
    }

    /// A number with its sign and two decimals.
    private func signed(_ number: Double) -> String {
        guard let hundredths = Int(exactly: (100 * abs(number)).rounded()) else { return "\(number)" }
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return (number < 0 ? "-" : "+") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// Why it has no rank, and what it was ranked without; nil where there is nothing to say.
    var remark: String? {
        var said = score.isThere ? [] : [obstacle].compactMap { $0 }
        said += gaps.filter { !said.contains($0) }
        return said.isEmpty ? nil : said.joined(separator: "; ")
    }

    private var obstacle: String? {
        switch universe.preset {
        case .classic: "fewer than 3 of the 5 metrics"
        case .activity: exclusion ?? activityObstacle
        case .discovery: ineligibility ?? thinCoverage
        }
    }

    /// Why too little of the score is known.
    private var thinCoverage: String {
        if universe.eligible.count < DiscoveryScores.leastCoins { return "fewer than five coins to compare with" }
        if development.rate == nil { return "fewer than 8 observed weeks of the last 12" }
        return "\(Int((100 * coverage).rounded())) % of the score's weight is known, 60 % are needed"
    }

    /// What of it is missing, as `no market data`.
    private var gaps: [String] {
        let weeks = development.weeks
        var gaps: [String] = []
        if weeks.listed == 0 {
            gaps.append("no repository")
        } else if weeks.counted == 0 {
            gaps.append("no input counts its repositories")
        } else if weeks.counted < weeks.listed {
            gaps.append("\(weeks.counted) of \(weeks.listed) repositories counted")
        }
        if marketSource == nil { gaps.append("no market data") }
        if interestSeries == nil { gaps.append("no search interest") }
        if universe.preset == .discovery, ineligibility == nil {
            if state == .dormant { gaps.append("no \(weeks.unitName) in the last 12 weeks") }
            if !volumeTrend.isThere, marketSource != nil {
                gaps.append(volumeTrend.reason == .suspect ? "suspect volume" : "no volume trend")
            }
            if discovery.valuation.count > 0, !discovery.valuation.residuals[place].isThere {
                gaps.append("no valuation")
            }
        }
        return gaps
    }

    /// Why it has no change of activity, where the gaps do not say it already.
    private var activityObstacle: String? {
        switch development.changePercent.reason {
        case .fewWeeks: "a week of the last 12 was not observed"
        case .zeroBase: "no commit in the year"
        case .noActivity: "no commit known"
        default: nil
        }
    }
}

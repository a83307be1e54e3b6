internal import CoinModel

/// The windows of the method, as weeks before the newest complete one.
enum Window {
    /// R: the last 12 weeks.
    static let recent = 0..<12
    /// B: the 40 weeks before them.
    static let base = 12..<52
    /// Y: both.
    static let year = 0..<52
}

/// A weekly series of one coin, from the newest complete week backwards; NaN where it was not observed.
struct WeeklySeries {
    let values: [Double]

    init(_ values: some Sequence<Double>) {
        self.values = Array(values)
    }

    /// The observed values of a window, newest first.
    func observed(_ window: Range<Int>) -> [Double] {
        values[window].filter { !$0.isNaN }
    }

    /// The mean over the observed weeks of a window, missing when fewer than `least` were observed.
    func mean(_ window: Range<Int>, least: Int, orMissing reason: MissingReason = .fewWeeks) -> Measured {
        let observed = observed(window)
        guard observed.count >= least else { return .missing(values.allSatisfy(\.isNaN) ? reason : .fewWeeks) }
        return Measured(CoinRanking.mean(observed), orMissing: reason)
    }
}

/// A recent over a yearly mean; missing when either is or the divisor is 0.
func ratio(_ recent: Measured, _ year: Measured) -> Measured {
    guard recent.isThere else { return recent }
    guard year.isThere else { return year }
    return year.value == 0 ? .missing(.zeroBase) : Measured(recent.value / year.value, orMissing: .zeroBase)
}

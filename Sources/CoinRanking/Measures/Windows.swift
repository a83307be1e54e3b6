internal import CoinModel
internal import CoinTables

/// The windows of the method, as weeks before the newest complete one.
enum Window {
    /// R: the last 12 weeks.
    static let recent = 0..<12
    /// B: the 40 weeks before them.
    static let base = 12..<52
    /// Y: both.
    static let year = 0..<52
}

/// The windows that developer activity is compared over: R against Y, which holds R and the base B before it.
struct ActivityWindows: Hashable, Sendable {
    /// R: the newest weeks.
    let recent: Range<Int>
    /// Y: R and the weeks before it.
    let year: Range<Int>

    /// Windows of so many weeks each.
    init(recent: Int, year: Int) { (self.recent, self.year) = (0..<recent, 0..<year) }

    /// Those of the method.
    static let usual = ActivityWindows(recent: Window.recent.count, year: Window.year.count)

    /// B.
    var base: Range<Int> { recent.upperBound..<year.upperBound }
    /// The fewest observed weeks of a rate ratio: two thirds of R and a third as many as R has, which is 8 and 4 of 12.
    var fewest: (recent: Int, base: Int) { ((2 * recent.count + 2) / 3, (recent.count + 2) / 3) }
    /// Whether they reach beyond the year that a cross-section holds.
    var reachBeyondYear: Bool { year.upperBound > Window.year.upperBound }
}

/// How developer activity is compared: the method's way, unless evidence asks what another one would have said.
struct ActivityMethod: Hashable, Sendable {
    /// What is compared with what.
    var windows = ActivityWindows.usual
    /// The weight of the prior, in recent units.
    var priorUnits = RateRatio.priorUnits
    /// Whether the prior stands at the ratio that is usual in the universe, not at 1.
    var isCentred = true
}

/// The fewest observed weeks of a mean over the last 12 and the last 52 weeks.
struct MinimumWeeks: Sendable {
    let recent: Int
    let year: Int

    /// As large a share of other windows.
    func scaled(to windows: ActivityWindows) -> MinimumWeeks {
        func scaled(_ count: Int, _ window: Range<Int>, _ own: Range<Int>) -> Int {
            (count * window.count + own.count - 1) / own.count
        }
        return MinimumWeeks(
            recent: scaled(recent, windows.recent, Window.recent),
            year: scaled(year, windows.year, Window.year)
        )
    }
}

/// A weekly series of one coin, from the newest complete week backwards; NaN where it was not observed.
struct WeeklySeries {
    let values: [Double]

    init(_ values: some Sequence<Double>) { self.values = Array(values) }

    /// The observed values of a window, newest first.
    func observed(_ window: Range<Int>) -> [Double] { values[window.clamped(to: values.indices)].filter { !$0.isNaN } }

    /// The same with the weeks before it, from a series of a year earlier; as it is without one.
    func continued(by earlier: WeeklySeries?) -> WeeklySeries {
        guard let earlier else { return self }
        return WeeklySeries(values[Window.year] + earlier.values[Window.year])
    }

    /// The logarithm of each of its newest 52 values by the one a week before, newest first; NaN where either was not observed.
    var logReturns: [Double] { Window.year.map { ln(values[$0] / values[$0 + 1]) } }

    /// Whether no week was observed.
    var isEmpty: Bool { values.allSatisfy(\.isNaN) }

    /// The mean over the observed weeks of a window, of which there have to be so many; missing for a reason of its own
    /// where the series has no observed week at all.
    func mean(_ window: Range<Int>, least: Int, orMissing reason: MissingReason) -> Measured {
        let observed = values[window.clamped(to: values.indices)].lazy.filter { !$0.isNaN }
        let count = observed.count
        guard count >= max(1, least) else { return .missing(isEmpty ? reason : .fewWeeks) }
        return Measured(sum(observed) / Double(count), orMissing: reason)
    }

    /// The means over R and Y, of which as large a share has to be observed whatever their length.
    func means(
        _ fewest: MinimumWeeks,
        _ windows: ActivityWindows = .usual,
        orMissing reason: MissingReason
    ) -> (recent: Measured, year: Measured) {
        let fewest = fewest.scaled(to: windows)
        return (
            mean(windows.recent, least: fewest.recent, orMissing: reason),
            mean(windows.year, least: fewest.year, orMissing: reason)
        )
    }
}

/// A recent over a yearly mean; missing when either is or the divisor is 0.
func ratio(_ recent: Measured, _ year: Measured) -> Measured {
    guard recent.isThere else { return recent }
    return year.map(orMissing: .zeroBase) { recent.value / $0 }
}

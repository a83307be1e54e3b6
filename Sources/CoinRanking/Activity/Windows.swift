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

/// The fewest observed weeks of a mean over the last 12 and the last 52 weeks.
struct FewestWeeks: Sendable {
    let recent: Int
    let year: Int
}

/// A weekly series of one coin, from the newest complete week backwards; NaN where it was not observed.
struct WeeklySeries {
    let values: [Double]

    init(_ values: some Sequence<Double>) { self.values = Array(values) }

    /// The observed values of a window, newest first.
    func observed(_ window: Range<Int>) -> [Double] { values[window].filter { !$0.isNaN } }

    /// Whether no week was observed.
    var isEmpty: Bool { values.allSatisfy(\.isNaN) }

    /// The mean over the observed weeks of a window, of which there have to be so many; missing for a reason of its own
    /// where the series has no observed week at all.
    func mean(_ window: Range<Int>, least: Int, orMissing reason: MissingReason) -> Measured {
        let observed = values[window].lazy.filter { !$0.isNaN }
        let count = observed.count
        guard count >= max(1, least) else { return .missing(isEmpty ? reason : .fewWeeks) }
        return Measured(sum(observed) / Double(count), orMissing: reason)
    }

    /// The means over R and Y.
    func means(_ fewest: FewestWeeks, orMissing reason: MissingReason) -> (recent: Measured, year: Measured) {
        (
            mean(Window.recent, least: fewest.recent, orMissing: reason),
            mean(Window.year, least: fewest.year, orMissing: reason)
        )
    }
}

/// A recent over a yearly mean; missing when either is or the divisor is 0.
func ratio(_ recent: Measured, _ year: Measured) -> Measured {
    guard recent.isThere else { return recent }
    return year.map(orMissing: .zeroBase) { recent.value / $0 }
}

/// What a currency was worth in US dollars over time, by facts of one source or several, to convert dated amounts.
///
/// An amount is converted by the newest rate of its own day or before, never by a later one, and by none that is older
/// than a week: an old amount in a currency of today would be a number that nobody ever saw.
public struct ExchangeRates: Hashable, Sendable {
    /// A rate, and who says so.
    public struct Rate: Hashable, Sendable {
        /// When it held; one of a whole day at the day's last second.
        public let at: Instant
        /// US dollars for one unit of the currency, above zero.
        public let dollars: Double
        /// The series that it stands in.
        public let source: String

        /// A rate.
        public init(at: Instant, dollars: Double, source: String) {
            (self.at, self.dollars, self.source) = (at, dollars, source)
        }
    }

    /// The currency's code, lower-case.
    public let code: String
    /// The rates, oldest first; of one moment by source, of which the last counts.
    public let rates: [Rate]

    /// The days that a rate may be older than what is converted by it: banks and sources rest at holidays.
    public static let patience = 7

    /// Rates in any order.
    public init(code: String, rates: [Rate]) {
        self.code = code
        self.rates = rates.sorted { ($0.at, $0.source) < ($1.at, $1.source) }
    }

    /// The newest rate at or before the end of a day, at most a week older than that day; nil without one.
    public func rate(on day: Day) -> Rate? {
        let end = Instant(lastSecondOf: day)
        var (low, high) = (0, rates.count)
        while low < high {
            let middle = (low + high) / 2
            if rates[middle].at <= end { low = middle + 1 } else { high = middle }
        }
        guard low > 0, rates[low - 1].at.day.distance(to: day) <= ExchangeRates.patience else { return nil }
        return rates[low - 1]
    }

    /// The rate of a week: the newest one up to its last day.
    public func rate(of week: Week) -> Rate? { rate(on: week.lastDay) }
}

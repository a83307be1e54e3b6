internal import CoinModel

/// How long the bars of a file are.
///
/// This is the only place that decides this, and of which moment the close of a longer bar is the price.
/// The length is the median of close less open time, else the median step of three or more distinct open times, of two in the
/// middle the shorter one: gaps only lengthen steps.
enum BarLength: String {
    case hour, day, week, month

    /// From when to when, in milliseconds, a length is that of each, both included.
    private static let ranges: [(length: BarLength, hours: ClosedRange<Double>)] = [
        (.hour, 0.9...1.1), (.day, 20...28), (.week, 144...192), (.month, 648...768),
    ]

    /// The length of bars, nil where there is too little evidence: they are taken for days.
    ///
    /// - Parameters:
    ///   - opens: the open times, by coin.
    ///   - spans: the close times less the open times, in milliseconds, where the file has both.
    ///   - takesHours: whether the layout may have hours.
    /// - Throws: `SourceError` `not-daily` for hours where it may not, and for what is neither a day nor a week nor a month.
    init?(opens: some Sequence<[Instant]>, spans: [Int64] = [], takesHours: Bool = false) throws(SourceError) {
        var steps = spans
        if spans.isEmpty {
            for times in opens {
                let sorted = Set(times.map(\.milliseconds)).sorted()
                steps += zip(sorted.dropFirst(), sorted).map { $0 - $1 }
            }
            guard steps.count > 1 else { return nil }
        }
        steps.sort()
        let hours = Double(steps[(steps.count - 1) / 2]) / 3_600_000
        let found = BarLength.ranges.first { $0.hours.contains(hours) }
        guard let found, takesHours || found.length != .hour else {
            let length = hours < 48 ? "\(shortest((hours * 100).rounded() / 100)) h" : "\(shortest(hours / 24)) days"
            let detail = "its bars are not of one day each but of \(length); load bars of a day, a week or a month"
            throw SourceError("not-daily", detail: detail)
        }
        self = found.length
    }

    /// The last second of a bar: that before its close where that is midnight; else by its length from its open time on, which
    /// may be its last second itself.
    func lastSecond(from open: Instant, to close: Instant? = nil) -> Instant {
        if let close {
            return close == Instant(startOf: close.day)
                ? Instant(lastSecondOf: close.day.advanced(by: -1)) : Instant(seconds: close.milliseconds / 1000)
        }
        let day = open.day
        if open.milliseconds / 1000 == Instant(lastSecondOf: day).milliseconds / 1000 {
            return Instant(lastSecondOf: day)
        }
        let next: Day
        switch self {
        case .hour: return Instant(milliseconds: open.milliseconds + 3_600_000 - 1000)
        case .day: next = day.advanced(by: 1)
        case .week: next = day.advanced(by: 7)
        case .month:
            let (year, month, date) = day.civil
            // The last day of a month stands for the month that ends with it.
            if day.advanced(by: 1).civil.day == 1 { return Instant(lastSecondOf: day) }
            next = Day(year: year + month / 12, month: month % 12 + 1, day: min(date, 28)) ?? day
        }
        return Instant(
            milliseconds: open.milliseconds + Int64(day.distance(to: next)) * Instant.millisecondsPerDay - 1000
        )
    }

    /// What bars of this length give, of the metrics of days, whose first ones are the prices.
    func metrics(_ daily: [Metric]) -> [Metric] {
        switch self {
        case .hour: daily.map { $0.isPrice ? $0.hourly : .tradedInHour($0.unit.lowercased()) }
        case .day: daily
        case .week, .month: Array(daily.prefix(while: \.isPrice))
        }
    }

    /// How facts of bars of this length stand: those of days as days, closes of longer bars as prices of a moment.
    var resolution: Resolution { self == .day ? .day : .snapshot }

    /// Where the fact of a bar stands, by its last second.
    func time(_ lastSecond: Instant) -> FactTime { self == .day ? .day(lastSecond.day) : .moment(lastSecond) }

    /// The note of a load about a series of hours.
    static let shownHours = "it is by the hour: `assay coin ID --span 7d` shows it, and nothing is ranked by it"

    /// The note of a load about bars of this length; nil means too few to decide, which count as days.
    static func report(_ length: BarLength?, _ emit: ItemSink) throws {
        switch length {
        case nil: try emit(.note("its bars are too few to show how long they are, and are taken for days"))
        case .day: break
        case .hour: try emit(.note(shownHours))
        case .some(let longer):
            let what =
                "its bars are of one \(longer.rawValue) each: only closes are read, as prices of a bar's last second"
            try emit(.warning("\(what), not volumes, highs and lows"))
        }
    }
}

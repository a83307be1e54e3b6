internal import CoinModel

/// Times of tiles as a file tells them: whatever stands there is checked before any arithmetic.
extension Resolution {
    /// The day on which what a time names begins; nil outside the years 1 to 9999, where no fact lies.
    func day(of time: Int64) -> Day? {
        let days: Int64
        switch self {
        case .snapshot:
            let (quotient, remainder) = time.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
            days = remainder < 0 ? quotient - 1 : quotient
        case .day: days = time
        case .week:
            guard Resolution.weeks.contains(time) else { return nil }
            days = time * 7 - 4
        }
        return Resolution.days.contains(days) ? Day(index: Int32(days)) : nil
    }

    /// 0001-01-01 to 9999-12-31, in days since 1970-01-01.
    static let days: ClosedRange<Int64> = -719_162...2_932_896

    /// The weeks that begin in those years.
    static let weeks: ClosedRange<Int64> = -102_736...418_985
}

internal import CoinModel

/// The time of a fact, as exact as it is known.
struct FactTime: Hashable {
    let resolution: Resolution
    /// The number in a block's `times`.
    let index: Int64

    static func moment(_ instant: Instant) -> FactTime {
        FactTime(resolution: .snapshot, index: instant.milliseconds)
    }

    static func day(_ day: Day) -> FactTime { FactTime(resolution: .day, index: Int64(day.index)) }

    static func week(_ week: Week) -> FactTime { FactTime(resolution: .week, index: Int64(week.index)) }

    static func at(_ time: AsOf) -> FactTime {
        switch time {
        case .day(let day): .day(day)
        case .instant(let instant): .moment(instant)
        }
    }

    /// The moment from which on the fact could be known.
    var end: Instant { resolution.instant(of: index) }
}

/// From when to when facts can be.
struct TimeBounds {
    /// The first day of 2009, when the first coin was made.
    static let firstDay = Day(index: 14_245)

    /// The first day of a fact.
    let first: Day
    /// The last moment, a day ahead of the clock.
    let limit: Instant

    /// Checks that a fact can be of a time.
    @inline(__always)
    func check(_ time: Instant, column: Int? = nil) throws(RowError) {
        guard time.milliseconds >= Int64(first.index) * Instant.millisecondsPerDay, time <= limit else {
            throw fault(time, column)
        }
    }

    private func fault(_ time: Instant, _ column: Int?) -> RowError {
        guard time <= limit else {
            return RowError("future-time", column: column, "\(time) is more than a day ahead of the clock")
        }
        let detail = "\(time) is before \(first), and no fact is so old"
        let hint = TimeBounds.serialNumber(Double(time.milliseconds) / 1000)
        return RowError("bad-time", column: column, hint.map { "the time" + $0 } ?? detail)
    }

    /// What to say of a number that a spreadsheet may mean a day by; nil for others.
    ///
    /// Spreadsheets count days from 1899-12-30.
    static func serialNumber(_ number: Double) -> String? {
        guard (32_874..<73_051).contains(number) else { return nil }
        let day = Day(index: Int32(number) - 25_569)
        return " looks like a spreadsheet's serial number of \(day); format the column as YYYY-MM-DD and save it again"
    }
}

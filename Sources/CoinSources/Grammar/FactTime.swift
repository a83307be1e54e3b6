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

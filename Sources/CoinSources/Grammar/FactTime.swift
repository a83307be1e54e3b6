internal import CoinModel

/// The time of a fact, as exact as it is known.
enum FactTime: Hashable {
    case moment(Instant)
    case day(Day)
    case week(Week)

    init(_ asOf: AsOf) {
        self =
            switch asOf {
            case .day(let day): .day(day)
            case .instant(let instant): .moment(instant)
            }
    }

    var resolution: Resolution {
        switch self {
        case .moment: .snapshot
        case .day: .day
        case .week: .week
        }
    }

    /// The number in a block's `times`.
    var index: Int64 {
        switch self {
        case .moment(let instant): instant.milliseconds
        case .day(let day): Int64(day.index)
        case .week(let week): Int64(week.index)
        }
    }

    /// The moment from which on the fact could be known.
    var end: Instant {
        switch self {
        case .moment(let instant): instant
        case .day(let day): Instant(lastSecondOf: day)
        case .week(let week): Instant(lastSecondOf: week.lastDay)
        }
    }
}

/// A canonical week: [Sunday 00:00, next Sunday 00:00) UTC, named by the date of its Sunday.
///
/// GitHub's weekly statistics and Google Trends weeks both start on Sunday, and weekly totals cannot be re-cut, so
/// this is the only week that keys anything here. Week 0 starts on 1969-12-28.
public struct Week: Hashable, Comparable, Sendable {
    /// Weeks since the one that starts on Sunday 1969-12-28.
    public let index: Int32

    /// The week with this index.
    public init(index: Int32) { self.index = index }

    /// The week that holds a day.
    public init(containing day: Day) {
        let shifted = Int(day.index) + 4
        index = Int32(shifted >= 0 ? shifted / 7 : (shifted - 6) / 7)
    }

    /// Its Sunday.
    public var start: Day { Day(index: index * 7 - 4) }

    /// Its Saturday.
    public var lastDay: Day { start.advanced(by: 6) }

    /// The first instant after it: the next Sunday, 00:00.
    public var end: Instant { Instant(startOf: start.advanced(by: 7)) }

    /// The week this many weeks later.
    public func advanced(by weeks: Int) -> Week { Week(index: index + Int32(weeks)) }

    /// Weeks from this week to another; negative when the other is earlier.
    public func distance(to other: Week) -> Int { Int(other.index) - Int(index) }

    /// Earlier weeks come first.
    public static func < (left: Week, right: Week) -> Bool { left.index < right.index }
}

extension Week: CustomStringConvertible {
    /// The date of its Sunday: `2024-03-17`.
    public var description: String { start.description }
}

extension Instant {
    /// The week it lies in.
    public var week: Week { Week(containing: day) }
}

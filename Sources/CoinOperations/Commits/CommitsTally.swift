internal import CoinIdentity
internal import CoinModel
internal import CoinTables
internal import WorkerProtocol

/// Counts commits by week as a worker tells them.
struct WeekTally {
    /// What a week comes to.
    struct Counts {
        var week: Week
        var commits = 0
        var merges = 0
        var bots = 0
        var developers = 0

        /// The value of a column.
        func cell(_ column: String) -> Cell {
            switch column {
            case "commits": .integer(commits)
            case "merges": .integer(merges)
            case "bots": .integer(bots)
            case "developers": .integer(developers)
            default: .text(week.description)
            }
        }
    }

    /// How many commits bear a time that no calendar has.
    private(set) var outside = 0
    /// How many landed at a time that stands in for one that is not believed.
    private(set) var replaced = 0

    private let clock: CommitsRequest.Clock
    /// The place in `counted` of each week as far as one was met, -1 where it has no commits: from 1970 on at the even
    /// numbers, before at the odd ones.
    private var places: [Int32] = []
    private var counted: [Counts] = []
    /// The commits of people, as far as they are named: the place of the week, the developer, the day of landing.
    private var authored: (places: [Int32], developers: [Int32], days: [Int32]) = ([], [], [])

    /// Seconds of the years 1 to 9999.
    private static let calendar: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    init(clock: CommitsRequest.Clock) {
        self.clock = clock
    }

    /// Counts some commits.
    mutating func take(_ batch: CommitBatch) {
        let times =
            switch clock {
            case .landing: batch.landed
            case .committer: batch.committed
            case .author: batch.authored
            }
        for (index, time) in times.enumerated() {
            guard WeekTally.calendar.contains(time) else {
                outside += 1
                continue
            }
            let place = place(of: time)
            counted[place].commits += 1
            let marks = batch.marks[index]
            if marks.contains(.merge) { counted[place].merges += 1 }
            if marks.contains(.replacedTime), clock == .landing { replaced += 1 }
            if marks.contains(.bot) {
                counted[place].bots += 1
            } else if batch.developers[index] != CommitBatch.nobody, !isLandedMerge(marks) {
                authored.places.append(Int32(place))
                authored.developers.append(Int32(bitPattern: batch.developers[index]))
                authored.days.append(Int32(clamping: batch.landed[index] / 86_400))
            }
        }
    }

    /// The weeks to show, the oldest first.
    ///
    /// - Parameters:
    ///   - request: how many are asked for.
    ///   - newest: the week of the newest commit's landing.
    /// - Returns: a row for each week, those without commits among them.
    func rows(_ request: CommitsRequest, newest: Week) -> [Counts] {
        var weeks = countedWithPeople.sorted { $0.week < $1.week }
        // A clock set wrong makes a week of its own in the whole history; it does not make a thousand years of zeros.
        let believed = WeekTally.firstBelieved...max(newest, WeekTally.firstBelieved)
        guard var first = (weeks.first { believed.contains($0.week) } ?? weeks.first)?.week else { return [] }
        if request.weeks > 0 {
            let start = newest.advanced(by: 1 - min(request.weeks, 1 << 20))
            if first < start { first = start }
            weeks = weeks.filter { first <= $0.week && $0.week <= newest }
        }
        var rows = Array(weeks.prefix { $0.week < first })
        var rest = weeks[rows.count...]
        for step in 0..<max(0, first.distance(to: newest) + 1) {
            let week = first.advanced(by: step)
            rows.append(rest.first?.week == week ? rest.removeFirst() : Counts(week: week))
        }
        return rows + rest
    }

    /// The weeks that have commits, with their developers.
    private var countedWithPeople: [Counts] {
        guard !authored.places.isEmpty else { return counted }
        var weeks = counted
        let automatedAuthors = BurstRule.automatedAuthors(authored.developers, authored.days)
        var people: Set<UInt64> = []
        for (place, developer) in zip(authored.places, authored.developers) {
            if automatedAuthors.contains(developer) {
                weeks[Int(place)].bots += 1
            } else if people.insert(UInt64(place) << 32 | UInt64(developer)).inserted {
                weeks[Int(place)].developers += 1
            }
        }
        return weeks
    }

    /// The week of 2005-01-01.
    private static let firstBelieved = Week(index: 1826)

    /// Whether a commit only brings others onto the branch: who merges them is no developer of them.
    ///
    /// By the other clocks every author is one, as plain git counts.
    private func isLandedMerge(_ marks: CommitBatch.Marks) -> Bool {
        clock == .landing && marks.contains(.merge)
    }

    private mutating func place(of time: Int64) -> Int {
        let week = WeekTally.week(of: time)
        let slot = Int(week >= 0 ? 2 * week : -2 * week - 1)
        if slot >= places.count { places += repeatElement(-1, count: slot + 1 - places.count) }
        if places[slot] < 0 {
            places[slot] = Int32(counted.count)
            counted.append(Counts(week: Week(index: week)))
        }
        return Int(places[slot])
    }

    /// The index of the week in which a time lies.
    private static func week(of time: Int64) -> Int32 {
        let sinceFirst = time + 4 * 86_400
        return Int32((sinceFirst >= 0 ? sinceFirst : sinceFirst - 604_799) / 604_800)
    }
}

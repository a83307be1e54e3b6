internal import CoinModel

/// Which coins died: those that a source says are traded no more, those that became others of which no source has a price, and
/// those that every source is without while a list of all its coins goes on for three of its weeks or more.
///
/// This is the only place where a coin counts as lost. Leaving a list of the largest coins is not evidence. A list is one of these
/// where a coin came back that was away for three of its weeks, or where in most weeks that coins left it as many came. A list
/// goes on where it has three quarters of the coins that it had when the coin was last in it: else other coins were asked for.
struct CoinDeaths {
    private let lists: [List]
    private let weeks: Int
    private let inactive: Set<String>

    /// The weeks of a list without a coin that are evidence of its death, and how old the newest week of a source is at most that
    /// may still price it: a list of each month has gaps of five weeks.
    private static let absentWeeks = 3
    private static let longestGap = 5

    /// Reads the closes of each source by coin and week, NaN where there is none, and the coins that a source says are inactive.
    init(_ sources: [[String: [Double]]], weeks: Int, inactive: Set<String>) {
        lists = sources.map { List($0, weeks: weeks) }
        self.weeks = weeks
        self.inactive = inactive
    }

    /// What shows that a coin without a price died, of which a migration may have failed; nil where nothing does.
    ///
    /// A list without it has to go on for three weeks for a migration too: else its prices just end.
    func evidence(of id: String, failed migration: CoinMigration? = nil) -> String? {
        if inactive.contains(id) { return "a source says that it is traded no more" }
        let absences = lists.compactMap { list in list.absence(of: id).map { (list: list, weeks: $0) } }
        if let migration, absences.contains(where: { $0.weeks >= CoinDeaths.absentWeeks }) {
            return "it became \(migration.current) on \(migration.terms.day), of which no source has a price since"
        }
        let mayGoOn = absences.contains { list, absent in
            absent < CoinDeaths.absentWeeks && weeks - 1 - list.newest <= CoinDeaths.longestGap
        }
        let complete = absences.filter { $0.list.isComplete && $0.weeks >= CoinDeaths.absentWeeks }
        guard !mayGoOn, let longest = complete.map(\.weeks).max() else { return nil }
        return "a complete list goes on without it for \(longest) weeks"
    }

    /// The weeks in which a source has coins, and which.
    private struct List {
        /// The place of its newest week.
        let newest: Int
        /// Whether it has all coins of its source.
        let isComplete: Bool
        /// How many coins each of its weeks has, and the place among them of the newest week of each coin.
        private let sizes: [Int]
        private let lastOfCoin: [String: Int]

        init(_ closes: [String: [Double]], weeks: Int) {
            var counts = [Int](repeating: 0, count: weeks)
            for values in closes.values {
                for week in 0..<weeks where !values[week].isNaN { counts[week] += 1 }
            }
            let own = (0..<weeks).filter { counts[$0] > 0 }
            sizes = own.map { counts[$0] }
            newest = own.last ?? 0
            var (lastOfCoin, left, cameBack) = ([String: Int](), Set<Int>(), false)
            for (id, values) in closes {
                let there = own.indices.filter { !values[own[$0]].isNaN }
                lastOfCoin[id] = there.last
                for (place, next) in zip(there, there.dropFirst()) where next > place + 1 {
                    left.insert(place + 1)
                    if next - place > CoinDeaths.absentWeeks { cameBack = true }
                }
                if let last = there.last, last + 1 < own.count { left.insert(last + 1) }
            }
            self.lastOfCoin = lastOfCoin
            let sizes = sizes
            let alike = left.count { sizes[$0] == sizes[$0 - 1] }
            isComplete = !cameBack && 2 * alike <= left.count
        }

        /// In how many of its weeks it went on without a coin since; nil where it never had it.
        func absence(of id: String) -> Int? {
            lastOfCoin[id].map { last in sizes[(last + 1)...].count { 4 * $0 >= 3 * sizes[last] } }
        }
    }
}

internal import CoinModel

/// What the rows of one load say about one fact: the values that one source has of a coin or repository at a time.
///
/// Rows that agree wherever both have a value complement each other. Where any two differ, one row of all holds alone, so
/// that no fact is a mixture: the one with the newer stamp of the source, else with the smaller numbers in the order of the
/// metrics' names, a missing one last. So what holds depends neither on the order of rows nor on how they were split
/// over inputs and over the parts that a load is written in.
struct RowClaim {
    /// The values that hold, by metric.
    private(set) var values: [Int: Double]
    /// Those of the row that is preferred to all others, and its stamp, `Int64.min` without one.
    private(set) var preferred: [Int: Double]
    private(set) var stamp: Int64
    /// Whether any two rows differ.
    private(set) var isContradicted = false
    /// The preferred row; nil where it was written before.
    private(set) var preferredRow: Int?

    /// The claim of one row.
    init(_ row: Int, of staged: StagedRows, metrics: [Int]) {
        values = [:]
        for (metric, column) in zip(metrics, staged.values) where !column[row].isNaN { values[metric] = column[row] }
        preferred = values
        stamp = staged.stamp(of: row)
        preferredRow = row
    }

    /// The claim of rows that were written before.
    init(values: [Int: Double], preferred: [Int: Double], stamp: Int64, isContradicted: Bool) {
        (self.values, self.preferred, self.stamp) = (values, preferred, stamp)
        self.isContradicted = isContradicted
    }

    /// The claim of the rows of both; `name` gives the name of a metric.
    func meeting(_ other: RowClaim, _ name: (Int) -> String) -> RowClaim {
        let first = isPreferred(to: other, name) ? self : other
        var both = first
        both.isContradicted =
            isContradicted || other.isContradicted
            || values.contains { metric, value in
                other.values[metric].map { $0.bitPattern != value.bitPattern } ?? false
            }
        both.values = both.isContradicted ? first.preferred : values.merging(other.values) { value, _ in value }
        return both
    }

    /// The first metric in which a row has a value that does not hold; nil where all that it says holds.
    func contradiction(with row: RowClaim, _ name: (Int) -> String) -> Int? {
        row.values.filter { values[$0]?.bitPattern != $1.bitPattern }.keys.min { name($0) < name($1) }
    }

    private func isPreferred(to other: RowClaim, _ name: (Int) -> String) -> Bool {
        if stamp != other.stamp { return stamp > other.stamp }
        let metrics = Set(preferred.keys).union(other.preferred.keys).sorted { name($0) < name($1) }
        for metric in metrics where preferred[metric]?.bitPattern != other.preferred[metric]?.bitPattern {
            guard let own = preferred[metric] else { return false }
            return other.preferred[metric].map { own.isTotallyOrdered(belowOrEqualTo: $0) } ?? true
        }
        return true
    }
}

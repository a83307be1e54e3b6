#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Puts search-interest exports on one scale through the terms that they share.
///
/// An export is scaled so that its largest cell is 100, so two of them can only be compared through (term, week) cells
/// that stand in both. The factor between two files is A/B, the sums over the shared cells that are at least 10 in both;
/// fewer than 4 such cells are no link. Rounding leaves it the bounds (A − n/2)/(B + n/2) and (A + n/2)/(B − n/2), and
/// factors and bounds multiply along a path. Sources: R. West, "Calibration of Google Trends Time Series" (G-TAB), 2020.
///
/// The result depends on the files' contents alone, never on their order.
public struct InterestScale: Sendable {
    /// An export: its digest and its cells.
    public struct File: Sendable {
        /// The digest of its bytes, which breaks ties.
        public let digest: String
        /// The value of each (term, week) cell.
        public let cells: [Cell: Double]

        /// An export.
        public init(digest: String, cells: [Cell: Double]) {
            self.digest = digest
            self.cells = cells
        }
    }

    /// A term in a week, counted from 1969-12-28.
    public struct Cell: Hashable, Sendable {
        /// The search term with its region, category and property.
        public let term: String
        /// The week.
        public let week: Int32

        /// A cell.
        public init(term: String, week: Int32) {
            self.term = term
            self.week = week
        }
    }

    /// What a file's values are multiplied by to stand on the root's scale.
    public struct Factor: Hashable, Sendable {
        /// The factor and its bounds.
        public let value: Double
        /// The least factor that rounding allows.
        public let low: Double
        /// The largest factor that rounding allows.
        public let high: Double

        /// The factor between two files whose shared cells add up to `a` and `b`; nil when there are fewer than four.
        public init?(sum a: Double, against b: Double, cells: Int) {
            guard cells >= 4 else { return nil }
            let half = Double(cells) / 2
            value = a / b
            low = (a - half) / (b + half)
            high = (a + half) / (b - half)
        }

        /// One factor after another.
        public func times(_ other: Factor) -> Factor {
            Factor(value: value * other.value, low: low * other.low, high: high * other.high)
        }

        /// How wide the bounds are: ln(upper / lower), which adds up along a path.
        public var width: Double { log(high / low) }

        /// The factor of the root itself.
        public static let unit = Factor(value: 1, low: 1, high: 1)

        private init(value: Double, low: Double, high: Double) {
            self.value = value
            self.low = low
            self.high = high
        }
    }

    /// The factor of each file by its digest; a file with no path to the root has none and keeps its own scale.
    public let factors: [String: Factor]
    /// The digest of the file whose scale it is: the one with the most cells of at least 10, ties by digest.
    public let root: String?

    /// Links files.
    ///
    /// Quadratic in their number; the path to each is the one whose bounds are narrowest.
    public init(_ files: [File]) {
        let files = files.sorted { $0.digest < $1.digest }
        let strength = files.map { file in file.cells.values.count { $0 >= 10 } }
        guard let start = files.indices.max(by: { (strength[$0], -$0) < (strength[$1], -$1) }) else {
            (factors, root) = ([:], nil)
            return
        }
        var best: [Int: Factor] = [start: .unit]
        var settled: Set<Int> = []
        // Dijkstra's algorithm; files are in order of digest, so the first of equals is the smaller digest.
        while let next = files.indices.filter({ best[$0] != nil && !settled.contains($0) })
            .min(by: { (best[$0]?.width ?? 0) < (best[$1]?.width ?? 0) }), let here = best[next]
        {
            settled.insert(next)
            for other in files.indices where !settled.contains(other) {
                guard let link = InterestScale.link(files[next], files[other]) else { continue }
                let path = here.times(link)
                if best[other].map({ path.width < $0.width }) ?? true { best[other] = path }
            }
        }
        factors = Dictionary(uniqueKeysWithValues: best.map { (files[$0].digest, $1) })
        root = files[start].digest
    }

    /// The factor that brings `other` onto the scale of `file`.
    private static func link(_ file: File, _ other: File) -> Factor? {
        var (a, b, count) = (0.0, 0.0, 0)
        for (cell, value) in file.cells where value >= 10 {
            guard let shared = other.cells[cell], shared >= 10 else { continue }
            a += value
            b += shared
            count += 1
        }
        return Factor(sum: a, against: b, cells: count)
    }
}

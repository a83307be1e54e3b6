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

        /// The factor between two files whose shared cells add up to `a` and `b`; nil when there are fewer than four,
        /// or when they are so small that rounding leaves no bound.
        public init?(sum a: Double, against b: Double, cells: Int) {
            let half = Double(cells) / 2
            guard cells >= 4, a > half, b > half else { return nil }
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

    /// Links files: Dijkstra's algorithm over all pairs.
    ///
    /// The path to a file is the one of least width, to nine decimals; of equals the one whose digests come first.
    /// O(files² · cells).
    public init(_ files: [File]) {
        let files = files.sorted { $0.digest < $1.digest }.map(Sheet.init)
        guard let start = files.indices.max(by: { (files[$0].strong, -$0) < (files[$1].strong, -$1) }) else {
            (factors, root) = ([:], nil)
            return
        }
        var open = [start: Path(factor: .unit, files: [start])]
        var settled: [Int: Path] = [:]
        while let (here, path) = open.min(by: { $0.value < $1.value }) {
            open[here] = nil
            settled[here] = path
            for next in files.indices where settled[next] == nil {
                guard let link = files[here].factor(bringing: files[next]) else { continue }
                let longer = Path(factor: path.factor.times(link), files: path.files + [next])
                if open[next].map({ longer < $0 }) ?? true { open[next] = longer }
            }
        }
        // Two files of one digest are one file, at the same factor but for the link between them.
        factors = Dictionary(
            settled.sorted { $0.key < $1.key }.map { (files[$0].digest, $1.factor) },
            uniquingKeysWith: { first, _ in first }
        )
        root = files[start].digest
    }

    /// A way from the root to a file; files are numbered in order of their digests.
    private struct Path: Comparable {
        let factor: Factor
        let files: [Int]

        static func < (left: Path, right: Path) -> Bool {
            let widths = (rounded(left.factor.width), rounded(right.factor.width))
            return widths.0 == widths.1 ? left.files.lexicographicallyPrecedes(right.files) : widths.0 < widths.1
        }
    }

    /// A file's strong cells in a fixed order, so that their sums do not depend on how a dictionary hashes.
    private struct Sheet {
        let digest: String
        let strong: Int
        private let cells: [Cell: Double]
        private let order: [Cell]

        init(_ file: File) {
            digest = file.digest
            cells = file.cells.filter { $0.value >= 10 }
            order = cells.keys.sorted { ($0.term, $0.week) < ($1.term, $1.week) }
            strong = order.count
        }

        /// The factor that brings another file onto this one's scale; nil when they share too little.
        func factor(bringing other: Sheet) -> Factor? {
            let shared = order.compactMap { cell in other.cells[cell].map { (cells[cell] ?? .nan, $0) } }
            return Factor(sum: sum(shared.map(\.0)), against: sum(shared.map(\.1)), cells: shared.count)
        }
    }
}

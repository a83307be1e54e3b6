public import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Puts search-interest exports on one scale through the terms that they share.
///
/// An export is scaled so that its largest cell is 100, so two of them can only be compared through (term, week) cells
/// that stand in both. Factors and their bounds multiply along a path from file to file. Files that reach each other
/// share the scale of one of them, the root; a file that reaches none keeps its own. The bounds are those of rounding
/// alone: two exports of one term also differ by what was sampled for them, which no file tells.
///
/// The result depends on the files' contents alone, never on their order. Source: R. West, "Calibration of Google
/// Trends Time Series" (G-TAB), 2020.
public struct InterestScale: Sendable {
    /// An export: its digest and its weeks.
    public struct File: Sendable {
        /// The digest of its bytes, which breaks ties; of two files with one digest the first holds.
        public let digest: String
        /// The weekly values of each term with its region, category and property; NaN is missing.
        ///
        /// The same place is the same week in all terms of all files.
        public let terms: [String: [Double]]

        /// An export.
        public init(digest: String, terms: [String: [Double]]) {
            self.digest = digest
            self.terms = terms
        }
    }

    /// The way onto its root's scale of each file that shares one, by the file's digest.
    ///
    /// The root is the file with the most cells of at least 10 among those that reach each other, ties by digest.
    public let scales: [String: SearchScale]

    /// Links files: Dijkstra's algorithm from each root.
    ///
    /// The path to a file is the one of least width, to nine decimals; of equals the one whose digests come first.
    /// O(files² + linked pairs · weeks) at worst, and linear in the cells where no term stands in two files.
    public init(_ files: [File]) {
        let sheets = InterestSheet.sheets(of: files)
        var holders = [[Int]](repeating: [], count: sheets.flatMap(\.columns).map { $0.term + 1 }.max() ?? 0)
        for (index, sheet) in sheets.enumerated() {
            for column in sheet.columns { holders[column.term].append(index) }
        }
        var scales: [String: SearchScale] = [:]
        var isLeft = [Bool](repeating: true, count: sheets.count)
        // Sheets stand by digest, so that of equals the first comes first.
        for root in sheets.indices.sorted(by: { (-sheets[$0].strong, $0) < (-sheets[$1].strong, $1) })
        where isLeft[root] {
            let paths = InterestScale.paths(from: root, sheets, holders)
            for path in paths {
                isLeft[path.end] = false
                guard paths.count > 1 else { continue }
                scales[sheets[path.end].digest] = SearchScale(
                    root: sheets[root].digest,
                    factor: path.factor.value,
                    low: path.factor.low,
                    high: path.factor.high
                )
            }
        }
        self.scales = scales
    }

    /// The narrowest path to every file that can be reached, the root's own among them.
    private static func paths(from root: Int, _ sheets: [InterestSheet], _ holders: [[Int]]) -> [Path] {
        var best: [Path?] = Array(repeating: nil, count: sheets.count)
        // Beside the paths, for most pairs of files are passed over by them.
        var width = [Double](repeating: .infinity, count: sheets.count)
        var isSettled = [Bool](repeating: false, count: sheets.count)
        (best[root], width[root]) = (Path(factor: .unit, files: [root]), 0)
        var open = [root]
        var settled: [Path] = []
        func isNearer(_ left: Int, _ right: Int) -> Bool {
            width[left] == width[right] ? Path.precedes(best[left], best[right]) : width[left] < width[right]
        }
        while let nearest = open.indices.min(by: { isNearer(open[$0], open[$1]) }) {
            let here = open.remove(at: nearest)
            guard let path = best[here] else { continue }
            settled.append(path)
            isSettled[here] = true
            for next in neighbours(of: here, sheets, holders) where !isSettled[next] {
                // Whatever is wider than the path that is known cannot become it.
                let room = width[next] - path.width + 1e-8
                guard let link = sheets[here].factor(bringing: sheets[next], within: room) else { continue }
                let longer = Path(factor: path.factor.times(link), files: path.files + [next])
                if best[next] == nil { open.append(next) }
                if Path.precedes(longer, best[next]) { (best[next], width[next]) = (longer, longer.width) }
            }
        }
        return settled
    }

    /// The files that share a term with a file, each once.
    private static func neighbours(of file: Int, _ sheets: [InterestSheet], _ holders: [[Int]]) -> [Int] {
        let shared = sheets[file].columns.map { holders[$0.term] }.filter { $0.count > 1 }
        return shared.count == 1 ? shared[0] : Array(Set(shared.joined()))
    }

    /// A way from the root to a file; files are numbered in order of their digests.
    private struct Path {
        let factor: InterestFactor
        let files: [Int]
        let width: Double

        init(factor: InterestFactor, files: [Int]) {
            self.factor = factor
            self.files = files
            width = rounded(factor.width)
        }

        /// The file that it leads to.
        var end: Int { files[files.count - 1] }

        /// Whether one path is to be taken rather than another, or than none.
        static func precedes(_ left: Path?, _ right: Path?) -> Bool {
            guard let left, let right else { return left != nil }
            return left.width == right.width
                ? left.files.lexicographicallyPrecedes(right.files) : left.width < right.width
        }
    }
}

/// What a file's values are multiplied by to stand on another's scale, with the bounds that rounding leaves it.
struct InterestFactor: Hashable {
    /// A/B, the sums over the shared cells.
    let value: Double
    /// (A − n/2)/(B + n/2).
    let low: Double
    /// (A + n/2)/(B − n/2).
    let high: Double

    /// The factor between two files whose `cells` shared cells add up to `a` and `b`; nil when there are fewer than
    /// four, or when they are so small that rounding leaves no bound.
    init?(sum a: Double, against b: Double, cells: Int) {
        let half = Double(cells) / 2
        guard cells >= 4, a > half, b > half else { return nil }
        self.init(value: a / b, low: (a - half) / (b + half), high: (a + half) / (b - half))
    }

    private init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// The factor of a root itself.
    static let unit = InterestFactor(value: 1, low: 1, high: 1)

    /// One factor after another.
    func times(_ other: InterestFactor) -> InterestFactor {
        InterestFactor(value: value * other.value, low: low * other.low, high: high * other.high)
    }

    /// How wide the bounds are: ln(upper / lower), which adds up along a path.
    var width: Double { log(high / low) }
}

public import CoinModel

/// Puts search-interest exports on one scale through the terms that they share.
///
/// An export is scaled so that its largest cell is 100, so two of them can only be compared through (term, week) cells
/// that stand in both. Factors and their bounds multiply along a path from file to file. Files that reach each other
/// share the scale of one of them, the root; a file that reaches none keeps its own. The bounds are those of rounding
/// alone: two exports of one term also differ by what was sampled for them, which no file says. Source: R. West, "Calibration of Google
/// Trends Time Series" (G-TAB), 2020.
public struct InterestScale: Sendable {
    /// The way onto its root's scale of each file that shares one, by the file's digest.
    ///
    /// The root is the file with the most cells of at least 10 among those that reach each other, ties by digest.
    public private(set) var scales: [String: SearchScale] = [:]

    /// The files in order of their digests, each with its terms in order.
    private let files: [(digest: String, terms: [(term: String, cells: [Double])])]
    /// Which files have each term.
    private var holders: [String: [Int]] = [:]

    /// Links files by the least wide paths from each root (Dijkstra); of equal widths, to nine decimals, the path whose
    /// digests come first.
    ///
    /// O(files² + linked pairs · weeks) at worst, and linear in the cells where no term stands in two files.
    ///
    /// - Parameter files: by digest, the weekly values of each term with its region, category and property; NaN is
    ///   missing, and the same index is the same week in all terms of all files.
    public init(_ files: [String: [String: [Double]]]) {
        self.files = files.sorted { $0.key < $1.key }.map { digest, terms in
            (digest, terms.sorted { $0.key < $1.key }.map { (term: $0.key, cells: $0.value) })
        }
        for (index, file) in self.files.enumerated() {
            for (term, _) in file.terms { holders[term, default: []].append(index) }
        }
        let strong = self.files.map { $0.terms.reduce(0) { $0 + $1.cells.count { $0 >= InterestFactor.weakest } } }
        var isLeft = [Bool](repeating: true, count: files.count)
        for root in strong.indices.sorted(by: { (-strong[$0], $0) < (-strong[$1], $1) }) where isLeft[root] {
            let paths = paths(from: root)
            for path in paths {
                isLeft[path.end] = false
                guard paths.count > 1 else { continue }
                scales[self.files[path.end].digest] = SearchScale(
                    root: self.files[root].digest,
                    factor: path.factor.value,
                    low: path.factor.low,
                    high: path.factor.high
                )
            }
        }
    }

    /// The narrowest path to every file that can be reached, the root's own among them.
    private func paths(from root: Int) -> [Path] {
        var open = [root: Path(factor: .unit, files: [root])]
        var settled: [Int: Path] = [:]
        while let path = open.values.min() {
            open[path.end] = nil
            settled[path.end] = path
            for next in Set(files[path.end].terms.flatMap { holders[$0.term] ?? [] }) where settled[next] == nil {
                guard let link = factor(bringing: next, onto: path.end) else { continue }
                let longer = Path(factor: path.factor.times(link), files: path.files + [next])
                open[next] = min(longer, open[next] ?? longer)
            }
        }
        return Array(settled.values)
    }

    /// The factor that brings a file onto the scale of another one; nil where they share too little.
    private func factor(bringing other: Int, onto file: Int) -> InterestFactor? {
        let theirs = Dictionary(firstOf: files[other].terms.map { ($0.term, $0.cells) })
        var (a, b, count) = (0.0, 0.0, 0)
        for (term, cells) in files[file].terms {
            for (x, y) in zip(cells, theirs[term] ?? [])
            where x >= InterestFactor.weakest && y >= InterestFactor.weakest {
                (a, b, count) = (a + x, b + y, count + 1)
            }
        }
        return InterestFactor(sum: a, against: b, cells: count)
    }

    /// A way from the root to a file; files are numbered in order of their digests.
    private struct Path: Comparable {
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

        /// Whether it is to be taken rather than another one.
        static func < (left: Path, right: Path) -> Bool {
            left.width == right.width
                ? left.files.lexicographicallyPrecedes(right.files) : left.width < right.width
        }
    }
}

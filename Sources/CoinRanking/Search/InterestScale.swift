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
    public let scales: [String: SearchScale]

    /// Links files by the least wide paths from each root (Dijkstra); of equal widths, to nine decimals, the path whose
    /// digests come first.
    ///
    /// O(files² + linked pairs · weeks) at worst, and linear in the cells where no term stands in two files.
    ///
    /// - Parameter files: by digest, the weekly values of each term with its region, category and property; NaN is
    ///   missing, and the same index is the same week in all terms of all files.
    public init(_ files: [String: [String: [Double]]]) {
        let sheets = InterestSheet.sheets(of: files)
        var holders = [[Int]](repeating: [], count: sheets.flatMap(\.columns).map { $0.term + 1 }.max() ?? 0)
        for (index, sheet) in sheets.enumerated() {
            for column in sheet.columns { holders[column.term].append(index) }
        }
        var scales: [String: SearchScale] = [:]
        var isLeft = [Bool](repeating: true, count: sheets.count)
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
        // Beside the paths, because most pairs of files are skipped by their widths.
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
                // A link that makes a wider path than the best one so far is of no use.
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

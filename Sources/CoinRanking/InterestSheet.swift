#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A search-interest export, laid out to be compared with others.
struct InterestSheet {
    /// Cells below it say too little to link files by.
    static let weakest = 10.0

    /// A term's weeks.
    struct Column {
        /// The term's number: terms are numbered in their order.
        let term: Int
        /// Its weekly values.
        let cells: [Double]
        /// What it adds to the width of any link at least: ln((m + ½)/(m − ½)) of its largest cell m.
        let leastWidth: Double
    }

    /// The digest of the file.
    let digest: String
    /// How many of its cells link: those of at least 10.
    let strong: Int
    /// Its terms that have such cells, by number.
    let columns: [Column]

    /// The sheets of files, by digest, one for each.
    static func sheets(of files: [InterestScale.File]) -> [InterestSheet] {
        let terms = Set(files.lazy.flatMap(\.terms.keys)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: terms.enumerated().map { ($1, $0) })
        var seen: Set<String> = []
        return files.filter { seen.insert($0.digest).inserted }.sorted { $0.digest < $1.digest }.map { file in
            InterestSheet(file, numbers)
        }
    }

    private init(_ file: InterestScale.File, _ numbers: [String: Int]) {
        digest = file.digest
        var (strong, columns) = (0, [Column]())
        for (term, cells) in file.terms {
            let links = cells.lazy.filter { $0 >= InterestSheet.weakest }
            guard let number = numbers[term], let most = links.max() else { continue }
            strong += links.reduce(0) { count, _ in count + 1 }
            columns.append(Column(term: number, cells: cells, leastWidth: log((most + 0.5) / (most - 0.5))))
        }
        self.strong = strong
        self.columns = columns.sorted { $0.term < $1.term }
    }

    /// The factor that brings another file onto this one's scale.
    ///
    /// - Parameters:
    ///   - other: the other file.
    ///   - room: the width that it may have at most to be of use.
    /// - Returns: the factor; nil when they share too little, or when it can only be wider.
    func factor(bringing other: InterestSheet, within room: Double) -> InterestFactor? {
        var shared: [(here: Column, there: Column)] = []
        var (i, j) = (0, 0)
        while i < columns.count, j < other.columns.count {
            let (here, there) = (columns[i], other.columns[j])
            if here.term == there.term { shared.append((here, there)) }
            if here.term <= there.term { i += 1 }
            if there.term <= here.term { j += 1 }
        }
        // The larger the cells, the less rounding does: no mean of shared cells is above the largest of them.
        let least =
            (shared.map(\.here.leastWidth).min() ?? .infinity) + (shared.map(\.there.leastWidth).min() ?? .infinity)
        guard least <= room else { return nil }
        var (a, b, count) = (0.0, 0.0, 0)
        for (here, there) in shared {
            for week in 0..<min(here.cells.count, there.cells.count) {
                let (x, y) = (here.cells[week], there.cells[week])
                guard x >= InterestSheet.weakest, y >= InterestSheet.weakest else { continue }
                (a, b, count) = (a + x, b + y, count + 1)
            }
        }
        return InterestFactor(sum: a, against: b, cells: count)
    }
}

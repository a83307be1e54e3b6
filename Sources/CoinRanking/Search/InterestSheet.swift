internal import CoinModel

/// A search-interest export, laid out to be compared with others.
struct InterestSheet {
    /// Cells below it say too little to link files by.
    static let weakest = 10.0

    struct Column {
        /// The term's number: terms are numbered in their order.
        let term: Int
        /// Its weekly values.
        let cells: [Double]
        /// A bit for each week whose cell links.
        let links: [UInt64]
        /// The sums of its largest cells: of none, of one, of two and so on.
        let largest: [Double]

        /// How many weeks link it with another file's column of the same term.
        func weeksShared(with other: Column) -> Int {
            zip(links, other.links).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
        }
    }

    let digest: String
    /// How many of its cells link: those of at least 10.
    let strong: Int
    /// Its terms that have such cells, by number.
    let columns: [Column]

    /// The sheets of files, by digest.
    static func sheets(of files: [String: [String: [Double]]]) -> [InterestSheet] {
        let terms = Set(files.values.lazy.flatMap(\.keys)).sorted()
        let numbers = Dictionary(firstOf: terms.enumerated().map { ($1, $0) })
        return files.sorted { $0.key < $1.key }.map { InterestSheet($0, terms: $1, numbers) }
    }

    private init(_ digest: String, terms: [String: [Double]], _ numbers: [String: Int]) {
        self.digest = digest
        var columns: [Column] = []
        for (term, cells) in terms {
            let strong = cells.filter { $0 >= InterestSheet.weakest }.sorted(by: >)
            guard let number = numbers[term], !strong.isEmpty else { continue }
            var links = [UInt64](repeating: 0, count: (cells.count + 63) / 64)
            for (week, cell) in cells.enumerated() where cell >= InterestSheet.weakest {
                links[week / 64] |= 1 << UInt64(week % 64)
            }
            var largest = [0.0]
            for cell in strong { largest.append(largest[largest.count - 1] + cell) }
            columns.append(Column(term: number, cells: cells, links: links, largest: largest))
        }
        strong = columns.reduce(0) { $0 + $1.largest.count - 1 }
        self.columns = columns.sorted { $0.term < $1.term }
    }

    /// The factor that brings another file onto this one's scale.
    ///
    /// - Parameters:
    ///   - other: the other file.
    ///   - room: the width that it may have at most to be of use.
    /// - Returns: the factor; nil when they share too little, or when it can only be wider.
    func factor(bringing other: InterestSheet, within room: Double) -> InterestFactor? {
        var (most, mostThere, count) = (0.0, 0.0, 0)
        eachShared(other) { here, there in
            let weeks = columns[here].weeksShared(with: other.columns[there])
            most += columns[here].largest[weeks]
            mostThere += other.columns[there].largest[weeks]
            count += weeks
        }
        // The larger the cells, the less rounding does: the largest of each, as many as are shared, bound it from below.
        guard let narrowest = InterestFactor(sum: most, against: mostThere, cells: count),
            room == .infinity || narrowest.width <= room
        else { return nil }
        var (a, b) = (0.0, 0.0)
        eachShared(other) { here, there in
            for week in 0..<min(columns[here].cells.count, other.columns[there].cells.count) {
                let (x, y) = (columns[here].cells[week], other.columns[there].cells[week])
                guard x >= InterestSheet.weakest, y >= InterestSheet.weakest else { continue }
                (a, b) = (a + x, b + y)
            }
        }
        return InterestFactor(sum: a, against: b, cells: count)
    }

    /// Calls with the places of each term that stands in both files.
    private func eachShared(_ other: InterestSheet, _ body: (_ here: Int, _ there: Int) -> Void) {
        var (here, there) = (0, 0)
        while here < columns.count, there < other.columns.count {
            let (term, otherTerm) = (columns[here].term, other.columns[there].term)
            if term == otherTerm { body(here, there) }
            if term <= otherTerm { here += 1 }
            if otherTerm <= term { there += 1 }
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
        (self.value, self.low, self.high) = (value, low, high)
    }

    /// The factor of a root itself.
    static let unit = InterestFactor(value: 1, low: 1, high: 1)

    /// One factor after another.
    func times(_ other: InterestFactor) -> InterestFactor {
        InterestFactor(value: value * other.value, low: low * other.low, high: high * other.high)
    }

    /// ln(upper / lower), which adds up along a path.
    var width: Double { ln(high / low) }
}

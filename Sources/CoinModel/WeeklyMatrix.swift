internal import Synchronization

/// Numbers of some rows over the newest weeks; NaN is missing.
///
/// Takes memory only once a value is written, so that a cross-section may leave most of its matrices alone. One of many rows
/// may hold none of them, and read those that are asked for by `holding`; to ask it for others ends the program.
@frozen
public struct WeeklyMatrix: Sendable, Equatable {
    /// The number of rows.
    public private(set) var rows: Int
    /// The number of weeks of each row.
    public let weeks: Int
    /// Row after row, each from the newest complete week backwards; none at all while everything is missing.
    public private(set) var values: [Double] = []
    /// The rows that are held; nil where all are.
    public private(set) var chosen: ChosenRows?
    /// What reads the rows that are not held; nil where all are.
    private var reader: RowsInBlocks?
    private var rowCount: Int

    /// A matrix in which everything is missing.
    public init(rows: Int, weeks: Int) {
        self.rows = rows
        self.weeks = weeks
        rowCount = rows
    }

    /// A matrix that holds none of its rows, and reads those that it is asked for.
    public init(rows: Int, weeks: Int, _ reader: RowsInBlocks) {
        self.init(rows: rows, weeks: weeks)
        chosen = ChosenRows()
        rowCount = 0
        self.reader = reader
    }

    /// The newest weeks of all rows of another matrix.
    public init(newest weeks: Int, of matrix: WeeklyMatrix) {
        self.init(rows: matrix.rows, weeks: weeks)
        matrix.eachRow { row, values in self[row: row] = values.prefix(weeks) }
    }

    /// The value of a row so many weeks before `w0`.
    public subscript(row: Int, weeksBack: Int) -> Double {
        @inlinable get {
            let place = place(of: row)
            return values.isEmpty ? .nan : values[place * weeks + weeksBack]
        }
        set {
            makeRoom()
            values[place(of: row) * weeks + weeksBack] = newValue
        }
    }

    /// The values of a row, from `w0` backwards.
    public subscript(row row: Int) -> ArraySlice<Double> {
        get {
            let place = place(of: row)
            guard !values.isEmpty else { return Array(repeating: .nan, count: weeks)[...] }
            return values[place * weeks..<(place + 1) * weeks]
        }
        set {
            makeRoom()
            let place = place(of: row)
            values.replaceSubrange(place * weeks..<(place + 1) * weeks, with: newValue)
        }
    }

    /// Where a row that is held lies among those that are.
    @inlinable
    public func place(of row: Int) -> Int { chosen?.place(of: row) ?? row }

    /// The matrix with these rows in memory: itself where it holds all.
    public func holding(_ rows: ChosenRows) -> WeeklyMatrix {
        guard let reader else { return self }
        var matrix = WeeklyMatrix(rows: self.rows, weeks: weeks)
        matrix.chosen = rows
        matrix.rowCount = rows.rows.count
        reader.fill(&matrix)
        return matrix
    }

    /// Calls with each row and its values, block by block where they are not held; not where all of a block are missing.
    public func eachRow(_ body: (_ row: Int, _ values: ArraySlice<Double>) -> Void) {
        for rows in reader?.blocks ?? [Array(0..<rows)] {
            let matrix = holding(ChosenRows(rows, of: self.rows))
            guard !matrix.values.isEmpty else { continue }
            for row in rows { body(row, matrix[row: row]) }
        }
    }

    /// Adds a row with the values of another one.
    public mutating func append(copyOf row: Int) {
        precondition(chosen == nil, "rows are added where all are held")
        if !values.isEmpty { values += values[row * weeks..<(row + 1) * weeks] }
        rows += 1
        rowCount += 1
    }

    /// Calls with all values for writing, row after row of those that are held; their number has to stay.
    public mutating func withValues<Failure: Error>(_ body: (inout [Double]) throws(Failure) -> Void) throws(Failure) {
        makeRoom()
        try body(&values)
    }

    private mutating func makeRoom() {
        if values.isEmpty { values = Array(repeating: .nan, count: rowCount * weeks) }
    }

    /// What the reading of rows failed with; nil where it did not.
    var failure: (any Error)? { reader?.failure }

    /// Whether two matrices hold the same.
    public static func == (left: WeeklyMatrix, right: WeeklyMatrix) -> Bool {
        (left.rows, left.weeks) == (right.rows, right.weeks) && left.values == right.values
            && left.chosen == right.chosen
    }
}

/// Some rows of a matrix of many, and where each lies among them: matrices of the same coins share them.
@frozen
public struct ChosenRows: Sendable, Equatable {
    /// The rows, each named once.
    public let rows: [Int]
    /// For each row of the matrix its place among them, −1 for one that is not; none at all without any.
    @usableFromInline let places: [Int32]

    /// No row.
    public init() { (rows, places) = ([], []) }

    /// Some of so many rows.
    public init(_ rows: [Int], of count: Int) {
        var places = [Int32](repeating: -1, count: count)
        for (place, row) in rows.enumerated() { places[row] = Int32(place) }
        (self.rows, self.places) = (rows, places)
    }

    /// Whether a row is among them.
    @inlinable
    public func contains(_ row: Int) -> Bool { row < places.count && places[row] >= 0 }

    /// Where a row that is among them lies.
    @inlinable
    public func place(of row: Int) -> Int {
        precondition(contains(row), "a row is held before it is asked for")
        return Int(places[row])
    }
}

/// Reads rows of a matrix of many when they are asked for: weeks of 100,000 coins take half a gigabyte, those of a block
/// some megabytes.
public final class RowsInBlocks: Sendable {
    /// The rows in blocks that are read fastest.
    let blocks: [[Int]]
    private let read: @Sendable (inout WeeklyMatrix) throws -> Void
    private let failed = Mutex<(any Error)?>(nil)

    /// Rows in blocks; `read` fills those that a matrix holds.
    public init(_ blocks: [[Int]], _ read: @escaping @Sendable (inout WeeklyMatrix) throws -> Void) {
        self.blocks = blocks
        self.read = read
    }

    /// Fills the rows that a matrix holds.
    ///
    /// An error is kept, for measuring cannot fail: `CrossSection.checkReading` throws it.
    func fill(_ matrix: inout WeeklyMatrix) {
        do { try read(&matrix) } catch { failed.withLock { $0 = $0 ?? error } }
    }

    /// The first error of a reading.
    var failure: (any Error)? { failed.withLock(\.self) }
}

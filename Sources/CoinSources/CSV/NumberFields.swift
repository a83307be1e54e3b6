internal import CPlainNumbers

/// The numbers in neighbouring columns of a row, taken from its bytes in one step where they are plain.
///
/// Nearly all fields of market data are up to 15 digits with a point. Where their columns are told before, such fields
/// are neither looked for nor kept as text first: one pass finds where each ends and what it is worth. Another field
/// ends the step, and goes the way of all fields.
struct NumberFields: ~Copyable {
    /// The columns.
    let columns: Range<Int>
    /// Whether the last of them ends the row.
    let endsLine: Bool
    /// The values of the columns of the current row, as far as they were taken; NaN for an empty field.
    private(set) var values: [Double]
    /// Behind the last byte of each.
    private var ends: [Int32]
    /// How many were taken.
    private(set) var count = 0

    /// The numbers of these columns in rows of some width.
    init(columns: Range<Int> = 0..<0, of width: Int = 0) {
        self.columns = columns
        endsLine = columns.upperBound == width
        values = [Double](repeating: .nan, count: columns.count)
        ends = [Int32](repeating: 0, count: columns.count)
    }

    /// The most bytes that are taken, each field with what stands behind it.
    var largestSize: Int { 17 * columns.count }

    /// Forgets those of the row before.
    mutating func clear() {
        count = 0
    }

    /// Takes the fields that start at a place, as far as they are plain, and says where they lie.
    ///
    /// - Returns: where the field behind them starts, or the next row.
    mutating func take(
        _ input: Span<UInt8>,
        at start: Int,
        separator: UInt8,
        into row: inout MutableSpan<CSVScanner.Field>
    ) -> Int {
        count = unsafe input.withUnsafeBufferPointer { bytes in
            unsafe values.withUnsafeMutableBufferPointer { values in
                unsafe ends.withUnsafeMutableBufferPointer { ends in
                    unsafe assay_plain_numbers(
                        bytes.baseAddress,
                        bytes.count,
                        start,
                        columns.count,
                        separator,
                        endsLine ? 1 : 0,
                        values.baseAddress,
                        ends.baseAddress
                    )
                }
            }
        }
        var next = start
        for index in 0..<count {
            let end = Int(ends[index])
            row[columns.lowerBound + index] = CSVScanner.Field(start: next, end: end)
            next = end + 1
        }
        return next
    }

    /// Whether the last field of the row was taken.
    var isRowEnd: Bool { endsLine && count == columns.count && count > 0 }
}

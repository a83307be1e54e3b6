import CPlainNumbers

/// Rows behind one that was read, which say nothing new but numbers.
///
/// In a file of snapshots nearly every row begins as the one before it did, names a coin that was named before, and ends
/// with plain numbers. Such rows are read many at a time, without a look at fields that are known.
struct AlikeRows {
    /// The number of what the remembered fields of each row hold.
    private(set) var contents = [Int32](repeating: 0, count: AlikeRows.limit)
    /// The numbers of each row, one row behind the other; NaN for an empty field.
    private(set) var values: [Double] = []
    /// How many rows there are.
    private(set) var count = 0
    /// The line of the first of them.
    private(set) var firstLine = 0

    /// The most rows that are read at a time.
    static let limit = 256

    /// Reads the rows from a place on.
    ///
    /// - Parameters:
    ///   - input: the bytes at hand.
    ///   - start: where the first row begins, and its line.
    ///   - lead: where a row that was read has what they begin with.
    ///   - memory: what the fields behind that may hold.
    ///   - numbers: the fields behind those, up to the end of the row.
    ///   - separator: what stands between fields.
    ///   - wanted: how many rows are wanted at the most.
    /// - Returns: behind the last row that was read.
    mutating func read(
        _ input: Span<UInt8>,
        from start: (place: Int, line: Int),
        lead: Range<Int>,
        _ memory: borrowing FieldMemory,
        _ numbers: borrowing NumberFields,
        _ separator: UInt8,
        atMost wanted: Int
    ) -> Int {
        let width = numbers.columns.count
        if values.count < width * AlikeRows.limit { values = Array(repeating: .nan, count: width * AlikeRows.limit) }
        var end = start.place
        firstLine = start.line
        count = unsafe input.withUnsafeBufferPointer { bytes in
            unsafe contents.withUnsafeMutableBufferPointer { contents in
                unsafe values.withUnsafeMutableBufferPointer { values in
                    unsafe memory.withKnownTexts { known in
                        var known = unsafe known
                        return unsafe assay_plain_rows(
                            bytes.baseAddress,
                            bytes.count,
                            start.place,
                            lead.lowerBound,
                            lead.count,
                            &known,
                            width,
                            separator,
                            min(wanted, AlikeRows.limit),
                            contents.baseAddress,
                            values.baseAddress,
                            &end
                        )
                    }
                }
            }
        }
        return count == 0 ? start.place : end
    }
}

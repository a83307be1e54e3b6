/// The source's stamps of rows by cell, as they are kept while a load goes on.
///
/// Sources stamp a row with when it was last changed, mostly minutes before it was told: so four bytes a cell are enough,
/// and what is weeks older than the newest stands aside.
struct CellTimestamps {
    /// The newest stamp of all.
    let newest: Int64
    /// How much older than that the stamp of each cell is; the largest number where there is none, or it stands aside.
    let ages: [UInt32]
    /// The cells of the stamps that stand aside, each followed by its stamp.
    let apart: [Int64]

    private static let none = UInt32.max

    /// What was kept.
    init(newest: Int64, ages: [UInt32], apart: [Int64]) {
        (self.newest, self.ages, self.apart) = (newest, ages, apart)
    }

    /// The stamps of rows in so many cells, none of which is newer than one of them; without a newest one there are none.
    init(_ rows: RowCells, of stamps: [Int64], newest: Int64?, _ cellCount: Int) {
        var ages = [UInt32](repeating: CellTimestamps.none, count: cellCount)
        var apart: [Int64] = []
        if let newest {
            let (rows, cells, stamps) = (rows.rows.span, rows.cells.span, stamps.span)
            var ageOfCell = ages.mutableSpan
            for index in rows.indices {
                let stamp = stamps[Int(rows[index])]
                // The difference of any two fits into 64 bits.
                let age = UInt64(bitPattern: newest &- stamp)
                if age < UInt64(CellTimestamps.none) {
                    ageOfCell[Int(cells[index])] = UInt32(age)
                } else if stamp != .min {
                    apart += [Int64(cells[index]), stamp]
                }
            }
        }
        self.init(newest: newest ?? .min, ages: ages, apart: apart)
    }

    /// The stamp of each cell; `Int64.min` where there is none.
    var stamps: [Int64] {
        var stamps = ages.map { $0 == CellTimestamps.none ? Int64.min : newest &- Int64($0) }
        for index in stride(from: 0, to: apart.count, by: 2) { stamps[Int(apart[index])] = apart[index + 1] }
        return stamps
    }
}

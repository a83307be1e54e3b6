extension CSVScanner {
    /// The amount of a metric; NaN when the field is empty.
    ///
    /// A row stands and falls with its price; of another metric the cell alone is left out.
    @inline(__always)
    func amount(_ column: Int, isPrice: Bool) throws(RowError) -> Double {
        guard let value = decimal(column), !(value < 0), !(isPrice && value == 0) else {
            return try withoutCell(column, isPrice)
        }
        return value
    }

    private func withoutCell(_ column: Int, _ isPrice: Bool) throws(RowError) -> Double {
        guard isPrice else {
            leaveOut(badNumber(column, "a number of zero or more"))
            return .nan
        }
        guard decimal(column) == 0 else { throw badNumber(column, "a price above zero") }
        throw RowError("zero-price", column: column, "\(excerpt(column)) is not a price; leave an unknown price empty")
    }

    /// Leaves a cell out of the current row, if that is taken.
    func leaveOut(_ fault: RowError) { cells.faults.append(fault) }

    /// The reject of a field that should hold a number.
    func badNumber(_ column: Int, _ wanted: String) -> RowError {
        let text = text(column)
        let hasSign = text.contains { $0 == "%" || $0.isCurrencySymbol }
        let next = hasSign ? "; write numbers without signs of currency or percent" : ""
        return RowError("bad-number", column: column, "\(excerpt(column)) is not \(wanted)\(next)")
    }

    /// A field in quotes for a message, cut short.
    func excerpt(_ column: Int) -> String { "`" + text(column).prefix(40) + "`" }
}

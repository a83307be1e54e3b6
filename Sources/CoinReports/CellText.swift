internal import CoinModel
internal import CoinTables

extension Cell {
    /// The number of this cell for machines, valid in JSON and CSV alike; nil for text and for what is missing.
    ///
    /// The shortest decimal that reads back as the same Double: `0.1`, `5.0`, `1e-05`, `1e+16`. A whole Double keeps
    /// its `.0`, so that readers that guess types (pandas, DuckDB) see a column of doubles even where all are whole.
    var numberText: String? {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): value.isFinite ? value.description : nil
        case .text, .missing: nil
        }
    }

    /// The cell as people are shown it under a column: rounded, with hidden characters visible, `N/A` when missing.
    func display(_ column: Column) -> DisplayCell {
        if case .text(let text) = self { return DisplayCell(text.visible) }
        return DisplayCell(number: self, column.display) ?? DisplayCell("N/A", isMissing: true)
    }
}

extension String {
    /// Appends `numberText` of a cell, or this where it has none.
    mutating func append(numberOf cell: Cell, orMissing none: String) {
        switch cell {
        case .integer(let value): append(String(value))
        // Written in place: a text of 17 digits by itself would be allocated, which takes twice the time of an export.
        case .number(let value) where value.isFinite: value.write(to: &self)
        case .number, .text, .missing: append(none)
        }
    }
}

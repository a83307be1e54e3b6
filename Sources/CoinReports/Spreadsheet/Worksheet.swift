internal import CXlsxWriter
internal import CoinModel
internal import CoinTables

/// A table on a sheet: one heading that stays in view and filters, a row a row, numbers as numbers and text as text.
///
/// No cell is a formula. A missing value is a blank cell, as is an empty text. A number has 16 significant digits; a whole
/// one that would lose some is text.
@safe struct Worksheet {
    /// The widest column, in characters.
    private static let widest = 60
    /// The first rows, whose cells say how wide a column is.
    private static let measured = 500

    private let sheet: UnsafeMutablePointer<lxw_worksheet>?

    /// A sheet of this name with this table, behind the other sheets of a workbook; that of an annex has long texts, and
    /// headings that need no comment.
    ///
    /// - Throws: `ReportError` when there is no memory for it.
    init(_ name: String, _ table: Table, in workbook: inout Workbook, isAnnex: Bool = false) throws {
        unsafe sheet = workbook.addSheet(name)
        for (place, column) in table.columns.enumerated() {
            let place = lxw_col_t(place)
            let format = unsafe workbook.format(.heading)
            try check(unsafe worksheet_write_string(sheet, 0, place, column.name.spreadsheetText, format))
            if !isAnnex { try explain(column, at: place, &workbook) }
        }
        for (row, cells) in table.rows.enumerated() {
            for (place, cell) in cells.enumerated() {
                try write(cell, row + 1, place, table.columns[place].display, isAnnex, &workbook)
            }
        }
        layOut(table, isAnnex)
    }

    /// The heading is the name that every format has; what it means stands in a comment.
    private func explain(_ column: Column, at place: lxw_col_t, _ workbook: inout Workbook) throws {
        let about = column.title + (column.unit.isEmpty ? "" : ", \(column.unit)") + "\n" + column.meaning
        workbook.reserve(2048 + 7 * about.utf8.count)
        var box = unsafe lxw_comment_options()
        unsafe (box.width, box.height) = (320, 140)
        try check(unsafe worksheet_write_comment_opt(sheet, 0, place, about.spreadsheetText, &box))
    }

    private func write(
        _ cell: Cell,
        _ row: Int,
        _ place: Int,
        _ display: Column.Display,
        _ wraps: Bool,
        _ workbook: inout Workbook
    ) throws {
        let (row, place) = (lxw_row_t(row), lxw_col_t(place))
        let number: Double? =
            switch cell {
            case .integer(let value): Double(exactly: value).flatMap { abs($0) <= 0x1p53 ? $0 : nil }
            case .number, .text, .missing: cell.writtenNumber
            }
        workbook.reserve(96)
        if let number {
            let format = unsafe workbook.format(CellFormat(number: cell.numberFormat(display) ?? "General"))
            try check(unsafe worksheet_write_number(sheet, row, place, number, format))
        } else if let text = cell.spreadsheetText {
            // The longest escape, `_x000D_`, stands for one byte.
            workbook.reserve(7 * text.utf8.count)
            let format = unsafe workbook.format(CellFormat(number: "@", wraps: wraps))
            try check(unsafe worksheet_write_string(sheet, row, place, text, format))
        }
    }

    private func layOut(_ table: Table, _ isAnnex: Bool) {
        printWide(table)
        guard !table.columns.isEmpty else { return }
        let (lastRow, lastPlace) = (lxw_row_t(table.rows.count), lxw_col_t(table.columns.count - 1))
        let widths = table.columns.indices.map {
            table.width(ofColumn: $0, within: Worksheet.measured, atMost: Worksheet.widest)
        }
        for (place, width) in zip(lxw_col_t(0)..., widths) {
            unsafe worksheet_set_column(sheet, place, place, Double(width), nil)
        }
        // Not every program makes room for the further lines of a text.
        for row in table.rows.indices where isAnnex {
            let height = min(409, 15 * table.lines(ofRow: row, widths))
            unsafe worksheet_set_row(sheet, lxw_row_t(row + 1), Double(height), nil)
        }
        unsafe worksheet_freeze_panes(sheet, 1, lxw_col_t(table.labelled))
        unsafe worksheet_autofilter(sheet, 0, 0, lastRow, lastPlace)
        guard lastRow > 0 else { return }
        // Text that looks like a number is meant.
        let isText = UInt8(LXW_IGNORE_NUMBER_STORED_AS_TEXT.rawValue)
        unsafe worksheet_ignore_errors(sheet, isText, "A2:XFD\(lastRow + 1)")
        for bars in table.bars {
            var look = unsafe lxw_conditional_format()
            unsafe look.type = UInt8(LXW_CONDITIONAL_DATA_BAR.rawValue)
            unsafe (look.data_bar_2010, look.bar_solid) = (1, 1)
            unsafe (look.bar_color, look.bar_negative_color) = (0x9D_C3_E6, 0xF4_B1_83)
            let (first, last) = (lxw_col_t(bars.lowerBound), lxw_col_t(bars.upperBound))
            unsafe worksheet_conditional_format_range(sheet, 1, first, lastRow, last, &look)
        }
    }

    /// On paper: A4 across, as many pages wide as the columns need to be read, each with the heading and what names a row.
    private func printWide(_ table: Table) {
        let a4 = UInt8(9)
        unsafe worksheet_set_paper(sheet, a4)
        unsafe worksheet_set_landscape(sheet)
        unsafe worksheet_fit_to_pages(sheet, UInt16(max(1, (table.columns.count + 15) / 16)), 0)
        guard !table.columns.isEmpty else { return }
        unsafe worksheet_repeat_rows(sheet, 0, 0)
        if table.labelled > 0 { unsafe worksheet_repeat_columns(sheet, 0, lxw_col_t(table.labelled - 1)) }
    }

    /// Puts a chart so that its upper left corner is that of a cell.
    func insert(_ chart: UnsafeMutablePointer<lxw_chart>?, row: Int, column: Int) throws {
        try check(unsafe worksheet_insert_chart(sheet, lxw_row_t(row), lxw_col_t(column), chart))
    }

    private func check(_ error: lxw_error) throws {
        guard error != LXW_NO_ERROR else { return }
        let why = unsafe String(cString: lxw_strerror(error))
        throw ReportError(.failed, "a cell cannot be written: \(why)")
    }
}

extension Cell {
    /// The text of this cell; of a number that no cell holds its digits; nil for what is blank.
    fileprivate var spreadsheetText: String? {
        if case .text(let text) = self { return text.isEmpty ? nil : text.spreadsheetText }
        return numberText
    }
}

extension Table {
    /// How wide a column has to be for its heading, with the arrow of the filter, and its first rows.
    fileprivate func width(ofColumn place: Int, within count: Int, atMost widest: Int) -> Int {
        let column = columns[place]
        return rows.prefix(count).reduce(column.name.displayWidth + 4) { width, row in
            if case .missing = row[place] { return width }
            return min(widest, max(width, row[place].display(column).text.displayWidth + 2))
        }
    }

    /// How many lines a row has to have, so that its texts fit into columns of these widths.
    fileprivate func lines(ofRow row: Int, _ widths: [Int]) -> Int {
        let counts = zip(rows[row], widths).map { cell, width in
            guard case .text(let text) = cell else { return 1 }
            return text.split(separator: "\n").reduce(0) { $0 + 1 + String($1).displayWidth / width }
        }
        return max(1, counts.max() ?? 1)
    }

    /// How many columns stay in view: those up to the text that names a row, if these leave room for others.
    fileprivate var labelled: Int {
        let places = (columns.firstIndex { $0.type == .text } ?? -1) + 1
        return places <= 5 ? places : 0
    }

    /// The columns whose numbers are drawn as bars; of neighbours that add up, on one scale.
    fileprivate var bars: [ClosedRange<Int>] {
        let sums = columns.map { $0.name.hasPrefix("contribution_") }
        let single = columns.indices.filter { ["score_pct", "coverage", "cap_share"].contains(columns[$0].name) }
        let shared = sums.firstIndex(of: true).map { first in
            first...(sums[first...].firstIndex(of: false) ?? sums.endIndex) - 1
        }
        return single.map { $0...$0 } + [shared].compactMap { $0 }
    }
}

extension Worksheet {
    /// Draws the lines of the sheet `Weeks`, for each row of the table a line of charts: bars of what is counted, and what
    /// it costs as a line.
    ///
    /// - Throws: `ReportError` when there is no memory for it.
    func draw(_ weeks: Table, of traces: [Table.Trace], in workbook: inout Workbook) throws {
        for (line, cells) in weeks.rows.enumerated() {
            let (row, place) = line.quotientAndRemainder(dividingBy: traces.count)
            workbook.reserve(1 << 14)
            let chart = unsafe workbook.addChart(traces[place].name == "close" ? LXW_CHART_LINE : LXW_CHART_COLUMN)
            let (name, unit) = (traces[place].title, traces[place].unit)
            let (first, last) = (lxw_col_t(3), lxw_col_t(weeks.columns.count - 1))
            let values = unsafe chart_add_series(chart, nil, nil)
            unsafe chart_series_set_categories(values, "Weeks", 0, first, 0, last)
            unsafe chart_series_set_values(values, "Weeks", lxw_row_t(line + 1), first, lxw_row_t(line + 1), last)
            // A line without neighbours shows nothing.
            unsafe chart_series_set_marker_type(values, UInt8(LXW_CHART_MARKER_CIRCLE.rawValue))
            unsafe chart_series_set_marker_size(values, 3)
            // The library takes a title that begins with = for a formula: it begins with the number of the row.
            let label = if case .text(let text) = cells[0] { text.visible.shortened(to: 60) } else { "" }
            unsafe chart_title_set_name(chart, "\(row + 1). \(label): \(name)")
            var font = unsafe lxw_chart_font()
            unsafe (font.size, font.bold) = (11, 1)
            unsafe chart_title_set_name_font(chart, &font)
            if !unit.isEmpty { unsafe chart_axis_set_name(chart?.pointee.y_axis, "in \(unit)") }
            unsafe chart_axis_set_interval_unit(chart?.pointee.x_axis, 13)
            unsafe chart_legend_set_position(chart, UInt8(LXW_CHART_LEGEND_NONE.rawValue))
            try unsafe insert(chart, row: 16 * row, column: 8 * place)
        }
    }
}

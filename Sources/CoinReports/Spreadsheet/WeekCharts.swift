internal import CXlsxWriter
internal import CoinModel
internal import CoinTables

extension Worksheet {
    /// Draws the lines of the sheet `Weeks`, for each row of the table a line of charts: bars of what is counted, and what
    /// it costs as a line.
    ///
    /// - Throws: `SpreadsheetError` when there is no memory for it.
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

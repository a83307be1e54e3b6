/// Commits by week and repository as a heat map: six blues, a slash where a week is missing.
struct HeatChart {
    private static let row = 22.0

    let rows: [[Double]]
    let frame: TimeFrame

    /// The greatest value, which the darkest cell stands for.
    var greatest: Double { rows.joined().filter(\.isFinite).max() ?? 0 }

    /// The plot and an empty gutter.
    var html: String {
        let height = Double(rows.count) * HeatChart.row
        let most = greatest
        var cells = [String](repeating: "", count: 6)
        var missing = ""
        let width = 10 * frame.step - 1
        for (place, row) in rows.enumerated() {
            let y = PathData.number(Double(place) * HeatChart.row + 2)
            for (week, value) in frame.drawn(row).enumerated() {
                let x = PathData.number(Double(week * frame.step) * 10 + 0.5)
                guard value.isFinite else {
                    missing +=
                        "M\(PathData.number(frame.x(week) - 2)) \(PathData.number(Double(place) * HeatChart.row + 15))l4-8"
                    continue
                }
                // Square roots, so that small counts differ too; 0 has a shade of its own.
                let share = most > 0 ? (value / most).squareRoot() : 0
                cells[value <= 0 ? 0 : max(1, min(5, Int((5 * share).rounded(.up))))] +=
                    "M\(x) \(y)h\(width)v18h-\(width)"
            }
        }
        var content = cells.enumerated().map { PathData.element($1, class: "h\($0)") }.joined()
        content += PathData.element(missing, class: "hm")
        return frame.plot(height: height, grid: [], content) + frame.gutter(height: height, [])
    }
}

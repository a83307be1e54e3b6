internal import CoinModel
internal import CoinTables

/// Boxes in columns from left to right, joined by lines where one leads to the next.
enum FlowPicture {
    private static let (width, height) = (230.0, 44.0)
    private static let (gapBeside, gapBelow) = (70.0, 12.0)

    static func svg(_ columns: [[FlowBox]]) -> String {
        let rows = Double(columns.map(\.count).max() ?? 0)
        let tall = rows * (height + gapBelow)
        let wide = Double(columns.count) * (width + gapBeside)
        func middle(_ column: Int, _ row: Int) -> Double {
            let free = tall - Double(columns[column].count) * (height + gapBelow)
            return free / 2 + (Double(row) + 0.5) * (height + gapBelow)
        }
        var lines = PathData()
        for column in columns.indices.dropFirst() {
            let x = Double(column) * (width + gapBeside)
            for left in columns[column - 1].indices {
                for right in columns[column].indices {
                    lines.move(x - gapBeside, middle(column - 1, left))
                    lines.line(x - gapBeside / 2, middle(column - 1, left))
                    lines.line(x - gapBeside / 2, middle(column, right))
                    lines.line(x, middle(column, right))
                }
            }
        }
        let boxes = columns.enumerated().map { column, boxes in
            boxes.enumerated().map { row, box in
                svg(box, x: Double(column) * (width + gapBeside), y: middle(column, row) - height / 2)
            }.joined()
        }.joined()
        let title = columns.map { $0.map(\.title).joined(separator: ", ") }.joined(separator: "; then ")
        let size = "width=\"\(PathData.number(wide))\" height=\"\(PathData.number(tall))\""
        let name = "<title>\(PageText().escapeText(title))</title>"
        return "<svg class=\"flow\" \(size) role=\"img\">\(name)\(PathData.element(lines.text))\(boxes)</svg>"
    }

    private static func svg(_ box: FlowBox, x: Double, y: Double) -> String {
        func text(_ words: String, _ down: Double, _ kind: String) -> String {
            let shown = PageText().escapeText(words.cut(toWidth: 32))
            let place = "x=\"\(PathData.number(x + 12))\" y=\"\(PathData.number(y + down))\""
            return "<text class=\"\(kind)\" \(place)>\(shown)</text>"
        }
        let place = "x=\"\(PathData.number(x))\" y=\"\(PathData.number(y))\""
        let size = "width=\"\(PathData.number(width))\" height=\"\(PathData.number(height))\""
        return "<rect \(place) \(size) rx=\"8\"/>" + text(box.title, 19, "t") + text(box.detail, 35, "s")
    }
}

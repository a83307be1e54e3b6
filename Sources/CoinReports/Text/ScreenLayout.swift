internal import CoinModel

/// Which columns of a ranking a terminal has room for, and how wide each is.
struct ScreenLayout {
    /// Whether it has the columns of a wide screen.
    let isWide: Bool
    /// The headings of the columns that every screen of 80 columns has, and this one has no room for.
    let leftOut: [String]
    private let columns: [ScreenColumn]
    private let widths: [Int]
    private let limit: Int?

    /// The least and the most columns of a name.
    private static let names = 8...24
    private static let shortName = 14

    /// The layout of rows within a width; nil for as wide as they are.
    init(_ rows: RankingRows, width limit: Int?) {
        var columns = rows.columns(isWide: true)
        let isWide =
            limit.map { ScreenLayout.total(ScreenLayout.widths(columns, name: ScreenLayout.names.upperBound)) <= $0 }
            ?? true
        var leftOut: [String] = []
        var name = ScreenLayout.names.upperBound
        if let limit, !isWide {
            columns = rows.columns(isWide: false)
            func excess() -> Int { ScreenLayout.total(ScreenLayout.widths(columns, name: name)) - limit }
            func narrow(to least: Int) { while excess() > 0, name > least { name -= 1 } }
            narrow(to: ScreenLayout.shortName)
            for heading in [ScreenColumn.paceBand, ScreenColumn.rankBand] where excess() > 0 {
                columns.removeAll { $0.heading == heading }
                leftOut.append(heading)
            }
            narrow(to: ScreenLayout.names.lowerBound)
        }
        (self.columns, self.leftOut, self.isWide, self.limit) = (columns, leftOut, isWide, limit)
        widths = ScreenLayout.widths(columns, name: name)
    }

    /// The line of headings.
    var heading: String { line(columns.map(\.heading)) }

    /// The line of a row; one without a rank has its reason where others have their figures.
    func line(_ row: Int, isRanked: Bool) -> String {
        line(columns.map { $0.cells[row] }, leavingOut: isRanked ? nil : \.isFigure)
    }

    private func line(_ texts: [String], leavingOut isLeftOut: KeyPath<ScreenColumn, Bool>? = nil) -> String {
        let shown = columns.indices.filter { place in isLeftOut.map { !columns[place][keyPath: $0] } ?? true }
        let cells = shown.map { place in
            let (column, width) = (columns[place], widths[place])
            return (column.isName ? texts[place].cut(toWidth: width) : texts[place], width, column.isRight)
        }
        let line = screenLine(cells, between: " ")
        return limit.map { line.cut(toWidth: $0) } ?? line
    }

    /// How wide columns are, with names cut to a width.
    private static func widths(_ columns: [ScreenColumn], name: Int) -> [Int] {
        columns.map { $0.isName ? min($0.width, name) : $0.width }
    }

    private static func total(_ widths: [Int]) -> Int { widths.reduce(max(0, widths.count - 1), +) }
}

/// Texts side by side, each padded to its width, without blanks at the end.
func screenLine(_ cells: [(text: String, width: Int, isRight: Bool)], between gap: String) -> String {
    let padded = cells.map { text, width, isRight in
        let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
        return isRight ? padding + text : text + padding
    }
    var line = padded.joined(separator: gap)
    while line.last == " " { line.removeLast() }
    return line
}

/// A text of a page with plain blanks.
func plain(_ text: String) -> String { text.replacingScalars { $0 == "\u{202F}" ? " " : nil } }

/// A table of a page, whose columns stand in the order of worth: on a phone those at the end are cut.
public struct StoryTable: Sendable {
    /// The heading above it.
    public let title: String
    /// Its columns; the first names the rows.
    public let heads: [StoryHead]
    /// Its rows, each as wide as `heads`.
    public var rows: [[StoryCell]]
    /// A row of sums; none where it is empty.
    public var sums: [StoryCell] = []
    /// What stands below it: why cells are empty, what was left out.
    public var note = ""

    /// A table.
    public init(_ title: String, _ heads: [StoryHead], _ rows: [[StoryCell]]) {
        self.title = title
        self.heads = heads
        self.rows = rows
    }

    /// The table without the columns in which no row has a value, which its note names, unless they are none of the kind of rows.
    public func leavingOutEmptyColumns(isNamed: Bool = true) -> StoryTable {
        let shown = heads.indices.filter { place in place == 0 || rows.contains { !$0[place].isEmpty } }
        guard shown.count < heads.count, !rows.isEmpty else { return self }
        var table = StoryTable(title, shown.map { heads[$0] }, rows.map { row in shown.map { row[$0] } })
        table.sums = sums.isEmpty ? [] : shown.map { sums[$0] }
        let names = heads.indices.filter { !shown.contains($0) }.map { heads[$0].title }
        table.note =
            !isNamed
            ? note
            : [note, "No row has a value of: \(names.joined(separator: ", "))."].filter { !$0.isEmpty }
                .joined(separator: " ")
        return table
    }
}

/// The head of a column.
public struct StoryHead: Sendable {
    /// What the column is called.
    public let title: String
    /// What stands small below it: a unit, two dates.
    public let note: String
    /// Whether head and cells are on the right, as numbers are.
    public let isNumber: Bool
    /// Whether phones leave it out.
    public let isExtra: Bool

    /// The head of a column of numbers.
    public static func number(_ title: String, _ note: String = "", isExtra: Bool = false) -> StoryHead {
        StoryHead(title: title, note: note, isNumber: true, isExtra: isExtra)
    }

    /// The head of a column of texts or drawings.
    public static func text(_ title: String, _ note: String = "", isExtra: Bool = false) -> StoryHead {
        StoryHead(title: title, note: note, isNumber: false, isExtra: isExtra)
    }
}

/// A cell of such a table: a text with a smaller one behind it, the chip of a state, a drawing.
public struct StoryCell: Sendable {
    /// What it says.
    public var text: String
    /// A smaller text behind it: a symbol, a share.
    public var aside: String
    /// Whether the text is bold.
    public var isStrong = false
    /// The day of a figure that is not of the page's day; empty for others.
    public var date = ""
    /// The id of the coin whose page it leads to; nil for none.
    public var coin: String?
    /// The state of a coin; nil for none.
    public var state: String?
    /// What is drawn; nil for nothing.
    public var drawing: Drawing?

    /// A cell of text.
    public init(_ text: String, _ aside: String = "", isStrong: Bool = false, date: String = "", coin: String? = nil) {
        self.text = text
        self.aside = aside
        self.isStrong = isStrong
        self.date = date
        self.coin = coin
    }

    /// A drawing; those of a column have one scale.
    public static func drawn(_ drawing: Drawing) -> StoryCell {
        var cell = StoryCell("")
        cell.drawing = drawing
        return cell
    }

    /// The chip of a state, with a smaller text behind it.
    public static func state(_ name: String, _ aside: String = "") -> StoryCell {
        var cell = StoryCell("", aside)
        cell.state = name
        return cell
    }

    /// Whether it shows no value.
    public var isEmpty: Bool { ["", "–"].contains(text) && aside.isEmpty && state == nil && drawing == nil }

    /// What is drawn in a cell.
    public enum Drawing: Sendable {
        /// Parts of a change, those below zero to its left, the others to its right, up to so many to either side.
        case parts([(value: Double, tone: Picture.Tone)], most: Double)
        /// A ratio with its interval, on a log axis from ¼ to 4.
        case ratio(Double, low: Double, high: Double)
    }
}

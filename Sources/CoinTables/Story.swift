public import CoinModel

/// What a page says of one question, in the order in which people read: the answer, at most five figures, charts, tables, and
/// details.
///
/// Numbers in its texts are written for people; names of coins may be any text, which the page escapes and cuts.
public struct Story: Sendable {
    /// The heading of the page.
    public var title: String
    /// The answer, which stands in bold.
    public var answer: String
    /// What follows in the same paragraph; may be empty.
    public var more: String
    /// The moment that it is of; nil where none is shown.
    public var asOf: AsOf?
    /// What colours and dashes stand for on the whole page: marks with their labels.
    public var keys: [Picture.Mark] = []
    /// Figures below the answer.
    public var tiles: [PageTile] = []
    /// Charts, tables and words below these.
    public var blocks: [StoryBlock] = []
    /// What the notes of the table are called, which are folded behind all else; the last stands at the foot of the page, and
    /// without a name all do.
    public var made = "How this was made"

    /// A page that answers a question.
    public init(_ title: String, answer: String, more: String = "") {
        self.title = title
        self.answer = answer
        self.more = more
    }

    /// A page whose answer goes to the first semicolon of a sentence.
    public init(_ title: String, lead: String) {
        let parts = lead.split(separator: ";", maxSplits: 1).map(String.init)
        let rest = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
        self.init(title, answer: (parts.first ?? "") + (parts.count == 2 ? ";" : ""), more: rest)
    }
}

/// One piece of a page.
public enum StoryBlock: Sendable {
    /// Charts next to each other.
    case charts([StoryChart])
    /// A table.
    case table(StoryTable)
    /// A heading, and names one after the other: coins that came or went.
    case names(String, [StoryCell])
    /// A heading, which may be empty, and a paragraph.
    case words(String, String)
    /// A table as it is, under its title, and one that is folded below the chart of it.
    case rows(Table)
    case numbers(Table)
    /// A sentence or two in small print.
    case note(String)
    /// Sentences that are folded below a line.
    case details(String, [String])
    /// The short list of a ranking as cards, and figures.
    case cards(Table)
    case tiles([PageTile])
    /// Sections, each as wide as the page, or two next to each other where there is room.
    case sections([PageSection])
    case pairs([PageSection])
}

/// A section of a page; what is empty is left out.
public struct PageSection: Sendable {
    /// The heading.
    public let title: String
    /// What it says first.
    public var paragraph = ""
    /// A list, each by what it is about and what is said of it.
    public var items: [(about: PageLink?, text: String)] = []
    /// A table as it is.
    public var table: Table?
    /// What explains it, small.
    public var note = ""
    /// Where there is more of it.
    public var more: PageLink?

    /// A section by its heading.
    public init(_ title: String, _ paragraph: String = "", note: String = "") {
        self.title = title
        self.paragraph = paragraph
        self.note = note
    }
}

/// A chart with its heading and how to read it.
public struct StoryChart: Sendable {
    /// The heading.
    public let title: String
    /// How to read it; may be empty.
    public let note: String
    /// What is drawn.
    public let drawing: Drawing

    /// A chart.
    public init(_ title: String, note: String = "", _ drawing: Drawing) {
        self.title = title
        self.note = note
        self.drawing = drawing
    }

    /// What is drawn.
    public enum Drawing: Sendable {
        /// The first picture of a table, along time; nothing of a table without one.
        case time(Table)
        /// How many of some values lie in each of equal steps, with a mark at one value and what it is.
        case histogram([Double], mark: Double, label: String)
        /// Shares of one bar, the largest first, 0 to 1, with what each is of.
        case shares([(share: Double, name: String)])
    }
}

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
        let kept = heads.indices.filter { place in place == 0 || rows.contains { !$0[place].isEmpty } }
        guard kept.count < heads.count, !rows.isEmpty else { return self }
        var table = StoryTable(title, kept.map { heads[$0] }, rows.map { row in kept.map { row[$0] } })
        table.sums = sums.isEmpty ? [] : kept.map { sums[$0] }
        let names = heads.indices.filter { !kept.contains($0) }.map { heads[$0].title }
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

public import CoinModel

/// A report: rows under their columns, with a title and notes.
public struct Table: Sendable {
    /// A heading, such as `Coins by developer activity`.
    public var title: String
    /// The sentence that answers what is asked, which people read first, such as which coins stand out; empty for none.
    public var lead = ""
    /// The columns, in order.
    public var columns: [Column]
    /// The rows, each as wide as `columns`.
    public var rows: [[Cell]]
    /// A sentence each: as-of, what was left out, where a source falls short.
    public var notes: [String]
    /// How many of the notes a terminal shows, unless all are asked for; nil for all.
    public var briefNotes: Int?
    /// Whether its rows are words and what is known of each, which a terminal shows without headings.
    public var isSheet = false
    /// Whether terminals and Markdown show its story instead of its rows, whose blocks are sections and notes.
    public var isBrief = false
    /// How the numbers of each row are written for people, where rows are measures of different kinds.
    ///
    /// Holds in columns of the display `plain`, in the tables of terminals and Markdown; empty where columns say it.
    public var rowDisplays: [Column.Display] = []
    /// Texts that people are shown behind values, for each row by the name of a column; empty where there is none.
    public var asides: [String: [String]] = [:]
    /// Weekly series drawn beside the rows where a format can draw; empty elsewhere.
    public var traces: [Trace]
    /// The overview of its page; nil for a table that is none of a ranking.
    public var overview: Overview?
    /// The lines of a terminal around the first rows of a ranking; nil for a table that is shown as it is.
    public var summary: RankingSummary?
    /// What the portfolio of a table of holdings comes to; nil for other tables.
    public var holdings: HoldingsSummary?
    /// That its rows are facts of a time each; nil for other tables.
    public var timeline: Timeline?
    /// How a page draws it, above its rows; empty elsewhere.
    public var pictures: [Picture] = []
    /// Tables that stand behind further pictures of a page; empty elsewhere.
    public var annexes: [Table] = []
    /// Where the figures of a ranking come from, a row a source; no table where that is unknown.
    public var sources: [Table] = []
    /// The story of its page instead of its rows; nil for a page of the rows.
    public var story: Story?
    /// Whether it is for its owner alone, as its page says and the mode of its file (0600) has it.
    public var isPrivate = false
    /// The pages of coins by their ids, as addresses relative to its page; empty where there are none.
    public var coinPages: [String: String] = [:]
    /// The addresses of the pages that rows are about, by place, where these are not of coins.
    public var rowPages: [Int: String] = [:]
    /// The figures at the head of its page; empty for none.
    public var tiles: [PageTile] = []
    /// The text of its page below the rows; nil for nothing.
    public var below: Story?
    /// What stands around its page: where to go, and whose figures it shows.
    public var frame = PageFrame()

    /// A table.
    public init(title: String, columns: [Column], rows: [[Cell]], notes: [String] = [], traces: [Trace] = []) {
        (self.title, self.columns, self.rows) = (title, columns, rows)
        (self.notes, self.traces) = (notes, traces)
    }

    /// What people read first: the lead, else the title.
    public var heading: String { lead.isEmpty ? title : lead }
    /// The lead where there is one, and the notes.
    public var remarks: [String] { (lead.isEmpty ? [] : [lead]) + notes }

    /// The table with a mark in front of what people read first.
    public func marked(_ mark: String) -> Table {
        var table = self
        if lead.isEmpty { table.title = mark + title } else { table.lead = mark + lead }
        table.story?.answer = mark + (story?.answer ?? "")
        return table
    }

    /// The place of the column of a name; nil where there is none.
    public func place(of name: String) -> Int? { columns.firstIndex { $0.name == name } }

    /// A small drawing for every row: the series of one thing, oldest week first, NaN where missing.
    public struct Trace: Sendable {
        /// What it shows, such as `close`.
        public let name: String
        /// A heading, such as `Commits, 52 weeks`.
        public let title: String
        /// The unit of the values.
        public let unit: String
        /// The series of each row of the table.
        public var series: [[Double]]

        /// The series of all rows.
        public init(_ name: String, title: String, unit: String, series: [[Double]]) {
            (self.name, self.title, self.unit, self.series) = (name, title, unit, series)
        }
    }
}

/// The answer of a page to one question, in the order in which people read: the answer, at most five figures, charts, tables, and
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
    /// What leads to what: boxes in columns, each with a title and what it is, all of a column to all of the next.
    case flow([[FlowBox]])
    /// A text of the program's own in Markdown.
    case article(String)
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

/// A box of a picture of what leads to what: its title, and what it is.
public typealias FlowBox = (title: String, detail: String)

/// A section of a page; what is empty is left out.
public struct PageSection: Sendable {
    /// The heading.
    public let title: String
    /// The answer, which comes first.
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

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
    /// How the numbers of each row are written for people, where rows are measures of different kinds.
    ///
    /// Holds in columns of the display `plain`, in the tables of terminals and Markdown; empty where columns say it.
    public var rowDisplays: [Column.Display] = []
    /// Texts that people are shown behind values, for each row by the name of a column; empty where there is none.
    public var asides: [String: [String]] = [:]
    /// Weekly series drawn beside the rows where a format can draw; empty elsewhere.
    public var traces: [Trace]
    /// What a page tells around the rows; nil for a table that is none of a ranking.
    public var overview: Overview?
    /// What a terminal says around the first rows of a ranking; nil for a table that is shown as it is.
    public var summary: RankingSummary?
    /// What the portfolio of a table of holdings comes to; nil for other tables.
    public var holdings: HoldingsSummary?
    /// That its rows are facts of a time each; nil for other tables.
    public var timeline: Timeline?
    /// How a page draws it, above its rows; empty elsewhere.
    public var pictures: [Picture] = []
    /// Tables that stand behind further pictures of a page; empty elsewhere.
    public var annexes: [Table] = []
    /// What its page says instead of its rows; nil for a page of the rows.
    public var story: Story?
    /// Whether it is for its owner alone, as its page says and the mode of its file (0600) has it.
    public var isPrivate = false
    /// The pages of coins by their ids, as addresses relative to its page; empty where there are none.
    public var coinPages: [String: String] = [:]
    /// The figures at the head of its page; empty for none.
    public var tiles: [PageTile] = []
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

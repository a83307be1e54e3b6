/// A page that is no single table: a sentence, cards, figures, and sections of lists, paragraphs and tables.
public struct SectionPage: Sendable {
    /// The heading.
    public var title: String
    /// The sentence that people read first.
    public var lead: String
    /// The ranking whose short list stands as cards below it; nil for none.
    public var ranking: Table?
    /// The figures below.
    public var tiles: [PageTile] = []
    /// Sections that stand two abreast where there is room.
    public var pairs: [PageSection] = []
    /// The sections below, each as wide as the page.
    public var sections: [PageSection] = []
    /// A sentence each, for the foot.
    public var notes: [String] = []
    /// What stands around it.
    public var frame = PageFrame()

    /// A page by its heading and its first sentence.
    public init(_ title: String, lead: String) {
        self.title = title
        self.lead = lead
    }
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

extension Table {
    /// Where the figures of a page come from: a row a source.
    public init(sources: [SourceLine]) {
        let columns: [FilledColumn<SourceLine>] = [
            .text("figures", "Figures", "What was read.") { $0.figures },
            .text("newest", "Newest", "The day of the newest of them.") { $0.newest },
            .text("age", "Age", "Days from then to the page's moment.") { $0.age },
            .text("source", "Source", "Whose they are.") { $0.source },
            .text("from", "From", "The day of the oldest that is stored.") { $0.from },
            .text("licence", "Credit and licence", "Under which terms.") { $0.licence },
        ]
        self.init("Sources and freshness", columns, of: sources)
    }
}

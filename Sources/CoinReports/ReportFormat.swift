public import CoinTables

/// The forms a table is written in; all show the same columns under the same names in the same order.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// For a terminal: aligned, rounded for people.
    case table
    /// RFC 4180, for machines and spreadsheets.
    case csv
    /// A line a row, tabs between cells.
    case tsv
    /// An array of objects.
    case json
    /// An object a line.
    case ndjson
    /// A Markdown table, rounded for people.
    case md
    /// One self-contained page.
    case html
    /// A workbook for spreadsheets, with what its columns mean.
    case xlsx
    /// An Atom feed (RFC 4287); of timelines only.
    case atom

    /// The formats of every table.
    public static let ofTables = allCases.filter { $0 != .atom }

    /// Whether the notes of a table stand in it; the others hold nothing but rows.
    public var hasNotes: Bool { [.table, .md, .html, .xlsx].contains(self) }

    /// The format that a file's name asks for by its ending (also `.txt`, `.markdown`, `.htm`, `.jsonl`, `.xml`), in any
    /// case; a table for a name without one; nil for an ending that is none.
    public init?(fileName: String) {
        let name = fileName[(fileName.lastIndex(of: "/").map(fileName.index(after:)) ?? fileName.startIndex)...]
        guard let point = name.dropFirst().lastIndex(of: ".") else {
            self = .table
            return
        }
        let ending = name[name.index(after: point)...].lowercased()
        switch ending {
        case "txt": self = .table
        case "markdown": self = .md
        case "htm": self = .html
        case "jsonl": self = .ndjson
        case "xml": self = .atom
        default: self.init(rawValue: ending)
        }
    }
}

extension Table {
    /// The table in a format; the same table gives the same bytes, always.
    ///
    /// A missing value is empty in `csv`, `tsv` and `xlsx`, `null` in `json` and `ndjson`, `N/A` elsewhere, and only `table`,
    /// `md` and `html` round numbers, as `Column.display` says; `xlsx` shows them so and holds 16 digits.
    ///
    /// - Throws: `ReportError` when it is not a workbook. What is not a timeline has no bytes as `atom`.
    public func bytes(as format: ReportFormat, style: ReportStyle = ReportStyle()) throws -> [UInt8] {
        var bytes: [UInt8] = []
        // More than numbers with their names take: what is not written to is not memory, but growing touches it twice.
        bytes.reserveCapacity(32 * rows.count * columns.count)
        func write(_ text: String) { bytes += text.utf8 }
        switch format {
        case .table:
            if let screen = RankingScreen(self, style) {
                try screen.render(into: write)
            } else if let holdings = HoldingsScreen(self, style) {
                try holdings.render(into: write)
            } else if let brief = BriefText(self) {
                try brief.render(style, into: write)
            } else if isSheet {
                try renderSheet(style, into: write)
            } else {
                try renderTerminalTable(style, into: write)
            }
        case .csv: try renderCSV(style, into: write)
        case .tsv: try renderTSV(style, into: write)
        case .json: try renderJSON(into: write)
        case .ndjson: try renderNDJSON(into: write)
        case .md:
            if let brief = BriefText(self) {
                try brief.renderMarkdown(into: write)
            } else {
                try renderMarkdown(into: write)
            }
        case .html:
            if let page = TimelinePage(self) {
                try page.render(into: write)
            } else if let page = StoryPage(self) {
                try page.render(into: write)
            } else {
                try RankingPage(self)?.render(into: write) ?? renderPage(into: write)
            }
        case .atom: AtomFeed(self)?.render(into: write)
        case .xlsx: return try workbook()
        }
        return bytes
    }
}

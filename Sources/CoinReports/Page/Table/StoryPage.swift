internal import CoinModel
internal import CoinTables

/// The page of a story: its answer, tiles, charts, tables and details, which need no script; or what the page of a table says below
/// its rows.
struct StoryPage {
    private let table: Table
    private let story: Story

    /// Nil for a table that has neither a story nor a chart.
    init?(_ table: Table) {
        guard let story = table.story ?? Story(chartsOf: table) else { return nil }
        self.init(table, story)
    }

    /// A story with the pages of coins that a table knows.
    init(_ table: Table, _ story: Story) { (self.table, self.story) = (table, story) }

    func render(into write: (String) throws -> Void) throws {
        try write(PageTemplates.story.render("head", head))
        try renderBlocks(into: write)
        let made = story.made.isEmpty ? [] : Array(table.notes.dropLast())
        if !made.isEmpty { try render(.details(story.made, made), into: write) }
        let notes = story.made.isEmpty ? Array(table.remarks.dropFirst()) : Array(table.notes.suffix(1))
        try write(PageTemplates.story.render("foot", table.frame.foot(notes, nil)))
    }

    /// The charts, tables and words alone.
    func renderBlocks(into write: (String) throws -> Void) throws {
        for block in story.blocks { try render(block, into: write) }
    }

    private func render(_ block: StoryBlock, into write: (String) throws -> Void) throws {
        let (part, view) = view(block)
        try write(PageTemplates.story.render(part, view))
    }

    private var head: [String: Any] {
        var frame = table.frame
        frame.asOf = frame.asOf ?? story.asOf
        let own: [String: Any] = [
            "isPrivate": table.isPrivate, "verdict": table.isPrivate ? "" : story.answer,
            "keys": marks(story.keys) { _ in "" },
        ]
        let isArticle = story.blocks.contains { block in
            switch block {
            case .article, .flow: true
            default: false
            }
        }
        let style = isArticle ? PageAsset.articleStyle : .storyStyle
        return frame.head(story.title.cut(toWidth: 3 * StoryPage.longestName), style, nil)
            .merging(story.view) { _, own in own }.merging(own) { _, own in own }
    }

    /// Marks with their labels and values, as one list; none without a mark.
    private func marks(_ marks: [Picture.Mark], value: (Int) -> String) -> [[String: Any]] {
        let views = marks.enumerated().map { place, mark in
            ["swatch": mark.swatch, "label": mark.label.cut(toWidth: StoryPage.longestName), "value": value(place)]
        }
        return views.isEmpty ? [] : [["marks": views]]
    }

    private func view(_ block: StoryBlock) -> (part: String, view: [String: Any]) {
        switch block {
        case .charts(let charts): ("charts", ["charts": charts.map(view), "hasTwo": charts.count > 1])
        case .rows(let rows): ("rows", PlainTable.view(rows))
        case .numbers(let rows): ("numbers", PlainTable.view(rows))
        case .table(let table): ("table", view(table))
        case .names(let title, let cells): ("names", ["title": title, "names": names(cells)])
        case .words(let title, let text): ("words", ["title": title, "text": text])
        case .flow(let columns): ("flow", ["html": FlowPicture.svg(columns)])
        case .article(let text): ("article", ["html": ArticleText.html(text)])
        case .note(let text): ("note", ["text": text])
        case .details(let title, let items): ("details", ["title": title, "items": items])
        case .cards(let ranking): ("cards", RankingCards(ranking)?.view ?? [:])
        case .tiles(let tiles): ("tiles", ["tiles": tiles.map(\.view)])
        case .sections(let sections): ("sections", ["sections": sections.map(view)])
        case .pairs(let sections): ("pairs", ["pairs": sections.map(view)])
        }
    }

    private func view(_ section: PageSection) -> [String: Any] {
        let items = section.items.map { about, text in
            ["about": about?.title ?? "", "address": about?.address ?? "", "text": text]
        }
        return [
            "heading": section.title, "paragraph": section.paragraph, "items": items,
            "table": section.table.map(PlainTable.view) ?? "", "small": section.note,
            "more": section.more.map { ["title": $0.title, "address": $0.address] } ?? "",
        ]
    }

    private func view(_ chart: StoryChart) -> [String: Any] {
        var (html, note, panels) = ("", chart.note, [[String: Any]]())
        switch chart.drawing {
        case .time(let table):
            guard let picture = TimePicture(of: table) else { break }
            panels = picture.panels.map { view($0, of: picture, isAlone: picture.panels.count == 1) }
            if picture.isLogarithmic { note += " Logarithmic: equal steps are equal factors." }
        case .histogram(let values, let mark, let label):
            html = BarPicture.histogram(values, mark: mark, label: label, title: "\(chart.title). \(chart.note)")
        case .shares(let shares): html = BarPicture.shares(shares)
        }
        return ["title": chart.title, "html": html, "panels": panels, "note": note]
    }

    /// A panel with its axis; one that is alone has the heading of its chart, and lines that are named at their ends have no keys.
    private func view(_ drawn: DrawnPanel, of picture: TimePicture, isAlone: Bool) -> [String: Any] {
        let named = drawn.panel.namesEnds ? [] : drawn.marks.filter { !$0.mark.label.isEmpty }
        return [
            "title": isAlone ? "" : drawn.panel.title, "note": drawn.panel.note,
            "html": picture.html(of: drawn) + picture.axis, "keys": marks(named.map(\.mark)) { named[$0].newest },
        ]
    }

    // MARK: Tables

    private static let longestName = 60
    /// The names that stand one after the other; more are counted.
    private static let mostNames = 40

    private func names(_ cells: [StoryCell]) -> [[String: Any]] {
        let left = cells.count - StoryPage.mostNames
        return cells.prefix(StoryPage.mostNames).enumerated().map { place, cell in
            let isLast = place == min(cells.count, StoryPage.mostNames) - 1
            return view(cell, end: !isLast ? ", " : left > 0 ? " and \(left) more." : ".")
        }
    }

    private func view(_ table: StoryTable) -> [String: Any] {
        let kinds = table.heads.map { head in
            [head.isNumber ? "num" : "", head.isExtra ? "hide" : ""].filter { !$0.isEmpty }.joined(separator: " ")
        }.map { $0.isEmpty ? "" : " class=\"\($0)\"" }
        func row(_ cells: [StoryCell]) -> [String: Any] {
            let views = zip(cells, kinds).enumerated().map { place, pair in
                let (cell, kind) = pair
                let name = place == 0 ? "th" : "td"
                return view(cell, start: "<\(name)\(place == 0 ? " scope=\"row\"" : "")\(kind)>", end: "</\(name)>")
            }
            return ["cells": views]
        }
        let heads = zip(table.heads, kinds).map { head, kind in
            ["title": head.title, "note": head.note, "kind": kind]
        }
        return [
            "title": table.title, "heads": heads, "rows": table.rows.map(row), "note": table.note,
            "sums": table.sums.isEmpty ? [] : [row(table.sums)],
        ]
    }

    /// A cell between its tags, or a name before what separates it from the next one.
    private func view(_ cell: StoryCell, start: String = "", end: String) -> [String: Any] {
        let state = cell.state.map(CoinState.init)
        let text = cell.text.cut(toWidth: StoryPage.longestName)
        let page = cell.coin.flatMap { table.coinPages[$0] } ?? ""
        return [
            "start": start, "end": end, "text": cell.isStrong ? "" : text, "strong": cell.isStrong ? text : "",
            "aside": cell.aside.cut(toWidth: StoryPage.longestName), "date": cell.date, "page": page,
            "state": state?.name ?? "", "tone": state?.tone ?? "", "sign": state?.sign ?? "",
            "drawing": cell.drawing.map(StoryPage.drawing) ?? "",
        ]
    }

    private static func drawing(_ drawing: StoryCell.Drawing) -> String {
        switch drawing {
        case .parts(let parts, let most): RowPicture.stack(parts, upTo: most)
        case .ratio(let value, let low, let high): RowPicture.ratio(value, low: low, high: high)
        }
    }
}

extension Story {
    /// The story of a table with charts, or with further tables, that has none of its own: charts, each with its numbers folded below
    /// it, and its rows; nil for other tables.
    fileprivate init?(chartsOf table: Table) {
        guard !(table.pictures + table.annexes.flatMap(\.pictures)).isEmpty || !table.annexes.isEmpty else {
            return nil
        }
        self.init(table.title, answer: table.remarks.first ?? "")
        made = ""
        for drawn in table.annexes + [table] {
            let isDrawn = TimePicture(of: drawn) != nil
            if isDrawn, let picture = drawn.pictures.first {
                blocks.append(.charts([StoryChart(picture.title, note: picture.note, .time(drawn))]))
            }
            var rows = drawn
            rows.notes = []
            rows.coinPages = [:]
            blocks.append(isDrawn && drawn.title != table.title ? .numbers(rows) : .rows(rows))
        }
    }
}

extension TimePicture {
    /// The first picture of a table; nil for one without any, or where it shows nothing.
    fileprivate init?(of table: Table) {
        guard let picture = table.pictures.first else { return nil }
        self.init(picture, NamedRows(table))
        if panels.isEmpty { return nil }
    }
}

internal import CoinModel
public import CoinTables

/// A story of sections as plain text and as Markdown, for a mail or a chat: a subject, the answer, then lists under headings.
///
/// Lines have at most 78 columns wherever they go, and no colours but on a terminal that has them. A story without sections has no
/// blank lines.
struct BriefText {
    private let parts: [Part]
    private let notes: [String]

    /// A piece of it, which begins on a line of its own.
    private enum Part {
        case blank
        case title(String)
        case heading(String)
        case paragraph(String)
        case item(about: String?, String)
        case note(String)
    }

    private static let width = 78

    /// Nil for a table that is shown as rows.
    init?(_ table: Table) {
        guard table.isBrief, let story = table.story else { return nil }
        self.init(story, notes: table.notes)
    }

    fileprivate init(_ story: Story, notes: [String]) {
        self.notes = notes
        let answer = [story.answer, story.more].filter { !$0.isEmpty }.joined(separator: " ")
        var parts: [Part] = [.title(story.title)] + (story.blocks.isEmpty ? [] : [.blank]) + [.paragraph(answer)]
        for block in story.blocks {
            switch block {
            case .sections(let sections): parts += sections.flatMap(BriefText.parts)
            case .note(let text): parts += [.blank, .paragraph(text)]
            default: break
            }
        }
        self.parts = parts
    }

    private static func parts(of section: PageSection) -> [Part] {
        [.blank, .heading(section.title)] + section.items.map { .item(about: $0.about?.title, $0.text) }
            + (section.note.isEmpty ? [] : [.note(section.note)])
    }

    /// Writes it, on a narrower terminal in shorter lines.
    func render(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        let width = min(BriefText.width, style.width ?? BriefText.width)
        for (text, ink) in parts.flatMap({ BriefText.lines($0, width) }) {
            try write(ink.painted(text, style.color) + "\n")
        }
        guard style.isVerbose else { return }
        try write("\n")
        for note in notes { try write(style.paragraph(note, .dim)) }
    }

    fileprivate var lineCount: Int { parts.reduce(0) { $0 + BriefText.lines($1, BriefText.width).count } }

    private static func lines(_ part: Part, _ width: Int) -> [(text: String, ink: TerminalInk)] {
        func lines(_ text: String, _ first: String = "", _ ink: TerminalInk = .plain) -> [(String, TerminalInk)] {
            let indent = String(repeating: " ", count: first.count)
            return text.visible.wrapped(toWidth: max(20, width - first.count)).enumerated().map { place, line in
                ((place == 0 ? first : indent) + line, ink)
            }
        }
        return switch part {
        case .blank: [("", .plain)]
        case .title(let text), .heading(let text): lines(text, "", .bold)
        case .paragraph(let text): lines(text)
        case .item(let about, let text): lines((about.map { $0 + ": " } ?? "") + text, "- ")
        case .note(let text): lines(text, "  ")
        }
    }

    /// Writes it as Markdown: headings, lists, the coin of an item in bold.
    func renderMarkdown(into write: (String) throws -> Void) throws {
        var isList = false
        for (place, line) in parts.compactMap(BriefText.markdown).enumerated() {
            let isItem = line.hasPrefix("- ")
            try write((place == 0 || isItem && isList ? "" : "\n") + line + "\n")
            isList = isItem
        }
    }

    /// The line of a part; nil for one that is blank.
    private static func markdown(_ part: Part) -> String? {
        switch part {
        case .blank: nil
        case .title(let text): "# " + text.markdown
        case .heading(let text): "## " + text.markdown
        case .paragraph(let text): text.markdown
        case .item(let about, let text): "- " + (about.map { "**\($0.markdown)**: " } ?? "") + text.markdown
        case .note(let text): "- " + text.markdown
        }
    }
}

extension Story {
    /// How many lines its sections and notes take as plain text.
    public var lineCount: Int { BriefText(self, notes: []).lineCount }
}

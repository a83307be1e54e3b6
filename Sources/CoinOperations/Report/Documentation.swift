internal import CoinModel
internal import CoinReports
public import CoinTables

/// A command as the documentation shows it.
public struct DocumentedCommand: Sendable {
    /// The words that name it, without the program's, as `store info`.
    public let words: String
    /// The heading that commands of its kind stand under.
    public let group: String
    /// Its page of help: what it does, and examples behind a line `Examples:`.
    public let help: String
    /// Its arguments and options as they are typed, and what each says.
    public let options: [(form: String, meaning: String)]

    /// A command with its help and options.
    public init(_ words: String, group: String, help: String, options: [(form: String, meaning: String)]) {
        (self.words, self.group, self.help, self.options) = (words, group, help, options)
    }

    /// What it does, in a sentence.
    var purpose: String { help.split(separator: "\n").first.map(String.init) ?? "" }

    fileprivate var file: String { "commands/\(words.replacing(" ", with: "-")).html" }

    /// Its page as an article: help, options, examples.
    fileprivate var article: String {
        let parts = help.split(separator: "\nExamples:\n", maxSplits: 1).map(String.init)
        func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
        var text = DocumentedCommand.markdown(parts.first ?? "")
        if !options.isEmpty {
            text += "\n\n## Arguments and options\n\n| | |\n|---|---|\n"
            text += options.map { "| `\(cell($0.form))` | \(cell($0.meaning)) |" }.joined(separator: "\n")
        }
        return parts.count == 2 ? text + "\n\n## Examples\n\n" + DocumentedCommand.markdown(parts[1]) : text
    }

    /// A text of help as Markdown: lines that stand in are code.
    private static func markdown(_ help: String) -> String {
        var lines: [Substring] = []
        var isCode = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  ") != isCode {
                isCode.toggle()
                lines.append("```")
            }
            lines.append(isCode ? line.dropFirst(2) : line)
        }
        return (lines + (isCode ? ["```"] : [])).joined(separator: "\n")
    }
}

/// A page that is made of what the user has: a pipeline, its last runs.
public typealias OwnPage = (title: String, purpose: String, table: Table)

/// Writes the documentation as pages that work from a file address: articles, commands, columns, formats, words, and pages of the
/// user's own, with one page that finds all of them.
///
/// The articles are those that come with the program, in the order of their list.
///
/// - Throws: `OperationError` where they are not found, or the folder cannot be written.
public func writeDocumentation(
    _ commands: [DocumentedCommand],
    _ own: [OwnPage],
    to folder: String,
    isForced: Bool,
    besideProgram program: String,
    report: @escaping DiagnosticSink
) throws -> Diagnostic {
    let articles = try DocumentationArticles(besideProgram: program)
    var output = try OutputFolder(folder, isForced: isForced, reading: ReservedFiles(), report: report)
    try output.check([DocumentationPages.start])
    for (file, table) in DocumentationPages(articles, commands, own).all { try output.write(table, to: file) }
    let start = output.path(of: DocumentationPages.start)
    return Diagnostic(.note, "written", place: start, "open it in a browser; pages: \(output.files.count)")
}

/// The pages of the documentation, and how one leads to the others.
private struct DocumentationPages {
    static let start = "index.html"

    private let articles: DocumentationArticles
    private let commands: [DocumentedCommand]
    private let own: [OwnPage]

    init(_ articles: DocumentationArticles, _ commands: [DocumentedCommand], _ own: [OwnPage]) {
        (self.articles, self.commands, self.own) = (articles, commands, own)
    }

    /// The pages that every page leads to.
    private enum Main: String, CaseIterable {
        case start, search, commands, columns, formats, words, decisions

        var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        var file: String { self == .start ? DocumentationPages.start : rawValue + ".html" }
    }

    /// All pages by their files.
    var all: [(file: String, table: Table)] {
        let fixed: [(Main, Table)] = [
            (.start, startPage), (.search, searchPage), (.commands, commandsPage),
            (.columns, explanations(of: []).table), (.formats, sourceTable()), (.words, Self.words),
            (.decisions, decisionsPage),
        ]
        return fixed.map { ($0.file, framed($1, $0.file)) }
            + articles.all.map { ($0.file, framed(page($0.title, lead: "", [.article($0.text)]), $0.file)) }
            + commands.map { command in
                let page = page("assay \(command.words)", lead: "", [.article(command.article)])
                return (command.file, framed(page, Main.commands.file, path: "../"))
            } + own.map { (Self.file(of: $0), framed($0.table, Self.file(of: $0))) }
    }

    private static func file(of page: OwnPage) -> String { page.title.lowercased().replacing(" ", with: "-") + ".html" }

    private func framed(_ table: Table, _ file: String, path: String = "") -> Table {
        var table = table
        let pages = Main.allCases.map { ($0.title, $0.file) } + own.map { ($0.title, Self.file(of: $0)) }
        table.frame.pages = pages.map { PageLink($0, path + $1, isCurrent: $1 == file) }
        return table
    }

    private func page(_ title: String, lead: String, _ blocks: [StoryBlock]) -> Table {
        var table = Table(title: title, columns: [], rows: [])
        var story = Story(title, lead: lead)
        story.blocks = blocks
        table.story = story
        return table
    }

    // MARK: Lists

    private var startPage: Table {
        func section(_ title: String, _ items: [(title: String, file: String, purpose: String)]) -> PageSection {
            var section = PageSection(title)
            section.items = items.map { (PageLink($0.title, $0.file), "– " + $0.purpose) }
            return section
        }
        let reference = [
            (Main.search.title, Main.search.file, "everything on these pages by name"),
            (Main.commands.title, Main.commands.file, "what the program can be asked to do"),
            (Main.columns.title, Main.columns.file, "what each figure of a ranking is"),
            (Main.formats.title, Main.formats.file, "which files and answers are read, and under which licences"),
            (Main.words.title, Main.words.file, "signals, states, reasons and messages"),
            (Main.decisions.title, Main.decisions.file, "why the program is as it is, with measurements"),
        ]
        let pages = [
            section("How to use it", articles.guides.map { ($0.title, $0.file, $0.purpose) }),
            section("To look up", reference),
            section("Yours", own.map { ($0.title, Self.file(of: $0), $0.purpose) }),
        ]
        let lead =
            "Assay finds coins worth a closer look; these pages say how to use it, and what each of its figures means."
        return page("Assay \(AssayVersion.current)", lead: lead, [.sections(pages.filter { !$0.items.isEmpty })])
    }

    private var commandsPage: Table {
        let groups = commands.map(\.group).distinct()
        let sections = groups.map { group in
            var section = PageSection(group)
            section.items = commands.filter { $0.group == group }.map {
                (PageLink("assay \($0.words)", $0.file), "– " + $0.purpose)
            }
            return section
        }
        return page(
            "Commands",
            lead: "\(commands.count) commands; `assay help COMMAND` says the same.",
            [.sections(sections)]
        )
    }

    private var decisionsPage: Table {
        var section = PageSection("Decisions")
        section.items = articles.decisions.map { (PageLink($0.title, $0.file), "") }
        return page("Decisions", lead: "Why the program is as it is.", [.sections([section])])
    }

    private static let words: Table = {
        let kinds = ["terms", "signals", "states", "presets", "reasons", "messages"]
        var table = explanations(of: kinds).table
        table.title = "Words"
        return table
    }()

    /// Everything by its name, which the filter of the page looks through.
    private var searchPage: Table {
        let guides = articles.all.map { (name: $0.title, kind: "article", meaning: $0.purpose, file: $0.file) }
        let sections = articles.all.flatMap { article in
            article.sections.map { (name: $0, kind: "section", meaning: "in: \(article.title)", file: article.file) }
        }
        let ofCommands = commands.map {
            (name: "assay \($0.words)", kind: "command", meaning: $0.purpose, file: $0.file)
        }
        let options = commands.flatMap { command in
            command.options.filter { $0.form.hasPrefix("-") }.map {
                (name: $0.form, kind: "option", meaning: "assay \(command.words): \($0.meaning)", file: command.file)
            }
        }
        let tables = [
            ("column", Main.columns.file, explanations(of: []).table, "meaning"),
            ("word", Main.words.file, Self.words, "meaning"),
            ("format", Main.formats.file, sourceTable(), "title"),
        ].flatMap { kind, file, table, meaning in
            table.rows.map { row in
                let said = table.place(of: meaning).flatMap { row[$0].text } ?? ""
                return (name: row[0].text ?? "", kind: kind, meaning: said, file: file)
            }
        }
        let entries = guides + ofCommands + tables + options + sections
        let columns: [FilledColumn<(name: String, kind: String, meaning: String, file: String)>] = [
            .text("name", "Name", "What is looked for.") { $0.name },
            .text("kind", "Kind", "What it is: article, command, column, word, format, option or section.") { $0.kind },
            .text("meaning", "Meaning", orMissing: .nothingToSay, "What is said of it first.") {
                $0.meaning.isEmpty ? nil : $0.meaning
            },
        ]
        var table = Table("Search", columns, of: entries)
        table.lead = "Everything on these pages; type into the filter."
        table.rowPages = Dictionary(firstOf: entries.enumerated().map { ($0, $1.file) })
        return table
    }
}

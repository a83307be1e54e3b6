internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes a heading, which is the lead where there is one, a table in GitHub's form, and the notes as a list.
    func renderMarkdown(into write: (String) throws -> Void) throws {
        try write("# " + heading.markdown + "\n\n")
        if !lead.isEmpty { try write(title.markdown + "\n\n") }
        try write(markdownLine(columns.map(\.name)))
        try write(markdownLine(columns.map { $0.type == .text ? ":--" : "--:" }))
        for row in displayed { try write(markdownLine(row.map(\.text.markdown))) }
        if !notes.isEmpty { try write("\n") }
        for note in notes { try write("- " + note.markdown + "\n") }
    }

    private func markdownLine(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |\n"
    }
}

extension String {
    /// The text with every character that Markdown would act on behind a backslash, in one line.
    var markdown: String {
        visible.replacingScalars { scalar in
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "$": "\\" + String(scalar)
            default: nil
            }
        }
    }
}

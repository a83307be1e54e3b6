internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes words and what is known of each, without headings: the title, then a line for each row, the text behind its
    /// word and wrapped there; a row without a word is a paragraph of its own.
    func renderSheet(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        let lines = rows.map { row in row.map { $0.text ?? "" } }
        let indent = 2 + (lines.map { $0[0].displayWidth }.max() ?? 0)
        func paragraph(_ text: String, _ ink: TerminalInk, behind word: String = "", _ indent: Int = 0) throws {
            let width = style.width.map { max(20, $0 - indent) }
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let wrapped = parts.flatMap { part in width.map { part.visible.wrapped(toWidth: $0) } ?? [part.visible] }
            for (place, line) in wrapped.enumerated() {
                let before = place == 0 ? word : ""
                let blanks = String(repeating: " ", count: max(0, indent - before.displayWidth))
                try write(before + blanks + ink.painted(line, style.color) + "\n")
            }
        }
        try paragraph(heading, .bold)
        try write("\n")
        for line in lines {
            try paragraph(line[1], .plain, behind: line[0], line[0].isEmpty ? 0 : indent)
            if line[0].isEmpty { try write("\n") }
        }
        let shown = shownNotes(style)
        if !shown.isEmpty { try write("\n") }
        for note in shown { try paragraph(note, .dim) }
    }

    /// The notes that a terminal shows: the first ones alone, where the table says how many, unless all are asked for.
    func shownNotes(_ style: ReportStyle) -> [String] {
        style.isVerbose ? notes : Array(notes.prefix(briefNotes ?? notes.count))
    }
}

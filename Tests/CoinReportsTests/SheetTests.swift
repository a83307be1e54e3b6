import CoinReports
import CoinTables
import Testing

/// Words and what is known of each, as a terminal shows them.
@Suite struct SheetTests {
    private func lines(width: Int?, isVerbose: Bool = false) throws -> [String] {
        let columns = [Column.text("of", "Of", "A word."), .text("known", "Known", "A sentence.")]
        let rows = [
            ("", "More work than before, but that may be chance."), ("price", "$1.00   24 h +3.0 %"),
            ("  1 year", "▁▂▃"),
            ("not known", "volume: no source has it.\nsupply: none says so."),
        ]
        let cells = rows.map { [Cell.text($0.0), .text($0.1)] }
        var table = Table(title: "Coin (C)", columns: columns, rows: cells, notes: ["More: here", "Made from it."])
        (table.isSheet, table.briefNotes) = (true, 1)
        let bytes = try table.bytes(as: .table, style: ReportStyle(width: width, isVerbose: isVerbose))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
    }

    @Test("Texts are wrapped behind their words, and a row without a word is a paragraph") func sheet() throws {
        #expect(
            try lines(width: 34) == [
                "Coin (C)", "", "More work than before, but that", "may be chance.", "",
                "price      $1.00   24 h +3.0 %",
                "  1 year   ▁▂▃", "not known  volume: no source has", "           it.",
                "           supply: none says so.", "", "More: here", "",
            ]
        )
    }

    @Test("All notes stand below it where they are asked for, and nothing wraps off a terminal") func verbose() throws {
        let lines = try lines(width: nil, isVerbose: true)
        #expect(lines[2] == "More work than before, but that may be chance.")
        #expect(lines.suffix(3) == ["More: here", "Made from it.", ""])
    }
}

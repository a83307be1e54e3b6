import CoinModel
import CoinTables
import Testing

@testable import CoinPortfolio

/// What files of a person's own refuse, and that they read as they were written.
@Suite struct PersonalRowsTests {
    private func rows(_ cells: [[String: String]]) -> [TextRow] {
        cells.enumerated().map { TextRow(line: $0 + 2, $1) }
    }

    /// The rows of a table as a file has them.
    private func rows<Row: PersonalRow>(of content: [Row]) -> [TextRow] {
        let table = Row.table("", content)
        return rows(
            table.rows.map { cells in
                Dictionary(
                    firstOf: zip(table.columns, cells).compactMap { column, cell in
                        (cell.text ?? cell.whole.map(String.init)).map { (column.name, $0) }
                    }
                )
            }
        )
    }

    private func reason(_ read: () throws(Reject) -> Void) -> String? {
        do throws(Reject) {
            try read()
            return nil
        } catch {
            return "\(error.reason) \(error.line ?? 0)"
        }
    }

    private static let bought = ["time": "2024-01-01", "type": "buy", "coin": "ann", "amount": "1", "price": "2"]

    @Test(
        "A ledger's entries are numbered in order, and a reversal names the row that it stands in",
        arguments: [
            ([[:], [:]], nil), ([["entry": "1"], ["entry": "3"]], "wrong-entry 3"),
            ([[:], ["amount": "x"]], "bad-number 3"),
            ([[:], ["type": "reverse", "reverses": "2", "price": ""]], "bad-reversal 3"),
            ([[:], ["type": "reverse", "reverses": "1", "price": ""]], nil), ([["coin": ""]], "missing-coin 2"),
            ([["time": "soon"]], "bad-time 2"),
        ] as [([[String: String]], String?)]
    )
    func ledger(changes: [[String: String]], expected: String?) {
        let cells = changes.map { PersonalRowsTests.bought.merging($0) { $1 } }
        #expect(reason { () throws(Reject) in _ = try Transaction.rows(rows(cells)) } == expected)
    }

    @Test(
        "Each note has a number of its own, a time, a coin and a text",
        arguments: [
            ([[:]], nil), ([[:], [:]], "duplicate-row 3"), ([["entry": ""]], "bad-entry 2"),
            ([["entry": "one"]], "bad-entry 2"), ([["time": ""]], "bad-time 2"), ([["coin": ""]], "missing-coin 2"),
            ([["text": ""]], "bad-note 2"), ([["text": "a\u{7}"]], "bad-note 2"),
        ] as [([[String: String]], String?)]
    )
    func notes(changes: [[String: String]], expected: String?) {
        let note = ["entry": "1", "time": "2024-01-01", "coin": "ann", "text": "Watch it"]
        let cells = changes.map { note.merging($0) { $1 } }
        #expect(reason { () throws(Reject) in _ = try CoinNote.rows(rows(cells)) } == expected)
    }

    @Test("What is written reads back as it was")
    func readBack() throws {
        let day = AsOf.day(Day(index: 19_000))
        let notes = [try CoinNote(3, day, "ann", "One, \"two\""), try CoinNote(5, day, "ben", "Three")]
        #expect(try CoinNote.rows(rows(of: notes)) == notes)
        let list = [
            WatchedCoin(coin: "ann", added: day.limit.day, note: "First", tags: ["a", "b"]),
            WatchedCoin(coin: "ben", added: nil),
        ]
        #expect(try WatchedCoin.rows(rows(of: list)) == list)
    }
}

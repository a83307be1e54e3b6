import CoinModel
import CoinTables
import TestPrograms
import Testing

@Suite struct TableSelectionTests {
    private let none = Cell.missing(.notObserved)

    private func table(_ rows: [[Cell]]) -> Table {
        Table(
            title: "Test",
            columns: [
                Column("coin_id", "Coin", .text, meaning: ""), Column("dev12", "Dev 12", .number, meaning: ""),
                Column("dev52", "Dev 52", .number, meaning: ""), Column("rank", "Rank", .integer, meaning: ""),
            ],
            rows: rows,
            traces: [Table.Trace("commits", title: "Commits", unit: "", series: rows.indices.map { [Double($0)] })]
        )
    }

    private func ids(_ table: Table) -> [String] {
        table.rows.map { row in
            if case .text(let id) = row[0] { id } else { "-" }
        }
    }

    @Test("Missing values sort last in both directions and ties stay in order") func missingLast() throws {
        let table = table([
            [.text("a"), .number(2), .number(1), .integer(1)], [.text("b"), none, .number(1), .integer(2)],
            [.text("c"), .number(-1), .number(1), none], [.text("d"), .number(2), .number(1), .integer(3)],
            [.text("e"), .number(.nan), .number(1), .integer(4)],
        ])
        #expect(ids(try table.sorted(by: [SortKey("dev12")])) == ["c", "a", "d", "b", "e"])
        #expect(ids(try table.sorted(by: [SortKey("dev12", ascending: false)])) == ["a", "d", "c", "b", "e"])
        let keys = try SortKey.keys(parsing: "dev12:desc, rank:desc")
        #expect(ids(try table.sorted(by: keys)) == ["d", "a", "c", "e", "b"])
    }

    @Test("Texts sort by their bytes and traces follow their rows") func textOrder() throws {
        let sorted = try table(
            ["b", "é", "B", "a", "e\u{301}", "😀", "\u{FFFD}"].map { [.text($0), none, none, none] }
        ).sorted(by: [SortKey("coin_id")])
        #expect(
            ids(sorted).map { Array($0.utf8) }
                == ["B", "a", "b", "e\u{301}", "é", "\u{FFFD}", "😀"].map { Array($0.utf8) }
        )
        #expect(sorted.traces[0].series == [[2], [3], [0], [4], [1], [6], [5]])
        #expect(sorted.top(2).traces[0].series == [[2], [3]])
        #expect(sorted.top(-1).rows.isEmpty)
    }

    @Test("Integers beyond 2^53 sort by their exact value") func largeIntegers() throws {
        let limit = 1 << 53
        let cells: [Cell] = [.integer(limit + 1), .number(0x1p53), .integer(.max), .number(0x1p63), .number(0.5)]
        let sorted = try table(cells.map { [.text(""), $0, none, none] }).sorted(by: [SortKey("dev12")])
        #expect(sorted.rows.map { $0[1] } == [cells[4], cells[1], cells[0], cells[2], cells[3]])
    }

    @Test("Sorting equals insertion sort") func insertionSort() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<50 {
            let rows: [[Cell]] = (0..<40).map { number in
                let value = random.next() % 6
                return [.text("\(number)"), value == 0 ? none : .number(Double(value)), none, .integer(number % 3)]
            }
            var expected: [[Cell]] = []
            for row in rows {
                let place = expected.firstIndex { other in
                    switch (row[1], other[1]) {
                    case (.number(let mine), .number(let its)): mine > its
                    case (.number, .missing): true
                    default: false
                    }
                }
                expected.insert(row, at: place ?? expected.count)
            }
            #expect(try table(rows).sorted(by: [SortKey("dev12", ascending: false)]).rows == expected)
        }
    }

    @Test(
        "Columns are chosen, added or all taken, each once",
        arguments: [
            ("", ["coin_id", "dev12"]), ("dev52,coin_id", ["dev52", "coin_id"]),
            ("+rank", ["coin_id", "dev12", "rank"]),
            ("+dev12, +rank", ["coin_id", "dev12", "rank"]), ("all", ["coin_id", "dev12", "dev52", "rank"]),
            ("rank,all", ["rank", "coin_id", "dev12", "dev52"]),
        ]
    )
    func chosenColumns(choice: String, names: [String]) throws {
        let row: [Cell] = [.text("a"), .number(1), .number(2), .integer(3)]
        let chosen = try table([row]).choosing(columns: choice, defaults: ["coin_id", "dev12"])
        #expect(chosen.columns.map(\.name) == names)
        let cells = ["coin_id": row[0], "dev12": row[1], "dev52": row[2], "rank": row[3]]
        #expect(chosen.rows[0] == names.compactMap { cells[$0] })
    }

    @Test(
        "An unknown column is rejected with the nearest names",
        arguments: [
            ("dev21", "unknown column 'dev21'; did you mean 'dev12'?"),
            ("dev", "unknown column 'dev'; did you mean 'dev12' or 'dev52'?"),
            ("market_cap_usd", "unknown column 'market_cap_usd'; the columns are coin_id, dev12, dev52, rank"),
            ("", "unknown column ''; the columns are coin_id, dev12, dev52, rank"),
        ]
    )
    func unknownColumn(name: String, message: String) throws {
        let error = #expect(throws: RequestError.self) { try table([]).sorted(by: [SortKey(name)]) }
        #expect(error?.description == message)
        #expect(error?.reason == .unknownColumn)
    }

    @Test("A malformed sort is rejected", arguments: ["dev12:down", "dev12:asc:asc", ":desc", "dev12,,rank", ""])
    func malformedSort(text: String) {
        let error = #expect(throws: RequestError.self) { try SortKey.keys(parsing: text) }
        #expect(error?.reason == .selection)
    }

    @Test("A choice that mixes adding and naming columns is rejected") func mixedChoice() {
        let error = #expect(throws: RequestError.self) {
            try table([]).choosing(columns: "+rank,dev12", defaults: [])
        }
        #expect(error?.reason == .selection)
    }
}

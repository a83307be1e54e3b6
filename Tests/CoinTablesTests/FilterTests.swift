import CoinModel
import CoinTables
import TestPrograms
import Testing

@Suite struct FilterTests {
    private let columns = [
        Column("name", "Name", .text, meaning: ""), Column("dev12", "Dev 12", .number, meaning: ""),
        Column("rank", "Rank", .integer, meaning: ""), Column("gone", "Gone", .number, meaning: ""),
        Column("tags", "Tags", .text, display: .tags, meaning: ""),
        Column("lost", "Lost", .text, display: .tags, meaning: ""),
    ]
    private let row: [Cell] = [
        .text("O'Brien Chain"), .number(1.5), .integer(9_007_199_254_740_993),
        .missing(.notObserved), .text("layer-1;privacy"), .missing(.untagged),
    ]

    private func selects(_ text: String) throws -> Bool {
        try Filter(parsing: text, columns: columns).selects(row)
    }

    @Test(
        "A condition lists the columns that it reads",
        arguments: [
            ("dev12 = 1.5", [1]), ("1 = 1", []), ("not (name ~ 'a' or gone is missing) and 2 > rank", [0, 2, 3]),
            ("dev12 < rank and dev12 > 1", [1, 2]),
        ]
    )
    func readColumns(text: String, expected: [Int]) throws {
        #expect(try Filter(parsing: text, columns: columns).columns == Set(expected))
    }

    @Test(
        "A condition is true or false",
        arguments: [
            ("dev12 = 1.5", true), ("dev12 == 15e-1", true), ("dev12 != 1.5", false), ("dev12 <> 2", true),
            ("dev12 < 1.5", false), ("dev12 <= 1.5", true), ("dev12 > -1", true), ("dev12>=+1.500", true),
            ("1 < dev12", true), ("dev12 > gone", false), ("dev12 < rank", true),
            ("rank = 9007199254740993", true), ("rank > 9007199254740992.0", true), ("rank = 9007199254740992", false),
            ("name = 'O''Brien Chain'", true), ("name = \"O'Brien Chain\"", true), ("name = 'o''brien chain'", false),
            ("name ~ 'CHAIN'", true), ("name ~ 'coin'", false), ("name ~ ''", true), ("name < 'P'", true),
            ("name ~ name", true), ("'Chain' ~ name", false),
            ("gone is missing", true), ("gone IS NOT Missing", false), ("dev12 is missing", false),
            ("not dev12 is missing", true), ("not not dev12 = 1.5", true), ("NOT (dev12 = 1.5)", false),
            ("dev12 = 1 or dev12 = 1.5 and name ~ 'chain'", true), ("(dev12 = 1.5 or rank = 1) and rank = 1", false),
            ("name in ('x', \"O'Brien Chain\")", true), ("name in ('x')", false), ("dev12 not in (1, 2)", true),
            ("dev12 IN (1, 1.5)", true), ("not dev12 in (1.5)", false), ("gone in (1)", false),
            ("gone not in (1)", false),
            ("'privacy' in tags", true), ("'Privacy Coins' in tags", true), ("'priv' in tags", false),
            ("'pow' not in tags", true), ("'pow' in lost", false), ("'pow' not in lost", false),
            ("tags ~ 'priv'", true), ("tags = 'layer-1;privacy'", true), ("'layer-1' in tags and dev12 in (1.5)", true),
            ("dev12 = 1.5 or rank = 1 and rank = 1", true), ("not dev12 = 1 and rank = 1", false),
        ]
    )
    func conditions(text: String, expected: Bool) throws {
        #expect(try selects(text) == expected)
    }

    @Test(
        "Conditions with unknown values follow Kleene's logic",
        arguments: [
            ("T", "T", "T", "T"), ("T", "F", "F", "T"), ("T", "?", "?", "T"), ("F", "T", "F", "T"),
            ("F", "F", "F", "F"),
            ("F", "?", "F", "?"), ("?", "T", "?", "T"), ("?", "F", "F", "?"), ("?", "?", "?", "?"),
        ]
    )
    func unknown(left: String, right: String, conjunction: String, alternative: String) throws {
        let written = ["T": "dev12 = 1.5", "F": "dev12 = 2", "?": "gone = 1"]
        let first = try #require(written[left])
        let second = try #require(written[right])
        for (joined, expected) in [("(\(first) and \(second))", conjunction), ("(\(first) or \(second))", alternative)]
        {
            #expect(try selects(joined) == (expected == "T"), "\(joined)")
            #expect(try selects("not " + joined) == (expected == "F"), "not \(joined)")
        }
    }

    @Test(
        "An error has its position and what was expected",
        arguments: [
            ("", 1, "expected a column, a number or a quoted text, found the end"),
            ("dev12", 6, "expected a comparison (= != < <= > >= ~), in, or is missing after 'dev12', found the end"),
            ("dev12 > 1 dev12", 11, "expected and, or, or the end, found 'dev12'"),
            ("(dev12 > 1", 11, "expected and, or, or a closing parenthesis, found the end"),
            ("dev12 is 1", 10, "expected missing or not missing, found '1'"),
            ("dve12 > 1", 1, "unknown column 'dve12'; did you mean 'dev12'?"),
            (
                "name = bitcoin", 8,
                "unknown column 'bitcoin'; put text in quotes: \"bitcoin\""
            ),
            ("name in ()", 10, "expected a column, a number or a quoted text, found ')'"),
            ("name in ('a' 'b')", 14, "expected a comma or a closing parenthesis, found ''b''"),
            ("name in ('a', 5)", 15, "'name' is text and '5' is a number; they do not compare"),
            (
                "'a' in name", 8,
                "expected values as ('a', 'b') or a column of tags, as 'privacy' in tags, found 'name'"
            ),
            ("5 in tags", 6, "'tags' is text and '5' is a number; they do not compare"),
            ("name not 'a'", 10, "expected in, found ''a''"),
            ("name > 1", 8, "'name' is text and '1' is a number; they do not compare"),
            ("dev12 ~ 'a'", 1, "~ asks whether a text contains a text; 'dev12' is a number"),
            ("name = 'abc", 8, "this text has no closing '"),
            ("dev12 > 12abc", 9, "expected a number such as -1.5e3, found '12abc'"),
            ("dev12 > 1e999", 9, "expected a number such as -1.5e3, found '1e999'"),
            ("dev12 > 1.2.3", 9, "expected a number such as -1.5e3, found '1.2.3'"),
            (
                "dev12 & 1", 7,
                "expected a column, a number, a quoted text, a comparison (= != < <= > >= ~) or a parenthesis, found '&'"
            ),
        ]
    )
    func errors(text: String, position: Int, detail: String) {
        let error = #expect(throws: RequestError.self) { try selects(text) }
        #expect(error?.detail == "filter, character \(position): \(detail)")
    }

    @Test("Nesting depth and length of a condition are limited") func limits() throws {
        let nested = { (depth: Int) in
            String(repeating: "(", count: depth) + "dev12 = 1.5" + String(repeating: ")", count: depth)
        }
        #expect(try selects(nested(Filter.maximumDepth)))
        let depthError = #expect(throws: RequestError.self) { try selects(nested(Filter.maximumDepth + 1)) }
        #expect(depthError?.detail.hasPrefix("filter, character \(Filter.maximumDepth + 1): ") == true)
        #expect(throws: RequestError.self) { try selects(String(repeating: "not ", count: 65) + "dev12 = 1.5") }
        let long = "dev12 = 1.5" + String(repeating: " ", count: Filter.maximumLength)
        let lengthError = #expect(throws: RequestError.self) { try selects(long) }
        #expect(lengthError?.detail.hasPrefix("filter, character \(Filter.maximumLength + 1): ") == true)
        let wide = Array(repeating: "rank=1", count: 400).joined(separator: " or ") + " or dev12=1.5"
        #expect(try selects(wide))
    }

    @Test("Random text is parsed or rejected, never true with its negation") func randomText() {
        let pieces = [
            "dev12<2", "name~'c'", "gone=1", "gone is missing", "rank>=dev12", "dev12", "name", "gone", "(", ")",
            "not ", " and ", " or ", "=", "<", "~", " is ", "missing", "'", "\"",
            "1",
            "-", "e", ".", "é", "=\u{301}", "\0", " ", "99999999999999999999",
        ]
        var random = SplitMix(seed: 42)
        var read = 0
        for _ in 0..<20_000 {
            let text = (0..<random.next() % 12).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            do throws(RequestError) {
                let filter = try Filter(parsing: text, columns: columns)
                let opposite = try Filter(parsing: "not (\(text))", columns: columns)
                for row in [row, [], row.reversed()] {
                    #expect(!(filter.selects(row) && opposite.selects(row)), "\(text)")
                }
                read += 1
            } catch {
                let position = error.detail.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
                #expect((1...text.unicodeScalars.count + 1).contains(position), "\(text)")
            }
        }
        #expect(read > 100)
    }

    @Test("A filtered table filters its traces") func filteredTraces() throws {
        let table = Table(
            title: "",
            columns: columns,
            rows: [row, row.reversed(), row],
            traces: [Table.Trace("", title: "", unit: "", series: [[1], [2]])]
        )
        let filtered = table.filtered(by: try Filter(parsing: "name ~ 'chain'", columns: columns))
        #expect(filtered.rows == [row, row])
        #expect(filtered.traces[0].series == [[1], []])
    }
}

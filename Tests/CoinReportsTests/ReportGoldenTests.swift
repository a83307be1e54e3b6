import CoinModel
import CoinReports
import CoinTables
import Testing

@Suite struct ReportGoldenTests {
    private let table = SampleTables.small

    @Test("CSV, also for Excel and with raw text") func csv() throws {
        let lines = [
            "rank,coin_id,price_usd,dev12,change,note", "1,bitcoin,67234.5,12.0,12.34,\"a|b, \"\"c\"\"\"",
            "2,日本,1e-07,,-0.5,\"\"", "4,'=1+1,-2.5,0.05,-0.04,",
        ]
        #expect(try table.rendered(as: .csv) == lines.joined(separator: "\n") + "\n")
        let excel = "\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n"
        #expect(try Array(table.rendered(as: .csv, style: ReportStyle(excel: true)).utf8) == Array(excel.utf8))
        let raw = try table.rendered(as: .csv, style: ReportStyle(rawText: true))
        #expect(raw == lines.joined(separator: "\n").replacing("'=", with: "=") + "\n")
    }

    @Test("TSV has tab-separated cells") func tsv() throws {
        #expect(
            try table.rendered(as: .tsv) == """
                rank\tcoin_id\tprice_usd\tdev12\tchange\tnote
                1\tbitcoin\t67234.5\t12.0\t12.34\ta|b, "c"
                2\t日本\t1e-07\t\t-0.5\t
                4\t'=1+1\t-2.5\t0.05\t-0.04\t

                """
        )
    }

    @Test("CSV and TSV with decimal commas use other separators") func decimalComma() throws {
        let style = ReportStyle(rawText: true, excel: true, decimal: .comma)
        let lines = [
            "rank;coin_id;price_usd;dev12;change;note", "1;bitcoin;67234,5;12,0;12,34;\"a|b, \"\"c\"\"\"",
            "2;日本;1e-07;;-0,5;\"\"", "4;=1+1;-2,5;0,05;-0,04;",
        ]
        let csv = "\u{FEFF}" + lines.map { $0 + "\r\n" }.joined()
        #expect(try Array(table.rendered(as: .csv, style: style).utf8) == Array(csv.utf8))
        let tsv = csv.replacing(";", with: "\t").replacing("\"\"", with: "\"").replacing("\"a", with: "a")
            .replacing("c\"\"", with: "c\"").replacing("\t\"\r\n", with: "\t\r\n")
        #expect(try Array(table.rendered(as: .tsv, style: style).utf8) == Array(tsv.utf8))
        let texts = SampleTables.texts(["a;b", "a,b"])
        #expect(try texts.rendered(as: .csv, style: ReportStyle(decimal: .comma)).hasSuffix("\n0;\"a;b\"\n1;a,b\n"))
    }

    @Test("JSON and NDJSON have one object per row") func json() throws {
        let objects = [
            #"{"rank": 1, "coin_id": "bitcoin", "price_usd": 67234.5, "dev12": 12.0, "change": 12.34, "#
                + #""note": "a|b, \"c\""}"#,
            #"{"rank": 2, "coin_id": "日本", "price_usd": 1e-07, "dev12": null, "change": -0.5, "note": ""}"#,
            #"{"rank": 4, "coin_id": "=1+1", "price_usd": -2.5, "dev12": 0.05, "change": -0.04, "note": null}"#,
        ]
        #expect(try table.rendered(as: .ndjson) == objects.joined(separator: "\n") + "\n")
        #expect(try table.rendered(as: .json) == "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n")
    }

    @Test("Markdown has title, table and notes") func markdown() throws {
        #expect(
            try table.rendered(as: .md) == #"""
                # Coins \<today\>

                | rank | coin_id | price_usd | dev12 | change | note |
                | --: | :-- | --: | --: | --: | :-- |
                | 1 | bitcoin | 67,235 | 12.0 | +12.3 | a\|b, "c" |
                | 2 | 日本 | 1.000e-7 | N/A | -0.5 |  |
                | 4 | =1+1 | -2.500 | 0.1 | 0.0 | N/A |

                - As of 2024-03-25.
                - One coin has \<no\> repository.

                """#
        )
    }

    @Test("A terminal table has title, units and notes") func terminal() throws {
        #expect(
            try table.rendered(as: .table) == """
                Coins <today>

                rank  coin_id  price_usd  dev12  change  note
                                     USD              %
                ────  ───────  ─────────  ─────  ──────  ────────
                   1  bitcoin     67,235   12.0   +12.3  a|b, "c"
                   2  日本      1.000e-7    N/A    -0.5
                   4  =1+1        -2.500    0.1     0.0  N/A

                As of 2024-03-25.
                One coin has <no> repository.

                """
        )
    }

    @Test("Colour changes no text of a terminal table") func colour() throws {
        let colored = try table.rendered(as: .table, style: ReportStyle(color: true))
        #expect(colored.contains("\u{1B}[32m+12.3\u{1B}[0m  a|b"))
        #expect(colored.contains("\u{1B}[31m-0.5\u{1B}[0m\n"))
        #expect(colored.contains("  \u{1B}[2mN/A\u{1B}[0m    \u{1B}[31m-0.5"))
        let pieces = colored.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        let plain = pieces.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }.joined()
        #expect(try plain == table.rendered(as: .table))
    }

    @Test("A narrow terminal wraps texts and leaves out columns") func narrowTerminal() throws {
        var wide = table
        wide.rows[0][1] = .text("a-coin-with-a-rather-long-name")
        wide.notes = []
        #expect(
            try wide.rendered(as: .table, style: ReportStyle(width: 43)) == """
                Coins <today>

                rank  coin_id              price_usd  dev12
                                                 USD
                ────  ───────────────────  ─────────  ─────
                   1  a-coin-with-a-rathe     67,235   12.0
                      r-long-name
                   2  日本                  1.000e-7    N/A
                   4  =1+1                    -2.500    0.1

                Left out to fit 43 columns: change, note; a
                wider terminal or --format csv shows them.

                """
        )
    }

    @Test("Tables without rows or columns are written in each format", arguments: ReportFormat.ofTables)
    func emptyTables(format: ReportFormat) throws {
        var empty = table
        empty.rows = []
        empty.traces = []
        let text = try empty.rendered(as: format)
        switch format {
        case .csv: #expect(text == "rank,coin_id,price_usd,dev12,change,note\n")
        case .json: #expect(text == "[]\n")
        case .ndjson: #expect(text.isEmpty)
        case .table: #expect(text.contains("\n\nNo rows.\n"))
        case .xlsx: #expect(text.hasPrefix("PK"))
        default: #expect(text.contains("rank") && text.hasSuffix("\n"))
        }
        #expect(try Table(title: "", columns: [], rows: []).rendered(as: format).count < 20_000)
    }

    @Test(
        "The file name decides the format",
        arguments: [
            ("out/top.csv", ReportFormat.csv), ("a.b.TSV", .tsv), ("x.markdown", .md), ("x.md", .md), ("x.htm", .html),
            ("x.html", .html), ("x.json", .json), ("x.jsonl", .ndjson), ("x.ndjson", .ndjson), ("x.txt", .table),
            ("csv", .table), ("x.table", .table), ("", .table), (".", .table), ("x.xls", nil), ("x.XLSX", .xlsx),
            ("x.parquet", nil), ("x.atom", .atom), ("x.xml", .atom),
        ]
    )
    func formatOfName(name: String, format: ReportFormat?) {
        #expect(ReportFormat(fileName: name) == format)
    }
}

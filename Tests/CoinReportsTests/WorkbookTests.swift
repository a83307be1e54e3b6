import CoinModel
import CoinTables
import Foundation
import TestPrograms
import Testing

@testable import CoinReports

/// Workbooks as another program reads them: `workbook.py`, by the rules of the format.
@Suite struct WorkbookTests {
    /// A cell that is not blank.
    private struct Cell: Decodable, Equatable {
        let place: String
        let kind: String
        let format: String
        let text: String?
        let number: Double?

        init(_ place: String, _ format: String, text: String) {
            (self.place, self.kind, self.format, self.text, number) = (place, "s", format, text, nil)
        }

        init(_ place: String, _ format: String, number: Double) {
            (self.place, self.kind, self.format, self.number, text) = (place, "n", format, number, nil)
        }

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            (place, kind) = (try fields.decode(String.self), try fields.decode(String.self))
            format = try fields.decode(String.self)
            text = kind == "s" ? try fields.decode(String.self) : nil
            number = kind == "n" ? try fields.decode(Double.self) : nil
        }

        /// Equal to the character, where Swift takes different ways to write an accent for one.
        static func == (left: Cell, right: Cell) -> Bool {
            left.place == right.place && left.format == right.format && left.number == right.number
                && left.text.map { Array($0.unicodeScalars) } == right.text.map { Array($0.unicodeScalars) }
        }
    }

    /// The cells of each sheet.
    private func sheets(of table: Table) throws -> [String: [Cell]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workbook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        let bytes = try table.bytes(as: .xlsx)
        #expect(try table.bytes(as: .xlsx) == bytes)
        try Data(bytes).write(to: folder.appendingPathComponent("it.xlsx"))
        let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("AssayTests/Fixtures")
        let script =
            "import json, sys; sys.path.append(sys.argv[1]); import workbook; "
            + "print(json.dumps(workbook.sheets('it.xlsx')))"
        let read = try Program.run(["/usr/bin/env", "python3", "-B", "-c", script, reader.path], in: folder)
        #expect(read.status == 0, "\(read.errors)")
        return try JSONDecoder().decode([String: [Cell]].self, from: Data(read.bytes))
    }

    @Test("Hostile texts read back from a workbook and none is a formula") func hostileCells() throws {
        let names =
            HostileNames.all + ["00", "1E5", "1INCH", "MAR", "_x0041_", "_x005F_x000D_", "_x00e9_x", " a ", "\r"]
        let expected = names.map { name in
            // XML 1.0 has no other controls.
            name.unicodeScalars.map { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) ? $0.code : String($0) }
                .joined()
        }
        let sheets = try sheets(of: SampleTables.texts(names))
        let cells = try #require(sheets["Table"]).filter { $0.place.hasPrefix("B") }.dropFirst()
        #expect(cells.count == names.count)
        for (row, (cell, text)) in zip(cells, expected).enumerated() {
            #expect(cell == Cell("B\(row + 2)", "@", text: text))
        }
        let notes = try #require(sheets["Provenance"]).filter { $0.place.hasPrefix("B") }.dropFirst(2)
        #expect(notes.map(\.text) == expected)
    }

    @Test("Numbers are number cells, and those that do not fit are text") func numberCells() throws {
        var table = SampleTables.small
        table.rows.append([
            .integer(1 << 53 + 1), .text(String(repeating: "🪙", count: 20_000)), .number(.nan), .number(.infinity),
            .number(0.004), .text("\u{FFFF}"),
        ])
        let sheets = try sheets(of: table)
        let cells = try #require(sheets["Table"])
        #expect(
            Array(cells.dropFirst(6).dropLast(4)) == [
                Cell("A2", "0", number: 1), Cell("B2", "@", text: "bitcoin"), Cell("C2", "#,##0", number: 67_234.5),
                Cell("D2", "0.0", number: 12), Cell("E2", "+0.0;-0.0", number: 12.34),
                Cell("F2", "@", text: "a|b, \"c\""),
                Cell("A3", "0", number: 2), Cell("B3", "@", text: "日本"), Cell("C3", "0.000E+00", number: 1e-7),
                Cell("E3", "+0.0;-0.0", number: -0.5), Cell("A4", "0", number: 4), Cell("B4", "@", text: "=1+1"),
                Cell("C4", "0.000", number: -2.5), Cell("D4", "0.0", number: 0.05),
                Cell("E4", "0.0;0.0", number: -0.04),
            ]
        )
        let last = Array(cells.suffix(4))
        #expect(last[0] == Cell("A5", "@", text: "9007199254740993") && last[3].text == "<U+FFFF>")
        #expect(last[2] == Cell("E5", "0.0;0.0", number: 0.004))
        let long = try #require(last[1].text)
        #expect(
            long.utf16.count <= 32_767 && long.hasSuffix("🪙 … [3636 of 20000 characters left out]"),
            "\(long.suffix(50))"
        )
        let weeks = try #require(sheets["Weeks"])
        #expect(weeks.prefix(7).map(\.text) == ["row", "series", "unit", "3 before", "2 before", "1 before", "newest"])
        #expect(weeks.compactMap(\.number) == [0, 10, 5, -1, 1])
        let reasons = try #require(sheets["Columns"]).filter { $0.place.hasPrefix("G") }.compactMap(\.text)
        #expect(
            reasons.dropFirst() == [
                "no-repository (1): No repository is listed for the coin.",
                "no-repository (1): No repository is listed for the coin.",
            ]
        )
    }

    @Test("Number formats show as many digits as other formats") func numberFormats() {
        var random = SplitMix(seed: 5)
        let displays: [Column.Display] = [.plain, .money, .fixed(0), .fixed(2), .signed(1), .signed(3)]
        for _ in 0..<5000 {
            let size = Double.random(in: -9...17, using: &random)
            var value = Double(sign: .plus, exponent: Int(size * 3.32), significand: .random(in: 1..<2, using: &random))
            if Bool.random(using: &random) { value = (value * 1000).rounded() / 1000 }
            if Bool.random(using: &random) { value.negate() }
            for display in displays {
                let shown = DisplayCell(number: .number(value), display)?.text ?? ""
                let format = CoinTables.Cell.number(value).numberFormat(display) ?? ""
                let section = format.split(separator: ";", omittingEmptySubsequences: false)[
                    value < 0 && format.contains(";") ? 1 : 0
                ]
                let places = section.split(separator: ".").dropFirst().first?.count ?? 0
                if shown.contains("e") {
                    #expect(format == "0.000E+00", "\(value) \(display)")
                } else {
                    #expect(
                        shown.split(separator: ".").dropFirst().first?.count ?? 0 == places,
                        "\(value) \(display) \(format)"
                    )
                    #expect(shown.contains(",") ? section == "#,##0" : true)
                    #expect(shown.hasPrefix("+") == section.hasPrefix("+"))
                }
            }
        }
    }

    @Test("A table too large for a sheet is rejected") func tooLarge() throws {
        let columns = (0...16_384).map { Column("c\($0)", "", .integer, meaning: "") }
        let error = #expect(throws: ReportError.self) {
            try Table(title: "", columns: columns, rows: []).bytes(as: .xlsx)
        }
        #expect(error?.reason == .tooLarge && error?.detail.contains("16385 columns") == true)
    }
}

extension Unicode.Scalar {
    fileprivate var code: String { "<U+00" + (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true) + ">" }
}

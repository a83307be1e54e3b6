import Foundation
import TestPrograms
import Testing

/// Files as spreadsheets save them in German, French, English and Chinese settings: `Fixtures/spreadsheets`.
///
/// Each is read right at once, or refused with the option or the step that helps; with the option it is read right.
@Suite struct SpreadsheetTests {
    /// A file, what is wrong with it at first, and what it says in the end.
    struct Sheet: Sendable, CustomTestStringConvertible {
        let name: String
        /// The place and identifier of what is said of it, or empty.
        var problem = ""
        /// What is said of it names this.
        var help = ""
        /// The options with which it is read; nil where there are none.
        var options: [String]? = []
        /// `time price volume`, `-` where missing.
        var facts = Sheet.year

        var testDescription: String { name }

        static let year = rows(["2023-12-29", "2023-12-30", "2023-12-31"])
        static let april = rows(["2023-04-02", "2023-04-03", "2023-04-04"])

        static func rows(
            _ times: [String],
            prices: [String] = ["42099.4", "42156.91", "42265.19"],
            volumes: [String] = ["21456789.25", "16013925.5", "16397498.75"]
        ) -> [String] {
            zip(times, zip(prices, volumes)).map { "\($0) \($1.0) \($1.1)" }
        }
    }

    private static let days = ["2023-12-29", "2023-12-30", "2023-12-31"]
    private static let whole = ["42099.0", "42156.0", "42265.0"]
    private static let comma = ["--decimal", "comma"]

    private static let sheets: [Sheet] =
        // Nothing is in doubt.
        [
            "libreoffice-ch-apostrophe.csv", "libreoffice-en-us-comma.csv", "libreoffice-en-gb-comma.csv",
            "libreoffice-zh-slashes.csv", "libreoffice-zh-characters.csv", "excel-en-us.csv", "excel-zh-slashes.csv",
            "excel-zh-unicode-big-endian.csv",
        ].map { Sheet(name: $0) }
        // A decimal comma has to be asked for.
        + [
            "libreoffice-de-semicolon.csv", "libreoffice-de-comma.csv", "libreoffice-de-tab-utf16.csv",
            "libreoffice-de-blank-rows.csv", "libreoffice-fr-semicolon.csv", "libreoffice-fr-ansi.csv",
            "excel-de-utf8.csv",
            "excel-de-grouped.csv", "excel-de-unicode-text.csv", "excel-de-trailing.csv", "excel-fr-nbsp.csv",
            "excel-fr-narrow.csv",
        ].map { Sheet(name: $0, problem: "2:3: [ambiguous-number]", help: "--decimal comma", options: comma) }
        + [
            Sheet(
                name: "excel-de-sep-line.csv",
                problem: "3:3: [ambiguous-number]",
                help: "--decimal comma",
                options: comma
            ),
            Sheet(
                name: "libreoffice-de-thousands.csv",
                problem: "2:3: [ambiguous-number]",
                help: "`42.099` is 42099 or 42.099; say which with --decimal comma",
                options: comma,
                facts: Sheet.rows(days, prices: whole, volumes: ["900.0", "901.0", "902.0"])
            ),
            Sheet(
                name: "libreoffice-de-thousands-comma.csv",
                problem: "2:4: [ambiguous-number]",
                help: "`21.456.789` is a number only with a decimal comma",
                options: comma,
                facts: Sheet.rows(days, prices: whole, volumes: ["21456789.0", "16013926.0", "16397499.0"])
            ),
            Sheet(
                name: "excel-de-thousands-point.csv",
                problem: "2:3: [ambiguous-number]",
                help: "`42.099` is 42099 or 42.099",
                options: comma,
                facts: Sheet.rows(days, prices: whole, volumes: ["-", "-", "-"])
            ),
            Sheet(
                name: "libreoffice-en-us-thousands.csv",
                problem: "2:3: [ambiguous-number]",
                help: "`42,099` is 42.099 or 42099; say which with --decimal comma or --decimal point",
                options: ["--decimal", "point"],
                facts: Sheet.rows(days, prices: whole, volumes: ["900.0", "901.0", "902.0"])
            ),
            Sheet(
                name: "libreoffice-de-scientific.csv",
                problem: "2:3: [ambiguous-number]",
                help: "`4,2099E+04` is a number only with a decimal comma",
                options: comma,
                facts: Sheet.rows(
                    days,
                    prices: ["42099.0", "42157.0", "42265.0"],
                    volumes: ["21457000.0", "16014000.0", "16397000.0"]
                )
            ),
            Sheet(
                name: "excel-de-scientific.csv",
                problem: "2:3: [ambiguous-number]",
                help: "--decimal comma",
                options: comma,
                facts: Sheet.rows(days, volumes: ["21500000.0", "16000000.0", "16400000.0"])
            ),
            Sheet(
                name: "libreoffice-de-errors.csv",
                problem: "2:3: [ambiguous-number]",
                help: "--decimal comma",
                options: comma,
                facts: Sheet.rows(days, volumes: ["-", "-", "16397498.75"])
            ),
            // The marks contradict each other: no option is right for all rows, and none of them is read wrong.
            Sheet(
                name: "excel-mixed-marks.csv",
                problem: "2:3: [ambiguous-number]",
                help: "`42.099` is 42099 or 42.099",
                options: comma,
                facts: Sheet.rows(["2023-12-29", "2023-12-30"], prices: ["42099.0", "42156.91"])
            ),
            // The order of day and month has to be told.
            Sheet(
                name: "libreoffice-de-early-april.csv",
                problem: "2:1: [ambiguous-date]",
                help: "`02.04.2023` is 2023-02-04 or 2023-04-02",
                options: comma + ["--date-format", "DD.MM.YYYY"],
                facts: Sheet.april
            ),
            Sheet(
                name: "libreoffice-fr-early-april.csv",
                problem: "2:1: [ambiguous-date]",
                help: "say --date-format DD/MM/YYYY or --date-format MM/DD/YYYY",
                options: comma + ["--date-format", "DD/MM/YYYY"],
                facts: Sheet.april
            ),
            Sheet(
                name: "libreoffice-en-us-early-april.csv",
                problem: "2:1: [ambiguous-date]",
                help: "say --date-format DD/MM/YYYY or --date-format MM/DD/YYYY",
                options: ["--date-format", "MM/DD/YYYY"],
                facts: Sheet.april
            ),
            Sheet(
                name: "excel-en-us-short.csv",
                problem: "2:1: [ambiguous-date]",
                help: "`4/2/2023` is 2023-02-04 or 2023-04-02",
                options: ["--date-format", "MM/DD/YYYY"],
                facts: Sheet.april
            ),
            Sheet(
                name: "excel-de-local-times.csv",
                problem: "2:1: [bad-time]",
                help: "`29.12.2023 13:00` names no time zone; say which with --timezone",
                options: comma + ["--timezone", "Europe/Berlin"],
                facts: Sheet.rows(days.map { $0 + "T12:00:00Z" })
            ),
            // Single cells are left out, their rows are taken.
            Sheet(
                name: "excel-en-us-errors.csv",
                problem: "2:4: [bad-number]",
                help: "3 cells left out; the first: `#DIV/0!`",
                facts: Sheet.rows(days, volumes: ["-", "-", "-"])
            ),
            Sheet(
                name: "excel-en-us-percent.csv",
                problem: "2:4: [bad-number]",
                help: "without signs of currency or percent",
                facts: Sheet.rows(days, volumes: ["-", "-", "5.0"])
            ),
            // What no option mends says what to do.
            Sheet(
                name: "libreoffice-serial-numbers.csv",
                problem: "2:1: [bad-time]",
                help: "serial number of 2023-12-29; format the column as YYYY-MM-DD",
                options: nil
            ),
            Sheet(
                name: "excel-en-us-two-digit-years.csv",
                problem: "2:1: [bad-time]",
                help: "`12/29/23` is not a date or time of this format; write YYYY-MM-DD",
                options: nil
            ),
            Sheet(
                name: "libreoffice-de-euro.csv",
                problem: "2:3: [bad-number]",
                help: "without signs of currency or percent",
                options: nil
            ),
            Sheet(
                name: "libreoffice-de-percent.csv",
                problem: "2:3: [bad-number]",
                help: "without signs of currency or percent",
                options: nil
            ),
        ]
        + ["excel-de-euro-ansi.csv", "excel-fr-nbsp-ansi.csv", "libreoffice-zh-gb18030.csv"].map {
            Sheet(name: $0, problem: "2: [invalid-utf8]", help: "save the file as CSV UTF-8", options: nil)
        }
        + ["xlsx", "ods", "xls"].map {
            let help = "workbook (.\($0)): save the sheet as CSV UTF-8"
            return Sheet(name: "libreoffice-workbook.\($0)", problem: " [unsupported]", help: help, options: nil)
        }

    @Test("Every spreadsheet sample is tested") func allSheets() throws {
        let folder = try #require(Case.fixtures).appendingPathComponent("spreadsheets")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".py") }
        #expect(Set(files) == Set(SpreadsheetTests.sheets.map(\.name)))
        #expect(files.count >= 40)
    }

    @Test("A spreadsheet is read correctly or rejected with the options that help", arguments: sheets)
    func readOrRejected(sheet: Sheet) throws {
        let fixtures = try #require(Case.fixtures).appendingPathComponent("spreadsheets")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        try FileManager.default.copyItem(
            at: fixtures.appendingPathComponent(sheet.name),
            to: folder.appendingPathComponent(sheet.name)
        )
        func load(_ options: [String]) throws -> (status: Int32, output: String, errors: String) {
            try shell(["assay", "load", "market", sheet.name] + options, in: folder)
        }
        let first = try load([])
        let isTaken = sheet.options == []
        #expect(first.status == (isTaken ? 0 : 1), "\(first.errors)")
        let (place, identifier) =
            sheet.problem.firstIndex(of: "[").map {
                (sheet.problem[..<$0].trimmingCharacters(in: .whitespaces), String(sheet.problem[$0...]))
            } ?? ("", "")
        #expect(first.errors.contains("\(sheet.name):\(place)") || place.isEmpty, "\(first.errors)")
        #expect(first.errors.contains(identifier) || identifier.isEmpty, "\(first.errors)")
        #expect(first.errors.contains(sheet.help) || sheet.help.isEmpty, "\(first.errors)")
        guard let options = sheet.options else { return }
        if !isTaken {
            #expect(try facts(in: folder).isEmpty)
            let second = try load(options)
            // One row of three that no option reads is more than may be rejected.
            #expect(second.status == (sheet.name == "excel-mixed-marks.csv" ? 4 : 0), "\(second.errors)")
        }
        #expect(try facts(in: folder) == sheet.facts)
        // The options stand in the ledger: what is read again is read alike.
        let rebuilt = try shell(["assay", "store", "rebuild"], in: folder)
        #expect(rebuilt.status == 0, "\(rebuilt.errors)")
        #expect(try facts(in: folder) == sheet.facts)
    }

    private func facts(in folder: URL) throws -> [String] {
        let told = try shell(["assay", "coin", "alpha", "--facts", "--format", "csv"], in: folder)
        var values: [String: [String: String]] = [:]
        for line in told.output.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            values[fields[3], default: [:]][fields[2]] = fields[4]
        }
        return values.sorted { $0.key < $1.key }.compactMap { time, values in
            values["price_usd"].map { "\(time) \($0) \(values["volume_usd"] ?? "-")" }
        }
    }
}

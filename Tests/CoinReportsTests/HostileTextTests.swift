import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinReports

@Suite struct HostileTextTests {
    private let names = HostileNames.all
    private let table = SampleTables.texts(HostileNames.all)

    @Test("There are 300 different hostile names") func nameCount() {
        #expect(Set(names.map { Array($0.unicodeScalars) }).count == 300)
    }

    @Test("Hostile names read back from CSV and none is a formula") func csvNames() throws {
        let rows = parsedCSV(try table.rendered(as: .csv))
        #expect(rows.count == names.count + 1)
        for (name, row) in zip(names, rows.dropFirst()) {
            let first = name.unicodeScalars.first { $0 != "'" }
            let isFormula = "=+-@\t\r".unicodeScalars.contains { $0 == first }
            #expect(
                row.count == 2 && row[1].unicodeScalars.elementsEqual(((isFormula ? "'" : "") + name).unicodeScalars)
            )
        }
        let raw = parsedCSV(try table.rendered(as: .csv, style: ReportStyle(rawText: true)))
        #expect(raw.dropFirst().map { Array($0[1].unicodeScalars) } == names.map { Array($0.unicodeScalars) })
    }

    @Test("Negative numbers in CSV are not escaped as formulas") func csvNumbers() throws {
        let csv = try SampleTables.numbers([-1, -1e-9]).rendered(as: .csv)
        #expect(csv == "value\n-1.0\n-1e-09\n")
    }

    @Test("Hostile names read back from TSV, each on its line") func tsvNames() throws {
        let text = try table.rendered(as: .tsv, style: ReportStyle(rawText: true))
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        #expect(lines.count == names.count)
        for (name, line) in zip(names, lines) {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            var read = String.UnicodeScalarView()
            var isEscape = false
            for scalar in cells[1] {
                if isEscape {
                    read.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
                    isEscape = false
                } else if scalar == "\\" {
                    isEscape = true
                } else {
                    read.append(scalar)
                }
            }
            #expect(cells.count == 2 && read.elementsEqual(name.unicodeScalars))
        }
    }

    @Test("Hostile names read back from JSON without control characters") func jsonNames() throws {
        let json = try table.rendered(as: .json)
        #expect(!json.unicodeScalars.contains { $0 != "\n" && $0.isHidden } && !json.contains("<"))
        let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let objects = try #require(parsed as? [[String: Any]])
        let texts = objects.map { $0["text"] as? String ?? "" }
        #expect(texts.map { Array($0.unicodeScalars) } == names.map { Array($0.unicodeScalars) })
        let lines = try table.rendered(as: .ndjson).split(separator: "\n")
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect((object?["text"] as? String)?.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
        }
    }

    @Test("Hostile names in a terminal table contain no control characters") func terminalNames() throws {
        let text = try table.rendered(as: .table, style: ReportStyle(width: 60))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isHidden })
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 2 + 2 + names.count + 1 + names.count + 1)
        #expect(lines.allSatisfy { String($0).displayWidth <= 60 })
    }

    @Test("Hostile names in Markdown stay in their cells") func markdownNames() throws {
        let lines = try table.rendered(as: .md).split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.filter { $0.hasPrefix("| ") }
        #expect(rows.count == names.count + 2)
        for row in rows {
            var bars = 0
            var isEscaped = false
            for scalar in row.unicodeScalars {
                if scalar == "|", !isEscaped { bars += 1 }
                #expect(isEscaped || !"<>`[]*&".unicodeScalars.contains(scalar), "\(row)")
                isEscaped = scalar == "\\" && !isEscaped
            }
            #expect(bars == 3, "\(row)")
        }
    }

    @Test("Hostile names on a page are text, not markup") func pageNames() throws {
        let tags = parsedPage(try table.rendered(as: .html))
        let known: Set = [
            "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "header", "h1", "p", "main", "div", "label",
            "input",
            "output", "table", "thead", "tr", "th", "tbody", "td", "details", "summary", "dl", "dt", "code", "dd",
            "footer",
            "script", "a", "b",
        ]
        let attributes: Set = [
            "html", "lang", "charset", "id", "http-equiv", "content", "name", "class", "hidden", "type", "placeholder",
            "autocomplete", "spellcheck", "aria-live", "aria-label", "role", "tabindex", "scope", "title", "href",
        ]
        for tag in tags {
            #expect(known.contains(tag.name.replacing("/", with: "")), "\(tag)")
            #expect(tag.attributes.allSatisfy { attributes.contains($0.name) }, "\(tag.attributes.map(\.name))")
        }
        #expect(tags.count { $0.name == "script" } == 1)
        let labels = tags.filter { $0.name == "th" && $0.attributes.contains { $0.value == "row" } }.map(\.text)
        #expect(labels.map { Array($0.utf8) } == names.map { Array($0.visible.cut(toWidth: 120).utf8) })
        let meaning = tags.last { $0.name == "th" && $0.attributes.map(\.name) == ["scope", "class", "title"] }
        #expect(meaning?.attributes[2].value.utf8.elementsEqual(names.joined(separator: " ").visible.utf8) == true)
    }
}

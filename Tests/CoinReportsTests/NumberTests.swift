import CoinModel
import CoinTables
import TestPrograms
import Testing

@testable import CoinReports

@Suite struct NumberTests {
    @Test("Random doubles read back from CSV and JSON") func randomDoubles() throws {
        var random = SplitMix(seed: 11)
        var numbers: [Double] = [0, -0.0, 5, 1e16, 1e-5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0x1p53, 0.1]
        while numbers.count < 5000 {
            let value = Double(bitPattern: random.next())
            if value.isFinite { numbers.append(value) }
        }
        let table = SampleTables.numbers(numbers)
        let csv = try table.rendered(as: .csv).split(separator: "\n").dropFirst()
        let objects = try table.rendered(as: .ndjson).split(separator: "\n").map { $0.dropFirst(10).dropLast() }
        #expect(csv.count == numbers.count && objects.count == numbers.count)
        for (number, (cell, object)) in zip(numbers, zip(csv, objects)) {
            #expect(Double(cell)?.bitPattern == (number + 0).bitPattern, "\(cell)")
            #expect(cell == object)
            #expect(isJSONNumber(String(cell)), "\(cell)")
        }
    }

    @Test("Zero has no sign in every machine format")
    func unsignedZero() throws {
        let table = SampleTables.numbers([-0.0, 0])
        #expect(try table.rendered(as: .csv) == "value\n0.0\n0.0\n")
        #expect(try table.rendered(as: .json).contains("-") == false)
        #expect(Cell.number(-0.0).writtenNumber?.sign == .plus)
    }

    @Test("Numbers that are not finite are missing") func notFinite() throws {
        let table = SampleTables.numbers([.nan, .infinity, -.infinity])
        #expect(try table.rendered(as: .csv) == "value\n\"\"\n\"\"\n\"\"\n")
        #expect(try table.rendered(as: .ndjson) == String(repeating: "{\"value\": null}\n", count: 3))
        #expect(try table.rendered(as: .md).hasSuffix(String(repeating: "| N/A |\n", count: 3)))
    }

    @Test(
        "Plain numbers have four digits",
        arguments: [
            (0, "0"), (5, "5.000"), (1.5, "1.500"), (999.94, "999.9"), (999.95, "1000"), (1234.5, "1235"),
            (-0.00123456, "-0.001235"),
            (0.0000123456, "0.00001235"), (0.000001, "0.000001000"), (0.00000012345, "1.235e-7"), (99.995, "100.0"),
            (1e15, "1.000e15"),
            (999_999_999_999_999, "999999999999999"), (-9.9995e-9, "-1.000e-8"), (.leastNonzeroMagnitude, "5.000e-324"),
        ] as [(Double, String)]
    )
    func plainNumbers(value: Double, text: String) {
        #expect(DisplayCell(number: .number(value), .plain)?.text == text)
    }

    @Test(
        "Money has thousands separators",
        arguments: [
            (1234.5, "1,235"), (999.99, "1,000"), (1_000_000, "1,000,000"), (-123_456.7, "-123,457"),
            (12.3456, "12.35"),
            (0.00001234, "0.00001234"), (100_000, "100,000"), (0, "0"),
        ] as [(Double, String)]
    )
    func money(value: Double, text: String) {
        #expect(DisplayCell(number: .number(value), .money)?.text == text)
    }

    @Test(
        "Signed numbers have their sign and tone",
        arguments: [
            (2.675, 2, "+2.68", "up"), (-2.675, 2, "-2.68", "down"), (0.04, 1, "0.0", "none"),
            (-0.04, 1, "0.0", "none"),
            (-0.05, 1, "-0.1", "down"), (9.99, 1, "+10.0", "up"), (0.5, 0, "+1", "up"), (1e20, 1, "+1.000e20", "up"),
            (0, 2, "0.00", "none"),
            (1e-300, 2, "0.00", "none"),
        ] as [(Double, Int, String, String)]
    )
    func signedNumbers(value: Double, places: Int, text: String, tone: String) {
        let shown = DisplayCell(number: .number(value), .signed(places))
        #expect(shown?.text == text)
        #expect(shown?.tone.rawValue == tone)
    }

    @Test("Integers are shown without decimals unless fixed") func integers() {
        #expect(DisplayCell(number: .integer(.min), .plain)?.text == "-9223372036854775808")
        #expect(DisplayCell(number: .integer(1_234_567), .money)?.text == "1,234,567")
        #expect(DisplayCell(number: .integer(7), .fixed(2))?.text == "7.00")
        #expect(DisplayCell(number: .integer(7), .fixed(-2))?.text == "7")
    }

    @Test("Fixed numbers round half away from zero") func rounding() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<5000 {
            let millionths = Int(truncatingIfNeeded: random.next()) >> 22
            let places = Int(random.next() % 6)
            let unit = (places..<6).reduce(1) { unit, place in unit * 10 }
            let expected = (abs(millionths) + unit / 2) / unit * millionths.signum()
            let text = try #require(DisplayCell(number: .number(Double(millionths) / 1e6), .fixed(places))?.text)
            #expect(Int(text.replacing(".", with: "")) == expected, "\(millionths) \(text)")
            #expect(places == 0 ? !text.contains(".") : text.split(separator: ".").last?.count == places)
        }
    }

    /// The grammar of RFC 8259, by hand.
    private func isJSONNumber(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.first == "-" { rest.removeFirst() }
        let whole = rest.prefix(while: \.isWholeNumber)
        rest = rest.dropFirst(whole.count)
        guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix(while: \.isWholeNumber)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(fraction.count + 1)
        }
        if rest.first == "e" {
            rest.removeFirst()
            if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
            guard !rest.isEmpty, rest.allSatisfy(\.isWholeNumber) else { return false }
            rest = ""
        }
        return rest.isEmpty
    }
}

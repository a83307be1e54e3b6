import Testing

@testable import CoinPortfolio

@Suite struct ExactDecimalTests {
    private func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

    @Test(
        "A decimal reads back in its shortest form",
        arguments: [
            ("0", "0"), ("-0.00", "0"), ("+1.50", "1.5"), ("0001", "1"), ("1e-8", "0.00000001"), ("12E3", "12000"),
            ("0.000000000000000001", "0.000000000000000001"),
            ("123456789012345678901234567890.123456789012345678", "123456789012345678901234567890.123456789012345678"),
            ("1000000000", "1000000000"), ("-999999999.999999999", "-999999999.999999999"),
        ]
    )
    func text(text: String, written: String) throws {
        #expect(try decimal(text).description == written)
    }

    @Test(
        "Text that is not a decimal is rejected",
        arguments: [
            "", "-", ".5", "5.", "1,5", "1 000", "nan", "inf", "0x1", "1e", "1e99999", "1e61", "1e-61", "--1", "1.2.3",
            "٣",
        ]
    )
    func notNumbers(text: String) { #expect(ExactDecimal(text) == nil) }

    @Test("Sums and products are exact") func exactArithmetic() throws {
        let wei = try decimal("0.000000000000000001")
        let large = try decimal("999999999999999999999999999999")
        #expect((large + wei).description == "999999999999999999999999999999.000000000000000001")
        #expect((large + wei - large) == wei)
        #expect((wei - large).isNegative && !(large - wei).isNegative)
        #expect((wei * wei).description == "0.000000000000000000000000000000000001")
        #expect(
            (large * large).description == "999999999999999999999999999998000000000000000000000000000001"
        )
        #expect(try decimal("0.1") + decimal("0.2") == decimal("0.3"))
        #expect(try decimal("2") < decimal("10") && decimal("-10") < decimal("-2") && decimal("-1") < .zero)
    }

    @Test("Quotients round half to even") func quotients() throws {
        let digits = ExactDecimal.quotientDigits
        let third = try #require(decimal("1").divided(by: decimal("3")))
        #expect(third.description == "0." + String(repeating: "3", count: digits))
        #expect(
            try decimal("2").divided(by: decimal("-3"))?.description == "-0."
                + String(repeating: "6", count: digits - 1) + "7"
        )
        #expect(try decimal("1000000000000").divided(by: decimal("0.001"))?.description == "1000000000000000")
        #expect(try decimal("1").divided(by: .zero) == nil)
        // A half at the last digit goes to the even one.
        let half = try decimal("1e-36")
        #expect(try half.divided(by: decimal("2")) == .zero)
        #expect(try (half + half + half).divided(by: decimal("2"))?.description == (half + half).description)
    }
}

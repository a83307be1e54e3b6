import ArgumentParser

/// How numbers are read on the command line: plain decimal digits within bounds that the message names.
///
/// No sign but a minus where the bounds have one, no exponent, no hexadecimal digits, no infinity; so what is read can
/// be counted, added and waited for.
enum CheckedNumber {
    /// Whole numbers from one to another.
    static func whole(_ bounds: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
        { text in
            guard isDecimal(text), let number = Int(text), bounds.contains(number) else {
                throw ValidationError("takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
            return number
        }
    }

    /// Numbers from one to another, with decimals or without.
    static func decimal(_ bounds: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
        { text in
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard isDecimal(parts[0]), parts.count == 1 || isDecimal(parts[1]) && !parts[1].hasPrefix("-"),
                let number = Double(text), bounds.contains(number)
            else {
                let (least, most) = (plain(bounds.lowerBound), plain(bounds.upperBound))
                throw ValidationError("takes a number from \(least) to \(most), as 5 or 2.5")
            }
            return number
        }
    }

    /// Digits, perhaps behind a minus.
    private static func isDecimal(_ text: some StringProtocol) -> Bool {
        let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

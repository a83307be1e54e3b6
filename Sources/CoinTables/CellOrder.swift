extension Cell {
    /// Whether there is no value here; a number that is NaN is none either.
    var isMissing: Bool {
        switch self {
        case .missing: true
        case .number(let value): value.isNaN
        default: false
        }
    }

    /// How this value stands to another: below 0 before it, 0 the same, above 0 behind it; nil when one is missing or a
    /// text meets a number.
    ///
    /// Numbers compare by their exact values, also an integer beyond 2⁵³ with a Double; texts by their UTF-8 bytes.
    func order(against other: Cell) -> Int? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): sign(left, right)
        case (.number(let left), .number(let right)): left.isNaN || right.isNaN ? nil : sign(left, right)
        case (.integer(let left), .number(let right)): exactOrder(left, right)
        case (.number(let left), .integer(let right)): exactOrder(right, left).map { -$0 }
        case (.text(let left), .text(let right)):
            left.utf8.elementsEqual(right.utf8) ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        default: nil
        }
    }
}

private func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
}

/// An integer against a Double without rounding either; nil for NaN.
private func exactOrder(_ integer: Int, _ number: Double) -> Int? {
    if number.isNaN { return nil }
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let whole = Int(number)
    return integer == whole ? sign(Double(whole), number) : sign(integer, whole)
}

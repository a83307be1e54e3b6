/// How one value stands to another.
enum CellOrder {
    case before
    case same
    case after
}

extension Cell {
    /// Whether there is no value here; a number that is NaN is none either.
    var isMissing: Bool {
        switch self {
        case .missing: true
        case .number(let value): value.isNaN
        case .integer, .text: false
        }
    }

    /// How this value stands to another, or nil when one is missing or a text meets a number.
    ///
    /// Numbers compare by their exact values, also an integer beyond 2⁵³ with a Double; texts by their UTF-8 bytes.
    func order(against other: Cell) -> CellOrder? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)):
            cellOrder(left, right)
        case (.number(let left), .number(let right)):
            left.isNaN || right.isNaN ? nil : cellOrder(left, right)
        case (.integer(let left), .number(let right)):
            exactOrder(left, right)
        case (.number(let left), .integer(let right)):
            exactOrder(right, left)?.reversed
        case (.text(let left), .text(let right)):
            if left.utf8.elementsEqual(right.utf8) {
                .same
            } else {
                left.utf8.lexicographicallyPrecedes(right.utf8) ? .before : .after
            }
        default:
            nil
        }
    }
}

extension CellOrder {
    /// The same seen from the other side.
    var reversed: CellOrder {
        switch self {
        case .before: .after
        case .same: .same
        case .after: .before
        }
    }
}

private func cellOrder<Value: Comparable>(_ left: Value, _ right: Value) -> CellOrder {
    if left == right { return .same }
    return left < right ? .before : .after
}

/// An integer against a Double without rounding either; nil for NaN.
private func exactOrder(_ integer: Int, _ number: Double) -> CellOrder? {
    if number.isNaN { return nil }
    if number >= 0x1p63 { return .before }
    if number < -0x1p63 { return .after }
    let whole = Int(number)
    return integer == whole ? cellOrder(Double(whole), number) : cellOrder(integer, whole)
}

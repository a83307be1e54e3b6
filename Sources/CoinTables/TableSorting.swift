public import CoinModel

/// One column to sort by, and its direction.
public struct SortKey: Hashable, Sendable {
    /// The name of the column.
    public let column: String
    /// Whether small values come first.
    public let ascending: Bool

    /// A key, ascending by default.
    public init(_ column: String, ascending: Bool = true) {
        (self.column, self.ascending) = (column, ascending)
    }

    /// Reads `dev12:desc,coin_id:asc`; `:asc` may be left out, and the first column weighs most.
    /// - Throws: `RequestError` when a direction is neither `asc` nor `desc`, or a name is empty.
    public static func keys(parsing text: String) throws(RequestError) -> [SortKey] {
        var keys: [SortKey] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0) }
            let direction = pieces.count > 1 ? pieces[1] : "asc"
            guard pieces.count <= 2, !pieces[0].isEmpty, ["asc", "desc"].contains(direction) else {
                let wanted = "sort key \(keys.count + 1): expected COLUMN, COLUMN:asc or COLUMN:desc"
                throw RequestError(.selection, "\(wanted), found '\(part.prefix(64))'")
            }
            keys.append(SortKey(pieces[0], ascending: direction == "asc"))
        }
        return keys
    }
}

extension Table {
    /// The table with its rows sorted; rows that are equal in all keys keep their order.
    ///
    /// A missing value comes last in either direction. Numbers compare by value, texts by their UTF-8 bytes; where a
    /// column holds both, numbers come first. O(n log n) comparisons.
    /// - Throws: `RequestError` when a key names no column.
    public func sorted(by keys: [SortKey]) throws(RequestError) -> Table {
        let places = try keys.map { key throws(RequestError) in try columns.index(named: key.column) }
        let order = rows.indices.sorted { left, right in
            for (key, place) in zip(keys, places) {
                let isExact = columns[place].display == .exact
                let (first, second) = (rows[left][place].key(isExact), rows[right][place].key(isExact))
                if first.sortClass != second.sortClass { return first.sortClass < second.sortClass }
                if let order = first.order(against: second), order != 0 { return (order < 0) == key.ascending }
            }
            return left < right
        }
        return picking(rows: order)
    }
}

extension Cell {
    /// What it is sorted by: an exact number is a text.
    fileprivate func key(_ isExact: Bool) -> Cell {
        guard isExact, case .text(let text) = self else { return self }
        return NumberGrammar.double(text).map(Cell.number) ?? self
    }

    /// Where values that do not compare stand: numbers, then texts, then what is missing.
    fileprivate var sortClass: Int {
        switch self {
        case _ where isMissing: 2
        case .text: 1
        default: 0
        }
    }
}

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

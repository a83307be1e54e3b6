internal import CoinModel

/// A relation between two values of a filter.
enum FilterComparison: String {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains = "~"
    /// That a text is one of the tags of another.
    case isTag = "in"

    init?(symbol: String) { self.init(rawValue: ["==": "=", "<>": "!="][symbol] ?? symbol) }

    /// Whether two present values stand in this relation; nil when they do not compare.
    func holds(_ left: Cell, _ right: Cell) -> Bool? {
        if self == .contains {
            guard case .text(let whole) = left, case .text(let part) = right else { return nil }
            // By bytes: characters would join an accent to the letter before it.
            return whole.lowercased().utf8.contains(part.lowercased().utf8)
        }
        if self == .isTag {
            guard case .text(let tag) = left, case .text(let tags) = right else { return nil }
            return CoinTag.isIn(tags, tag)
        }
        guard let order = left.order(against: right) else { return nil }
        return switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .contains, .isTag: nil
        }
    }
}

/// A value of a filter: written down, or taken from the row.
enum FilterOperand: Sendable {
    case column(Int)
    case literal(Cell)

    /// The place of the column; nil for a literal.
    var column: Int? { if case .column(let index) = self { index } else { nil } }

    /// The value for a row; nil when it is missing.
    func value(in row: [Cell]) -> Cell? {
        switch self {
        case .column(let index): index < row.count && !row[index].isMissing ? row[index] : nil
        case .literal(let cell): cell
        }
    }
}

/// A filter that was read.
indirect enum FilterCondition: Sendable {
    case comparison(FilterOperand, FilterComparison, FilterOperand)
    case missing(FilterOperand)
    case not(FilterCondition)
    case all([FilterCondition])
    case any([FilterCondition])

    /// Whether it is true for a row; nil is unknown.
    func truth(for row: [Cell]) -> Bool? {
        switch self {
        case .comparison(let left, let comparison, let right):
            guard let first = left.value(in: row), let second = right.value(in: row) else { return nil }
            return comparison.holds(first, second)
        case .missing(let operand):
            return operand.value(in: row) == nil
        case .not(let condition):
            return condition.truth(for: row).map { !$0 }
        case .all(let conditions):
            return FilterCondition.first(false, of: conditions, row)
        case .any(let conditions):
            return FilterCondition.first(true, of: conditions, row)
        }
    }

    /// The places of the columns that it reads.
    var columns: Set<Int> {
        switch self {
        case .comparison(let left, _, let right): Set([left, right].compactMap(\.column))
        case .missing(let operand): Set([operand].compactMap(\.column))
        case .not(let condition): condition.columns
        case .all(let conditions), .any(let conditions): Set(conditions.flatMap(\.columns))
        }
    }

    /// The deciding value when a part has it, unknown when a part is unknown, else the other value.
    private static func first(_ deciding: Bool, of conditions: [FilterCondition], _ row: [Cell]) -> Bool? {
        var unknown = false
        for condition in conditions {
            switch condition.truth(for: row) {
            case deciding: return deciding
            case nil: unknown = true
            default: break
            }
        }
        return unknown ? nil : !deciding
    }
}

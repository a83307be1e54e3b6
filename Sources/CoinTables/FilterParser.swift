/// Reads the words of a filter by recursive descent: `or` of `and`s of `not`s of comparisons and parentheses.
struct FilterParser {
    private let tokens: [FilterToken]
    private let columns: [Column]
    private var place = 0
    private var depth = 0

    /// A reader of words that end with `end`.
    init(tokens: [FilterToken], columns: [Column]) {
        self.tokens = tokens
        self.columns = columns
    }

    /// The whole filter.
    mutating func condition() throws(FilterError) -> FilterCondition {
        let condition = try alternatives()
        guard token.kind == .end else { throw unexpected("and, or, or the end") }
        return condition
    }

    private mutating func alternatives() throws(FilterError) -> FilterCondition {
        var parts = [try conjunction()]
        while accept(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(FilterError) -> FilterCondition {
        var parts = [try negation()]
        while accept(.and) { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(FilterError) -> FilterCondition {
        guard token.kind == .not || token.kind == .open else { return try predicate() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Filter.maximumDepth else {
            throw FilterError(
                position: token.position,
                detail: "expected at most \(Filter.maximumDepth) parentheses and nots around one another"
            )
        }
        if accept(.not) { return .not(try negation()) }
        advance()
        let inner = try alternatives()
        guard accept(.close) else { throw unexpected("and, or, or a closing parenthesis") }
        return inner
    }

    private mutating func predicate() throws(FilterError) -> FilterCondition {
        let first = token
        let left = try operand()
        if accept(.is) {
            let negated = accept(.not)
            guard accept(.missing) else { throw unexpected("missing or not missing") }
            return negated ? .not(.missing(left)) : .missing(left)
        }
        guard case .comparison(let comparison) = token.kind else {
            throw unexpected("a comparison (= != < <= > >= ~) or is missing after \(first.text)")
        }
        advance()
        let second = token
        let right = try operand()
        try check(left, comparison, right, first, second)
        return .comparison(left, comparison, right)
    }

    private mutating func operand() throws(FilterError) -> FilterOperand {
        let operand: FilterOperand
        switch token.kind {
        case .literal(let cell):
            operand = .literal(cell)
        case .name(let name):
            guard let index = columns.firstIndex(where: { $0.name == name }) else {
                throw FilterError(
                    position: token.position,
                    detail: columns.unknownName(name) + "; text stands in quotes"
                )
            }
            operand = .column(index)
        default:
            throw unexpected("a column, a number or a quoted text")
        }
        advance()
        return operand
    }

    /// Text compares with text only, and `~` is for text.
    private func check(
        _ left: FilterOperand,
        _ comparison: FilterComparison,
        _ right: FilterOperand,
        _ first: FilterToken,
        _ second: FilterToken
    ) throws(FilterError) {
        if comparison == .contains {
            for (operand, token) in [(left, first), (right, second)] where !isText(operand) {
                throw FilterError(
                    position: token.position,
                    detail: "~ asks whether a text contains a text; \(token.text) is a number"
                )
            }
        } else if isText(left) != isText(right) {
            let (text, number) = isText(left) ? (first, second) : (second, first)
            throw FilterError(
                position: second.position,
                detail: "\(text.text) is text and \(number.text) is a number; they do not compare"
            )
        }
    }

    private func isText(_ operand: FilterOperand) -> Bool {
        switch operand {
        case .column(let index): columns[index].type == .text
        case .literal(.text): true
        case .literal: false
        }
    }

    /// The word being read; the closing `end` is never passed.
    private var token: FilterToken { tokens[place] }

    private mutating func advance() {
        if place < tokens.count - 1 { place += 1 }
    }

    private mutating func accept(_ kind: FilterToken.Kind) -> Bool {
        guard token.kind == kind else { return false }
        advance()
        return true
    }

    private func unexpected(_ expected: String) -> FilterError {
        FilterError(position: token.position, detail: "expected \(expected), found \(token.text)")
    }
}

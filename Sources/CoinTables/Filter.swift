public import CoinModel

/// A condition on the rows of a table, as a person writes it: `dev_ratio > 1.5 and (name ~ 'chain' or rank <= 50)`.
///
/// Column names stand bare, text stands in `'…'` or `"…"` (a quote inside is doubled), numbers as in JSON. Comparisons
/// are `= == != <> < <= > >=`, and `~` for "contains", without regard to case. They are joined by `not`, `and`, `or`
/// (binding in this order) and parentheses; keywords may be in any case. `x is missing` and `x is not missing` ask for
/// presence, `x in ('a', 'b')` for one of several values, `'a' in tags` for one of the tags of a column of tags; `not` may
/// stand before `in`. Numbers compare by value, texts by their bytes, tags by their spelling.
///
/// Missing is neither true nor false: a comparison with a missing value is unknown, so is `not` of it; `and` with
/// something false is false, `or` with something true is true, else an unknown part leaves the whole unknown
/// (Kleene's three-valued logic, as in SQL). A row is selected only when the whole is true.
public struct Filter: Sendable {
    private let condition: FilterCondition

    /// The most characters of a filter.
    public static let maximumLength = 4096
    /// The most parentheses and `not`s around one another.
    public static let maximumDepth = 64

    /// Reads a condition on rows under these columns, or says where it makes no sense and what was expected there.
    public init(parsing text: String, columns: [Column]) throws(RequestError) {
        guard text.unicodeScalars.prefix(Filter.maximumLength + 1).count <= Filter.maximumLength else {
            let most = Filter.maximumLength
            throw RequestError(at: most + 1, "expected at most \(most) characters; shorten the filter")
        }
        var parser = FilterParser(tokens: try FilterToken.tokens(of: text), columns: columns)
        condition = try parser.condition()
    }

    /// The places of the columns that the condition reads, among those it was read for.
    public var columns: Set<Int> { condition.columns }

    /// Whether the condition is true for a row under the columns it was read for.
    public func selects(_ row: [Cell]) -> Bool { truth(of: row) == true }

    /// Whether the condition is true or false for a row; nil where that is unknown.
    public func truth(of row: [Cell]) -> Bool? { condition.truth(for: row) }
}

/// Reads the words of a filter by recursive descent: `or` of `and`s of `not`s of comparisons and parentheses.
private struct FilterParser {
    let tokens: [FilterToken]
    let columns: [Column]
    var place = 0
    var depth = 0

    mutating func condition() throws(RequestError) -> FilterCondition {
        let condition = try alternatives()
        guard token.kind == .end else { throw unexpected("and, or, or the end") }
        return condition
    }

    private mutating func alternatives() throws(RequestError) -> FilterCondition {
        var parts = [try conjunction()]
        while accept(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(RequestError) -> FilterCondition {
        var parts = [try negation()]
        while accept(.and) { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(RequestError) -> FilterCondition {
        guard [.keyword(.not), .keyword(.open)].contains(token.kind) else { return try predicate() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Filter.maximumDepth else {
            let most = Filter.maximumDepth
            throw RequestError(at: token.position, "expected at most \(most) parentheses and nots around one another")
        }
        if accept(.not) { return .not(try negation()) }
        advance()
        let inner = try alternatives()
        guard accept(.close) else { throw unexpected("and, or, or a closing parenthesis") }
        return inner
    }

    private mutating func predicate() throws(RequestError) -> FilterCondition {
        let first = token
        let left = try operand()
        if accept(.is) {
            let negated = accept(.not)
            guard accept(.missing) else { throw unexpected("missing or not missing") }
            return negated ? .not(.missing(left)) : .missing(left)
        }
        if accept(.not) {
            guard token.kind == .keyword(.in) else { throw unexpected("in") }
            advance()
            return .not(try membership(of: left, first))
        }
        if accept(.in) { return try membership(of: left, first) }
        guard case .comparison(let comparison) = token.kind else {
            throw unexpected("a comparison (= != < <= > >= ~), in, or is missing after \(first.text)")
        }
        advance()
        let second = token
        let right = try operand(isCompared: true)
        try check(comparison, [(left, first), (right, second)])
        return .comparison(left, comparison, right)
    }

    /// What stands behind `in`: values in parentheses, or a column of tags.
    private mutating func membership(
        of left: FilterOperand,
        _ first: FilterToken
    ) throws(RequestError) -> FilterCondition {
        guard accept(.open) else {
            let second = token
            guard case .name = second.kind, case .column(let index) = try operand(), columns[index].display == .tags
            else { throw unexpected("values as ('a', 'b') or a column of tags, as 'privacy' in tags", second) }
            try check(.isTag, [(left, first), (.column(index), second)])
            return .comparison(left, .isTag, .column(index))
        }
        var parts: [FilterCondition] = []
        repeat {
            let second = token
            let right = try operand(isCompared: true)
            try check(.equal, [(left, first), (right, second)])
            parts.append(.comparison(left, .equal, right))
        } while accept(.comma)
        guard accept(.close) else { throw unexpected("a comma or a closing parenthesis") }
        return .any(parts)
    }

    private mutating func operand(isCompared: Bool = false) throws(RequestError) -> FilterOperand {
        let word = token
        advance()
        switch word.kind {
        case .literal(let cell): return .literal(cell)
        case .name(let name):
            guard let index = columns.firstIndex(where: { $0.name == name }) else {
                // What is compared with is more often a text that lacks its quotes.
                throw RequestError(
                    at: word.position,
                    isCompared
                        ? "unknown column '\(name.prefix(64))'; put text in quotes: \"\(name.prefix(64))\""
                        : columns.unknownName(name),
                    .unknownColumn
                )
            }
            return .column(index)
        default: throw unexpected("a column, a number or a quoted text", word)
        }
    }

    /// Text compares with text only, and `~` is for text.
    private func check(_ comparison: FilterComparison, _ operands: [(FilterOperand, FilterToken)]) throws(RequestError)
    {
        guard let (_, number) = operands.first(where: { !isText($0.0) }) else { return }
        if comparison == .contains {
            throw RequestError(at: number.position, "~ asks whether a text contains a text; \(number.text) is a number")
        }
        guard let (_, text) = operands.first(where: { isText($0.0) }) else { return }
        let detail = "\(text.text) is text and \(number.text) is a number; they do not compare"
        throw RequestError(at: operands[1].1.position, detail)
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

    private mutating func accept(_ keyword: FilterToken.Keyword) -> Bool {
        guard token.kind == .keyword(keyword) else { return false }
        advance()
        return true
    }

    private func unexpected(_ expected: String, _ found: FilterToken? = nil) -> RequestError {
        let found = found ?? token
        return RequestError(at: found.position, "expected \(expected), found \(found.text)")
    }
}

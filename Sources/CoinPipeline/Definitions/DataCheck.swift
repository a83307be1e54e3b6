internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// What has to hold of a ranking before its outputs are written; a check that fails leaves those of the run before.
public struct DataCheck: Sendable {
    /// What is checked.
    enum Rule: Sendable {
        /// How many rows a condition selects.
        case rows(where: String, atLeast: Amount?, atMost: Amount?)
        /// How many coins' values of a column may be over so many percent away from those of the last run that got as far; a
        /// coin that lacks one of them is not counted.
        case jump(column: String, percent: Double, atMost: Amount)
        /// By how many percent the number of coins may differ from that of the last run that got as far.
        case change(percent: Double)
        /// How many days old the newest fact of a source may be, by the ranking's moment where one is asked for, else by
        /// the clock.
        case within(days: Int, source: String)
    }

    /// A number of rows, or percent of all.
    enum Amount: Sendable {
        case count(Int)
        case percent(Double)

        func rows(of all: Int) -> Double {
            switch self {
            case .count(let count): Double(count)
            case .percent(let percent): percent / 100 * Double(all)
            }
        }

        var text: String {
            switch self {
            case .count(let count): "\(count)"
            case .percent(let percent): "\(shortest(percent)) %"
            }
        }
    }

    let rule: Rule
    /// Whether a run ends with 3 where it does not hold; else it is a warning.
    let isFatal: Bool

    /// The column whose jumps it is about; nil for another check.
    var jumpColumn: String? { if case .jump(let column, _, _) = rule { column } else { nil } }

    /// Whether it speaks of the run before.
    var comparesRuns: Bool {
        switch rule {
        case .jump, .change: true
        case .rows, .within: false
        }
    }

    /// Whether it is about how old a source is.
    var isOfAge: Bool { if case .within = rule { true } else { false } }

    /// What a check is about, for a person.
    var name: String {
        switch rule {
        case .rows(let condition, _, _): condition
        case .jump(let column, let percent, _): "\(column) by over \(shortest(percent)) %"
        case .change: "number of coins"
        case .within(_, let source): source
        }
    }
}

extension DataCheck {
    /// What each kind of check takes beside its level, of which the first is what tells it, and what the schema says of
    /// bounds of which one has to be there.
    static var kinds: [(keys: [YAMLKey<DataCheck>], bounds: String)] {
        func key<Value>(_ name: String, _ form: YAMLForm<Value>, _ meaning: String) -> YAMLKey<DataCheck> {
            YAMLKey(name, form, meaning, need: "")
        }
        let condition = key("where", .text, "A condition on the ranking's rows, as --where has it.")
        let least = YAMLKey<DataCheck>("at-least", .amount, "The fewest coins for which it may be so.")
        let most = YAMLKey<DataCheck>("at-most", .amount, "The most coins for which it may be so.")
        let range = key("range", .text, "A column of numbers, of which none lies outside the bounds.")
        let low = YAMLKey<DataCheck>("from", .number, "The lower bound.")
        let high = YAMLKey<DataCheck>("to", .number, "The upper bound.")
        let jump = key("jump", .text, "A column of numbers, of which none jumps.")
        let over = key("over", .amount, "By how many percent a value has to change to have jumped.")
        let change = key("coins-change", .amount, "By how many percent the number of coins may change.")
        let source = key("source", .text, "A source, as `assay formats` names it.")
        let within = key("within", .whole(from: 0), "How many days old its newest fact may be.")
        return [
            ([condition, least, most], YAMLSchema.anyRequired("at-least", "at-most")),
            ([range, low, high, most], YAMLSchema.anyRequired("from", "to")), ([jump, over, most], ""), ([change], ""),
            ([source, within], ""),
        ]
    }

    /// What all of them take.
    static var level: YAMLKey<DataCheck> {
        YAMLKey("level", levels, "Whether a run ends with 3 where it is not true, or goes on.")
    }

    private static var levels: YAMLForm<String> { .choice("level", of: ["fail", "warn"]) }

    /// Reads a check; a condition is read for the columns of a request.
    init(_ node: DefinitionNode, for request: RankRequest) throws {
        let kind = try node.entries().map { try $0.key.text() }.compactMap { name in
            DataCheck.kinds.map { $0.keys.map(\.name) + [DataCheck.level.name] }.first { $0[0] == name }
        }
        guard kind.count == 1, let keys = kind.first else {
            let all = DataCheck.kinds.map { "`\($0.keys[0].name)`" }.joined(separator: ", ")
            throw node.error("a check is one of: \(all); each is a `- {…}` of its own")
        }
        let fields = try node.mapping(allowing: keys)
        func needed(_ key: String, _ question: String) throws -> DefinitionNode {
            guard let value = fields[key] else { throw (fields[keys[0]] ?? node).error(question) }
            return value
        }
        let subject = try needed(keys[0], "is missing")
        switch keys[0] {
        case "where":
            let (least, most) = (try fields["at-least"]?.amount(), try fields["at-most"]?.amount())
            guard least != nil || most != nil else {
                throw subject.error("how many rows may be so? add `at-most` or `at-least`, such as 0 or 20 %")
            }
            rule = .rows(where: try subject.condition(for: request), atLeast: least, atMost: most)
        case "range":
            let (low, high) = (try fields["from"]?.number(), try fields["to"]?.number())
            guard low != nil || high != nil, low ?? -.infinity <= high ?? .infinity else {
                throw subject.error("between which numbers? add `from`, `to` or both, the smaller one first")
            }
            let column = try subject.numericColumn(of: request)
            let outside = try [("<", fields["from"]), (">", fields["to"])].compactMap { sign, bound in
                try bound.map { "\(column) \(sign) \(try $0.text())" }
            }
            let condition = outside.joined(separator: " or ")
            rule = .rows(where: condition, atLeast: nil, atMost: try fields["at-most"]?.amount() ?? .count(0))
        case "jump":
            let over = try needed("over", "by how much is too much? add `over`, such as 50 %").percentage()
            let most = try fields["at-most"]?.amount() ?? .count(0)
            rule = .jump(column: try subject.numericColumn(of: request), percent: over, atMost: most)
        case "coins-change": rule = .change(percent: try subject.percentage())
        default:
            let days = try YAMLForm.whole(from: 0).read(
                needed("within", "how old may its newest fact be? add `within: DAYS`")
            )
            rule = .within(days: days, source: try subject.text())
        }
        isFatal = try fields["level"].map(DataCheck.levels.read) != "warn"
    }
}

extension YAMLForm<DataCheck.Amount> {
    static var amount: Self { Self("amount") { try $0.amount() } }
}

extension DefinitionNode {
    /// A condition on the rows of a ranking.
    func condition(for request: RankRequest) throws -> String {
        let text = try text()
        try check(text, for: request)
        return text
    }

    private func check(_ condition: String, for request: RankRequest) throws {
        var asked = request
        asked.filter = condition
        try check(asked)
    }

    /// A column of numbers of a ranking.
    fileprivate func numericColumn(of request: RankRequest) throws -> String {
        let name = try text()
        guard name.wholeMatch(of: /[a-z0-9_]+/) != nil else { throw error("unknown column `\(name)`") }
        try check("\(name) > 0", for: request)
        return name
    }

    /// A number of rows, or percent of all with `%` behind.
    fileprivate func amount() throws -> DataCheck.Amount {
        let text = try text()
        return text.hasSuffix("%") ? .percent(try percentage()) : .count(try YAMLForm.whole(from: 0).read(self))
    }

    /// Percent from 0 on, with or without `%` behind.
    fileprivate func percentage() throws -> Double {
        var digits = try text()
        if digits.hasSuffix("%") { digits.removeLast() }
        while digits.last == " " { digits.removeLast() }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let number = Double(digits) else {
            throw error("takes a number of percent, such as 20 %")
        }
        return number
    }
}

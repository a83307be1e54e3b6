internal import CoinModel
internal import CoinOperations

/// What has to hold of a ranking before its outputs are written; a check that fails leaves those of the run before.
public struct DataCheck: Sendable {
    /// What is checked, by the key that says it.
    enum Kind: String, CaseIterable {
        /// How many rows a condition selects.
        case condition = "where"
        /// How many rows have a value of a column outside some bounds.
        case range
        /// How many coins' values of a column are over so many percent away from those of the last run that got as far; a
        /// coin that lacks one of them is not counted.
        case jump
        /// By how many percent the number of coins differs from that of the last run that got as far.
        case change = "coins-change"
        /// How many days old the newest fact of a source is, by the ranking's moment where one is asked for, else by
        /// the clock.
        case age = "source"
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

    /// What is checked.
    let kind: Kind
    /// The condition, column or source that it is about; empty for the number of coins.
    private(set) var subject = ""
    /// The fewest and the most rows for which it may be so.
    private(set) var atLeast: Amount?
    private(set) var atMost: Amount?
    /// The bounds of a range.
    private(set) var low: Double?
    private(set) var high: Double?
    /// How many percent a value or the number of coins may change.
    private(set) var percent = 0.0
    /// How many days old the newest fact of a source may be.
    private(set) var days = 0
    private var level = "fail"

    /// Whether a run ends with 3 where it does not hold; else it is a warning.
    var isFatal: Bool { level == "fail" }

    /// The condition on the ranking's rows that it asks about, or for which its column is needed; nil without one.
    var condition: String? {
        switch kind {
        case .condition: subject
        case .range:
            [low.map { "\(subject) < \(shortest($0))" }, high.map { "\(subject) > \(shortest($0))" }]
                .compactMap(\.self).joined(separator: " or ")
        case .jump: "\(subject) > 0"
        case .change, .age: nil
        }
    }

    /// What a check is about, for a person.
    var name: String {
        switch kind {
        case .condition, .range: condition ?? subject
        case .jump: "\(subject) by over \(shortest(percent)) %"
        case .change: "number of coins"
        case .age: subject
        }
    }
}

extension DataCheck {
    /// The keys that a kind of check takes, of which the first says it.
    static func keys(of kind: Kind) -> [YAMLKey<DataCheck>] {
        func subject(_ meaning: String) -> YAMLKey<DataCheck> {
            YAMLKey(kind.rawValue, \.subject, .text, meaning, need: "")
        }
        func share(_ name: String, _ meaning: String) -> YAMLKey<DataCheck> {
            YAMLKey(name, \.percent, .share, meaning, need: "write how much, such as 50 %")
        }
        let most = YAMLKey<DataCheck>("at-most", \.atMost, .amount, "The most coins for which it may be so.")
        let least = YAMLKey<DataCheck>("at-least", \.atLeast, .amount, "The fewest coins for which it may be so.")
        let low = YAMLKey<DataCheck>("from", \.low, .number, "The lower bound.")
        let high = YAMLKey<DataCheck>("to", \.high, .number, "The upper bound.")
        let meaning = "How many days old its newest fact may be."
        let next = "write a number of days, such as 3"
        let within = YAMLKey<DataCheck>("within", \.days, .whole(from: 0), meaning, need: next)
        let own: [YAMLKey<DataCheck>] =
            switch kind {
            case .condition: [subject("A condition on the ranking's rows, as --where has it."), least, most]
            case .range: [subject("A column of numbers, of which none lies outside the bounds."), low, high, most]
            case .jump:
                [
                    subject("A column of numbers, of which none jumps."),
                    share("over", "By how many percent a value has to change to have jumped."), most,
                ]
            case .change: [share(kind.rawValue, "By how many percent the number of coins may change.")]
            case .age: [subject("A source, as `assay formats` names it."), within]
            }
        let levels = YAMLForm.choice("level", of: ["fail", "warn"])
        let level = "Whether a run ends with 3 where it is not true, or goes on."
        return own + [YAMLKey("level", \.level, levels, level)]
    }

    /// What the schema says of keys of which one has to be there.
    static func bounds(of kind: Kind) -> String {
        let pairs: [Kind: (String, String)] = [.condition: ("at-least", "at-most"), .range: ("from", "to")]
        return pairs[kind].map { YAMLSchema.anyRequired($0, $1) } ?? ""
    }

    /// Reads a check; a condition is read for the columns of a request.
    init(_ node: DefinitionNode, for request: RankRequest) throws {
        let said = try node.entries().map { try $0.key.text() }.compactMap(Kind.init)
        guard said.count == 1, let kind = said.first else {
            let all = Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw node.error("a check is one of: \(all); each is a `- {…}` of its own")
        }
        self.kind = kind
        let fields = try node.take(by: Self.keys(of: kind), into: &self)
        let place = fields[kind.rawValue] ?? node
        switch kind {
        case .condition:
            guard atLeast != nil || atMost != nil else {
                throw place.error("how many rows may be so? add `at-most` or `at-least`, such as 0 or 20 %")
            }
        case .range:
            guard low != nil || high != nil, low ?? -.infinity <= high ?? .infinity else {
                throw place.error("between which numbers? add `from`, `to` or both, the smaller one first")
            }
            atMost = atMost ?? .count(0)
        case .jump: atMost = atMost ?? .count(0)
        case .change, .age: return
        }
        if kind != .condition, subject.wholeMatch(of: /[a-z0-9_]+/) == nil {
            throw place.error("unknown column `\(subject)`")
        }
        var asked = request
        asked.filter = condition
        try place.check(asked)
    }
}

extension YAMLForm<DataCheck.Amount> {
    /// A number of rows, or percent of all with `%` behind.
    fileprivate static var amount: Self {
        Self("amount") { node in
            try node.text().hasSuffix("%")
                ? .percent(try YAMLForm<Double>.share.read(node)) : .count(try YAMLForm<Int>.whole(from: 0).read(node))
        }
    }
}

extension YAMLForm<Double> {
    /// Percent from 0 on, with or without `%` behind.
    fileprivate static var share: Self {
        Self("amount") { node in
            var digits = try node.text()
            if digits.hasSuffix("%") { digits.removeLast() }
            while digits.last == " " { digits.removeLast() }
            let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
            guard isPlain, let number = Double(digits) else {
                throw node.error("takes a number of percent, such as 20 %")
            }
            return number
        }
    }
}

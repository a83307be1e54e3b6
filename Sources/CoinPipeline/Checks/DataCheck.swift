internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// What has to hold of a ranking before its outputs are written; a check that fails leaves those of the run before.
public struct DataCheck: Sendable {
    /// What is checked.
    enum Rule: Sendable {
        /// How many rows a condition selects.
        case rows(where: String, atLeast: Amount?, atMost: Amount?)
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

    /// What a check is about, for a person.
    var name: String {
        switch rule {
        case .rows(let condition, _, _): condition
        case .change: "number of coins"
        case .within(_, let source): source
        }
    }
}

extension DataCheck {
    /// Reads a check; a condition is read for the columns of a request.
    init(_ node: DefinitionNode, for request: RankRequest) throws {
        let fields = try node.mapping(allowing: [
            "where", "at-least", "at-most", "coins-change", "source", "within", "level",
        ])
        switch (fields["where"], fields["coins-change"], fields["source"]) {
        case (let condition?, nil, nil):
            let (least, most) = (try fields["at-least"]?.amount(), try fields["at-most"]?.amount())
            guard least != nil || most != nil else {
                throw condition.error("how many rows may be so? add `at-most` or `at-least`, such as 0 or 20 %")
            }
            let text = try condition.condition(for: request)
            rule = .rows(where: text, atLeast: least, atMost: most)
        case (nil, let percent?, nil): rule = .change(percent: try percent.percentage())
        case (nil, nil, let source?):
            guard let days = try fields["within"]?.whole(from: 0) else {
                throw source.error("how old may its newest fact be? add `within: DAYS`")
            }
            rule = .within(days: days, source: try source.text())
        default: throw node.error("a check is one of: `where` with `at-most` or `at-least`, `coins-change`, `source`")
        }
        let levels = ["fail": true, "warn": false]
        let level = try fields["level"]?.text() ?? "fail"
        guard let isFatal = levels[level] else {
            throw (fields["level"] ?? node).error("`\(level)` is no level; there are: fail, warn")
        }
        self.isFatal = isFatal
    }
}

extension DefinitionNode {
    /// A condition on the rows of a ranking.
    func condition(for request: RankRequest) throws -> String {
        let text = try text()
        var asked = request
        asked.filter = text
        do {
            _ = try RankingUse.showing([asked], storing: false)
        } catch {
            throw self.error(OperationError(error).diagnostic.message)
        }
        return text
    }

    /// A number of rows, or percent of all with `%` behind.
    fileprivate func amount() throws -> DataCheck.Amount {
        let text = try text()
        return text.hasSuffix("%") ? .percent(try percentage()) : .count(try whole(from: 0))
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

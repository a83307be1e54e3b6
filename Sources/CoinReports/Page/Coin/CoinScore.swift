internal import CoinModel
internal import CoinTables

/// Why a coin has its score: a row for each signal, with a bar from where the ones before end.
struct CoinScore {
    private let table: DrawnTable
    private let amounts: [Double]

    /// The contributions, as `assay why` has them.
    init(_ table: Table) {
        self.table = DrawnTable(table)
        amounts = self.table.numbers("contribution") ?? table.rows.map { _ in .nan }
    }

    /// What the template can ask of each row.
    var rows: [[String: String]] {
        var sum = 0.0
        return amounts.enumerated().map { row, amount in
            func text(_ name: String) -> String { table.texts(name)?[row] ?? "" }
            func number(_ name: String, signed: Bool) -> String {
                PageNumber.fixed(table.numbers(name)?[row] ?? .nan, 2, signed: signed)
            }
            defer { if amount.isFinite { sum += amount } }
            return [
                "signal": text("signal"), "missing": text("missing"), "weight": number("weight", signed: false),
                "value": number("value", signed: true), "standing": number("standing", signed: true),
                "amount": number("contribution", signed: true),
                "bar": amount.isFinite ? CoinScore.bar(from: sum, to: sum + amount, text("signal")) : "",
            ]
        }
    }

    /// What they add up to; nil where nothing is known.
    var sum: [String: String]? {
        let known = amounts.filter(\.isFinite)
        let sum = known.reduce(0, +)
        return known.isEmpty
            ? nil : ["amount": PageNumber.fixed(sum, 2, signed: true), "bar": CoinScore.bar(from: 0, to: sum, "all")]
    }

    /// A bar from one sum to the next on an axis of ±2.
    private static func bar(from start: Double, to end: Double, _ signal: String) -> String {
        let scale = ChartScale(-2, 2, length: 100)
        return "<svg class=\"wf\" aria-hidden=\"true\"><line class=\"ax\" x1=\"50%\" x2=\"50%\" y2=\"18\"/>"
            + scale.bar(from: start, to: end, y: 3, height: 12, class: "f-" + signal) + "</svg>"
    }
}

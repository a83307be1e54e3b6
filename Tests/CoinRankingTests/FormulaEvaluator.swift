import Testing

@testable import CoinRanking

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Works out the formulas of explanations, the slow and obvious way: recursive descent over characters.
struct FormulaEvaluator {
    private var rest: [Character]
    private let values: [String: Double]

    static func value(of formula: String, _ values: [String: Double]) throws -> Double {
        var evaluator = FormulaEvaluator(rest: formula.filter { $0 != " " }, values: values)
        let value = try evaluator.sum()
        try #require(evaluator.rest.isEmpty, "`\(formula)` ends early before \(String(evaluator.rest))")
        return value
    }

    private init(rest: String, values: [String: Double]) {
        self.rest = Array(rest)
        self.values = values
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func sum() throws -> Double {
        var total = try product()
        while true {
            if take("+") { total += try product() } else if take("−") { total -= try product() } else { return total }
        }
    }

    private mutating func product() throws -> Double {
        var total = try factor()
        while true {
            if take("·") { total *= try factor() } else if take("/") { total /= try factor() } else { return total }
        }
    }

    private mutating func factor() throws -> Double {
        if take("(") {
            let value = try sum()
            try #require(take(")"))
            return value
        }
        let sign = take("-") ? -1.0 : 1
        var word = ""
        while let next = rest.first, next.isLetter || next.isNumber || "_.√".contains(next) {
            word.append(rest.removeFirst())
        }
        if let number = Double(word) { return sign * number }
        guard take("(") else { return try #require(values[word], "nothing is named `\(word)`") }
        var arguments = [try sum()]
        while take(",") { arguments.append(try sum()) }
        try #require(take(")"))
        return switch (word, arguments.count) {
        case ("ln", 1): log(arguments[0])
        case ("log₂", 1): log2(arguments[0])
        case ("√", 1): arguments[0].squareRoot()
        case ("floor", 1): arguments[0].rounded(.down)
        case ("ceiling", 1): arguments[0].rounded(.up)
        case ("cumulative", 1): NormalDistribution.cumulative(arguments[0])
        case ("digamma", 1): digamma(arguments[0])
        case ("trigamma", 1): trigamma(arguments[0])
        case ("normal", 1): NormalDistribution.quantile(arguments[0])
        case ("min", 2): min(arguments[0], arguments[1])
        case ("max", 2): max(arguments[0], arguments[1])
        case ("odds", 3): BetaDistribution(alpha: arguments[0], beta: arguments[1]).odds(below: arguments[2])
        case ("above", 3): BetaDistribution(alpha: arguments[0], beta: arguments[1]).complement(odds: arguments[2])
        default: try #require(nil as Double?, "no function `\(word)` of \(arguments.count)")
        }
    }
}
